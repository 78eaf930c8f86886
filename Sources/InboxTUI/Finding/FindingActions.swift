import InboxCore

extension ActionID {
  package static let showAll = ActionID("list.show-all")
  package static let find = ActionID("list.find")
  package static let endFinding = ActionID("list.find-done")
  package static let leaveFinding = ActionID("list.find-leave")
  package static let earlierFilter = ActionID("list.find-earlier")
  package static let laterFilter = ActionID("list.find-later")
  package static let findEverywhere = ActionID("list.find-everywhere")
  package static let everywhere = ActionID("list.every-center")
}

extension Action {
  static let widening: [Action] = [
    Action(
      .showAll, "Clear selection or filter", keys: [.escape], in: [.list], hint: "show all",
      // From all centers it leads back to one.
      hintNow: { !$0.marks.isEmpty ? "clear" : $0.isEverywhere && $0.find.filter.isEmpty ? "back" : nil },
      titleNow: { $0.marks.isEmpty ? $0.isNarrowed ? "Clear filter" : nil : "Clear selection" },
      allowed: .anywhere,
      unless: {
        $0.isNarrowed || !$0.marks.isEmpty
          ? nil : "Nothing to clear; \($0.keys.name(of: .find)) filters the list."
      }
    ) { $0.dropMarks() ? [] : $0.widen() }
  ]

  private static func needsHistory(_ state: AppState) -> String? {
    state.find.history.isEmpty ? "There are no earlier filters." : nil
  }

  /// A filter that names a center looks for it in every one.
  private static func searchesEveryCenter(_ state: AppState) -> String? {
    state.find.filter.namesCenter
      ? "“center:” already searches \(state.profile.capabilities.everyList)." : nil
  }

  static let finding: [Action] = [
    Action(
      .find, "Filter: words, is:unread, has:link, center:NAME, before:7d, -not …", keys: ["/"], in: [.list],
      hint: "filter",
      titleNow: {
        $0.profile.capabilities.lists == .one ? "Filter: words, is:unread, has:link, before:7d, -not …" : nil
      }, allowed: .anywhere
    ) { $0.beginFinding() },
    Action(
      .endFinding, "Apply the filter", keys: [.enter], in: [.find], hint: "done", allowed: .anywhere
    ) { $0.endFinding() },
    Action(
      .leaveFinding, "Clear the filter", keys: [.escape], in: [.find], hint: "clear", allowed: .anywhere
    ) { state in
      _ = state.leaveFinding()
      return state.showAll(everywhere: state.find.isEverywhere)
    },
    Action(
      .earlierFilter, "Previous filter", keys: [.up], in: [.find], hint: "previous",
      allowed: .withoutAudience, unless: needsHistory
    ) { $0.recall(1) },
    Action(
      .laterFilter, "Next filter", keys: [.down], in: [.find], allowed: .withoutAudience, unless: needsHistory
    ) { $0.recall(-1) },
    Action(
      .findEverywhere, "Search every center, or only this one", keys: [.control("a")], in: [.find],
      hint: "every center",
      hintNow: {
        let vendor = $0.profile.capabilities
        return $0.isEverywhere ? vendor.thisList : vendor.everyList
      }, needs: .severalLists, titleNow: { "Search \($0.profile.capabilities.everyList), or only this one" },
      allowed: .anywhere, unless: searchesEveryCenter
    ) { $0.switchScope() },
    Action(
      .everywhere, "Toggle every center in one list", keys: ["*", .control("a")], in: [.list],
      needs: .severalLists, titleNow: { "Toggle \($0.profile.capabilities.everyList) in one list" },
      allowed: .anywhere, unless: searchesEveryCenter
    ) { $0.switchScope() },
  ]
}
