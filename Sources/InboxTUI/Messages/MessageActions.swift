import InboxCore
import InboxModel

extension ActionID {
  package static let open = ActionID("message.open")
  package static let openNext = ActionID("message.open-next")
  package static let openPrevious = ActionID("message.open-previous")
  package static let toggleRead = ActionID("message.toggle-read")
  package static let delete = ActionID("message.delete")
  package static let copyID = ActionID("message.copy-id")
  package static let copyJSON = ActionID("message.copy-json")
  package static let page = ActionID("message.pager")
}

extension Action {
  /// What opening does with this vendor.
  private static func title(_ what: String, _ state: AppState) -> String? {
    if let lack = state.profile.capabilities.lack(of: .opens) {
      return "\(what): not reported, as \(lack.dropLast())"
    }
    return state.profile.isReadOnly == true ? "\(what) (read-only: no open is reported)" : nil
  }

  static let opening: [Action] = [
    Action(
      .open, "Open (counts as an open)", keys: [.enter, "l", .right], in: [.list], about: .row, hint: "open",
      titleNow: { title("Open", $0) }, allowed: .anywhere(capturedAs: "Show (no open is reported)"),
      unless: needsMessage
    ) { $0.openSelection() },
    Action(
      .openNext, "Open next (counts as an open)", keys: ["J"], in: [.detail],
      titleNow: { title("Open next", $0) }, allowed: .anywhere(capturedAs: "Show next (no open is reported)"),
      unless: needsMessage
    ) { $0.openNeighbour(1) },
    Action(
      .openPrevious, "Open previous (counts as an open)", keys: ["K"], in: [.detail],
      titleNow: { title("Open previous", $0) },
      allowed: .anywhere(capturedAs: "Show previous (no open is reported)"), unless: needsMessage
    ) { $0.openNeighbour(-1) },
  ]

  static let messages: [Action] = [
    Action(
      .toggleRead, "Toggle read", keys: ["m"], in: [.list, .detail], about: .row, hint: "un/read",
      hintNow: { $0.readHint },
      titleNow: { "Toggle read (\($0.profile.capabilities.place(of: $0.profile.capabilities.read)))" },
      allowed: .uncaptured(.marksNothing), unless: needsMessage
    ) { $0.actOnMarks(.toggleRead) ?? $0.toggleRead() },
    Action(
      .delete, "Delete", keys: ["d"], in: [.list, .detail], about: .row, hint: "delete",
      hintNow: { $0.markedHint("delete") },
      titleNow: {
        let (vendor, list) = ($0.profile.capabilities, $0.target?.key.center ?? $0.center)
        return "Delete (\(vendor.place(of: vendor.deletion(in: list))))"
      }, allowed: .uncaptured(.marksNothing), unless: needsMessage
    ) { $0.actOnMarks(.delete) ?? $0.deleteTarget() },
    Action(
      .copyID, "Copy the message id", keys: ["y"], in: [.list, .detail], about: .row,
      allowed: .withoutAudience, unless: needsMessage
    ) { $0.actOnMarks(.copyID) ?? $0.copyID() },
    Action(
      .copyJSON, "Copy the message's JSON", keys: ["Y"], in: [.list, .detail], about: .row,
      allowed: .withoutAudience, unless: needsMessage
    ) { $0.actOnMarks(.copyJSON) ?? $0.copyMessage() },
    Action(
      .page, "Show the message's JSON in $PAGER", keys: ["v"], in: [.list, .detail], about: .row,
      allowed: .withoutAudience, unless: needsMessage
    ) { $0.pageMessage() },
  ]
}
