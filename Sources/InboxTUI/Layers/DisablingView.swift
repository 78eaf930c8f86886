/// Asks before message centers are disabled (MC-1).
enum DisablingView {
  private static let text = [
    "y disables message centers · n keeps them",
    "",
    "Every fetched message leaves its list, for everybody on this device. X enables again: what is still listed comes "
      + "back.",
  ]

  static func draw(_ size: Size, _ theme: Theme, into frame: inout Frame) {
    let width = LayerBox.textWidth(on: size)
    let lines = text.flatMap { RichLayout.wrap([.init($0)], width, first: "", rest: "") }
    LayerBox.draw("Disable?", lines, scroll: 0, theme, into: &frame)
  }
}
