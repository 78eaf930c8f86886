/// Asks before message centers are disabled (MC-1).
enum DisablingView {
  static func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let keys = state.keys
    let text = [
      "\(keys.name(of: .disable)) disables message centers · \(keys.name(of: .keep)) keeps them",
      "",
      "Every fetched message leaves its list, for everybody on this device. \(keys.name(of: .switchFeature)) enables "
        + "again: what is still listed comes back.",
    ]
    let width = LayerBox.textWidth(on: state.size)
    let lines = text.flatMap { RichLayout.wrap([.init($0)], width, first: "", rest: "") }
    LayerBox.draw("Disable?", lines, scroll: 0, keys, theme, into: &frame)
  }
}
