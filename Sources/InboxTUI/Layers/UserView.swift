import InboxCore

/// The log-in dialog: who reads, and who will (MC-12).
enum UserView {
  static func draw(_ state: AppState, input: LineEditor, _ theme: Theme, into frame: inout Frame) {
    let now = state.snapshot.map { "Reading as \($0.identity.label)." } ?? ""
    InputBox(
      title: "Person",
      facts: [
        (now, .text), ("A USER_IDENTIFIER, until you quit; an empty one logs out.", .muted),
        ("Each person has messages, badge and session of their own.", .muted),
      ], label: "Log in as: ", input: input, answer: nil
    ).draw(theme, into: &frame)
  }
}
