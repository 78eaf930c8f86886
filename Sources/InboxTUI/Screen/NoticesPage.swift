/// Earlier notices, the newest first.
struct NoticesPage: TextLayer {
  var scroll: Int

  var layer: Layer { .notices(scroll: scroll) }
  var context: ActionContext { .notices }
  func title(_ state: AppState) -> String { "Notices" }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    let entries = state.notices.entries.reversed()
    guard !entries.isEmpty else { return [DetailLine("No notices yet.", .muted)] }
    return entries.flatMap { entry in
      let count = entry.count > 1 ? " (\(entry.count)×)" : ""
      return area.wrap(
        [
          .init(TimeLabel.clock(entry.time, in: state.zone), .muted),
          .init("  " + entry.text + count, entry.level == .info ? .text : entry.level.role),
        ], rest: String(repeating: " ", count: 10))
    }
  }
}

extension ActionID {
  package static let notices = ActionID("notices.show")
}

extension Action {
  static let notices: [Action] = [
    Action(
      .notices, "Notice history", keys: ["H"], in: .panes, allowed: .withoutAudience
    ) { $0.showLayer(.notices(scroll: 0)) }
  ]
}
