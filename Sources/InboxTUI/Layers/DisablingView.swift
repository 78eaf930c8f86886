/// Asks before message centers are disabled (MC-1).
enum DisablingView {
  private static let text = [
    "y disables message centers · n keeps them",
    "",
    "Every fetched message of every center leaves its list, for every person of this device, and nothing is fetched "
      + "until X enables them again. Then what the back end still lists comes back as it was; older messages do not.",
  ]

  static func draw(_ size: Size, _ theme: Theme, into frame: inout Frame) {
    let width = LayerBox.textWidth(on: size)
    let lines = text.flatMap { RichLayout.wrap([.init($0)], width, first: "", rest: "") }
    LayerBox.draw("Disable?", lines, scroll: 0, theme, into: &frame)
  }
}
