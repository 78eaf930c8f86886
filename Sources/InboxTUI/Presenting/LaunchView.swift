import InboxCore

/// The campaigns that can be launched, by their subjects (SB-2).
enum LaunchView {
  static func draw(_ state: AppState, selected: Int, _ theme: Theme, into frame: inout Frame) {
    let campaigns = state.profile.campaigns?.byBrand ?? []
    let lines = campaigns.enumerated().map { index, campaign in
      let mark = index == selected ? "› " : "  "
      let way = campaign.isPushed ? "" : " · no banner"
      let text = "\(campaign.brand) · \(state.shown(campaign.subject))\(way) · \(campaign.center)"
      return DetailLine(mark + text, index == selected ? .accent : .text)
    }
    // The selected line stays in sight.
    let height = min(lines.count, LayerBox.height(on: frame.size))
    let scroll = min(max(0, selected - height + 1), max(0, lines.count - height))
    let inside = LayerBox.draw("Launch a campaign", lines, scroll: scroll, state.keys, theme, into: &frame)
    for y in 0..<inside.height where scroll + y < campaigns.count {
      frame.mark(inside.rows(from: y, count: 1), .layerLine(scroll + y))
    }
  }
}
