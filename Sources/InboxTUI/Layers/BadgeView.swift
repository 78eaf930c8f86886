import InboxCore

/// The badge dialog: both numbers, what to type, and the server's answer.
enum BadgeView {
  static func draw(
    _ state: AppState, input: LineEditor, answer: Notice?, _ theme: Theme, into frame: inout Frame
  ) {
    let badge = state.snapshot?.badge ?? BadgeState(local: 0, server: nil)
    InputBox(
      title: "Badge",
      facts: [
        ("Here \(badge.local) · server \(badge.serverText) · unread \(state.snapshot?.unread ?? 0)", .text),
        ("The badge is the server's number, not the unread count.", .muted),
        ("0 also clears the notifications (\(state.snapshot?.banners ?? 0)).", .muted),
      ], label: "Set to: ", input: input, answer: answer
    ).draw(theme, into: &frame)
  }
}
