import InboxCore
import InboxModel

/// Asks with whom the person who reads is compared (QA-2).
struct CompareDialog: NameDialog {
  var input: LineEditor
  var feedback: Notice?

  var layer: Layer { .comparing(input: input, feedback: feedback) }
  var context: ActionContext { .comparing }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let now = state.snapshot.map { "You read as \($0.identity.label)." } ?? ""
    InputBox(
      title: "Compare",
      facts: [
        (now, .text),
        ("With a person, “device” for the anonymous device, a profile, or PROFILE:PERSON.", .muted),
        ("Both are fetched; nothing is stored, and nothing counts as delivered or displayed.", .muted),
      ], label: "Compare with: ", input: input, feedback: feedback
    ).draw(theme, into: &frame)
  }
}
