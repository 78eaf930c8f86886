import InboxCore
import InboxModel

/// Asks with whom the person who reads is compared (QA-2).
struct CompareDialog: LayerContent {
  var input: LineEditor

  private static let longest = 256

  var layer: Layer { .comparing(input: input) }
  var context: ActionContext { .comparing }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let now = state.snapshot.map { "You read as \($0.identity.label)." } ?? ""
    InputBox(
      title: "Compare",
      facts: [
        (now, .text),
        ("With a person, “device” for the anonymous device, a profile, or PROFILE:PERSON.", .muted),
        ("Both are fetched; nothing is stored, and nothing counts as delivered or displayed.", .muted),
      ], label: "Compare with: ", input: input, feedback: nil
    ).draw(theme, into: &frame)
  }

  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? {
    var input = input
    guard let outcome = input.take(key, most: Self.longest) else { return nil }
    state.layer = .comparing(input: input)
    if outcome == .full {
      state.notify("The name is too long: at most \(Self.longest) characters.", .warning)
    }
    return []
  }
}
