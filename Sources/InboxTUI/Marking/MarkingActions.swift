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
      .undo, "Undo",
      keys: [.character("u")], in: [.list, .detail], allowed: .uncaptured(.marksNothing),
      unless: { $0.whyNothingToUndo }
    ) { state, _ in state.undo() },
    Action(
      .mark, "Toggle mark",
      keys: [.character("x")], in: [.list], about: .row, allowed: .uncaptured(.marksNothing),
      unless: needsMessage
    ) { state, _ in state.toggleMark() },
    Action(
      .range, "Mark a range", keys: [.character("V")], in: [.list],
      about: .row, allowed: .uncaptured(.marksNothing), unless: needsMessage
    ) { state, _ in state.switchRange() },
    Action(
      .markAll, "Mark all", keys: [.character("A")], in: [.list], about: .row,
      allowed: .uncaptured(.marksNothing), unless: needsMessage
    ) { state, _ in state.markAll() },
    Action(
      .deleteMarked, "Delete the marked messages", keys: [.character("y")], in: [.deleting], hint: "delete",
      allowed: .uncaptured(.marksNothing)
    ) { state, _ in state.deleteAsked() },
    Action(
      .keepMarked, "Keep the marked messages", keys: [.character("n")], in: [.deleting], hint: "keep",
      allowed: .anywhere
    ) { state, _ in state.closeLayer() },
  ]
}
