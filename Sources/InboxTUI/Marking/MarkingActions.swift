import InboxCore
import InboxModel

/// Asks before many messages are deleted at once.
struct DeletingQuestion: QuestionLayer {
  var keys: [MessageKey]
  var scroll = 0

  var layer: Layer { .deleting(keys, scroll: scroll) }
  var context: ActionContext { .deleting }
  func title(_ state: AppState) -> String { "Delete \(keys.count)?" }

  func paragraphs(_ state: AppState) -> [String] {
    let (map, vendor) = (state.keys, state.profile.capabilities)
    let isThere = keys.contains { vendor.deletion(in: $0.center) == .server }
    let deletion: Capabilities.Marks = isThere ? .server : .here
    let place = vendor.place(of: deletion).capitalizedFirst
    let undo = "\(map.name(of: .undo)) restores them all until you quit or switch person."
    let limit =
      deletion == .server
      ? " What \(vendor.vendor) has deleted by then comes back on this device only." : ""
    return [
      "\(map.name(of: .deleteMarked)) deletes \(keys.count.counted("message")) · \(map.name(of: .keepMarked)) keeps them",
      "",
      "\(place). \(undo)\(limit)",
    ]
  }
}

extension ActionID {
  package static let undo = ActionID("message.undo")
  package static let mark = ActionID("mark.toggle")
  package static let range = ActionID("mark.range")
  package static let markAll = ActionID("mark.all")
  package static let deleteMarked = ActionID("mark.delete")
  package static let keepMarked = ActionID("mark.keep")
}

extension Action {
  static let marking: [Action] = [
    Action(
      .undo, "Undo", keys: ["u"], in: [.list, .detail], allowed: .uncaptured(.marksNothing),
      unless: { $0.whyNothingToUndo }
    ) { $0.undo() },
    Action(
      .mark, "Toggle mark", keys: ["x"], in: [.list], about: .row, allowed: .uncaptured(.marksNothing),
      unless: needsMessage
    ) { $0.toggleMark() },
    Action(
      .range, "Mark a range", keys: ["V"], in: [.list], about: .row, allowed: .uncaptured(.marksNothing),
      unless: needsMessage
    ) { $0.switchRange() },
    Action(
      .markAll, "Mark all", keys: ["A"], in: [.list], about: .row, allowed: .uncaptured(.marksNothing),
      unless: needsMessage
    ) { $0.markAll() },
    Action(
      .deleteMarked, "Delete the marked messages", keys: ["y"], in: [.deleting], hint: "delete",
      allowed: .uncaptured(.marksNothing)
    ) { $0.deleteAsked() },
    Action(
      .keepMarked, "Keep the marked messages", keys: ["n"], in: [.deleting], hint: "keep", allowed: .anywhere
    ) { $0.closeLayer() },
  ]
}
