/// The command line.
enum CommandView {
  static func draw(_ input: String, _ theme: Theme, into frame: inout Frame) {
    InputBox(
      title: "Command",
      facts: [
        ("clock +5m, stop, run, reset, 2026-11-21T09:00:00Z", .muted),
        ("fault messages 500, fault clear · launch ID · withdraw ID", .muted),
      ], label: ": ", input: input, answer: nil
    ).draw(theme, into: &frame)
  }
}
