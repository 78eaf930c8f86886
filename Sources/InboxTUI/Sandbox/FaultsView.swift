import Foundation
import InboxCore

/// What can go wrong in the sandbox, and what is on (SB-3).
enum FaultsView {
  static func draw(_ state: AppState, selected: Int, _ theme: Theme, into frame: inout Frame) {
    let lines = lines(state, selected)
    // The selected line stays in sight.
    let height = min(lines.count, LayerBox.height(on: frame.size))
    let scroll = min(max(0, selected + others(state).count - height + 1), max(0, lines.count - height))
    let inside = LayerBox.draw("Faults", lines, scroll: scroll, state.keys, theme, into: &frame)
    for y in 0..<inside.height {
      let line = scroll + y - others(state).count
      guard SandboxCommand.faults.indices.contains(line) else { continue }
      frame.mark(inside.rows(from: y, count: 1), .layerLine(line))
    }
  }

  /// What is on and not in the menu comes first.
  private static func others(_ state: AppState) -> [String] {
    (state.snapshot?.faults ?? []).filter { !SandboxCommand.faults.contains($0) }
  }

  private static func lines(_ state: AppState, _ selected: Int) -> [DetailLine] {
    let isOn = Set(state.snapshot?.faults ?? [])
    let columns = (SandboxCommand.faults.map(\.count).max() ?? 0) + 2
    let menu = SandboxCommand.faults.enumerated().map { index, fault in
      let mark = (index == selected ? "›" : " ") + (isOn.contains(fault) ? "● " : "  ")
      let name = fault.padding(toLength: columns, withPad: " ", startingAt: 0)
      return DetailLine(
        mark + name + SandboxCommand.meaning(fault),
        index == selected ? .accent : isOn.contains(fault) ? .noticeWarning : .text)
    }
    return others(state).map { DetailLine(" ● \($0)", .noticeWarning) } + menu
  }
}
