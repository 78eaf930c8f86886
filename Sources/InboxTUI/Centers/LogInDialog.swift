import InboxCore
import InboxModel

/// The sign-in dialog: who reads, and who will (MC-12).
struct LogInDialog: NameDialog {
  var input: LineEditor
  var feedback: Notice?

  var layer: Layer { .user(input: input, feedback: feedback) }
  var context: ActionContext { .user }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let vendor = state.profile.capabilities
    let own = vendor.badge == .server ? "messages, badge and session" : "messages and session"
    let now = state.snapshot.map { "\($0.identity.signInWords)." } ?? ""
    InputBox(
      title: "Person",
      facts: [
        (now, .text),
        ("\(vendor.personID.capitalizedFirst), until you quit; leave it empty to sign out.", .muted),
        ("Each person has their own \(own).", .muted),
      ], label: "Sign in as: ", input: input, feedback: feedback
    ).draw(theme, into: &frame)
  }
}

extension AppState {
  /// An empty line means this device; the name of the current reader changes nothing.
  mutating func logIn() -> [AppEffect] {
    guard case .user(let input, _)? = layer else { return [] }
    layer = nil
    return logIn(as: input.text)
  }

  mutating func logIn(as text: String) -> [AppEffect] {
    let next = Identity(user: text.trimmed, device: profile.device)
    guard next != snapshot?.identity else { return notify("Already \(next.signInWords.lowercasedFirst)") }
    // The former person closes the message, before another one reads.
    let closing = lifecycle.openMessage.map { [AppEffect.close($0)] } ?? []
    lifecycle.openMessage = nil
    detail?.isShownAgain = true
    return closing + [.switchIdentity(next)]
  }
}
