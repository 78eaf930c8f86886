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
      .showAll, "Drop the range, then the marks, then the filter: all messages of the center again",
      keys: [.escape], in: [.list], hint: "show all", hintNow: { $0.marks.isEmpty ? nil : "unmark" },
      titleNow: {
        $0.profile.capabilities.lists == .one
          ? "Drop the range, then the marks, then the filter: all messages again"
          : "Drop the range, then the marks, then the filter: all messages of the \($0.profile.capabilities.list) again"
      }, allowed: .anywhere,
      unless: {
        $0.isNarrowed || !$0.marks.isEmpty
          ? nil : "The list is whole already; \($0.keys.name(of: .find)) narrows it."
      }
    ) { state, _ in state.dropMarks() ? [] : state.showAll() }
  ]

  private static func needsHistory(_ state: AppState) -> String? {
    state.find.history.isEmpty ? "No filter was typed before." : nil
  }

  static let finding: [Action] = [
    Action(
      .find, "Find: words, is:unread, has:link, center:NAME, before:7d, -not …", keys: [.character("/")],
      in: [.list, .detail], hint: "find",
      titleNow: {
        $0.profile.capabilities.lists == .one ? "Find: words, is:unread, has:link, before:7d, -not …" : nil
      }, allowed: .anywhere
    ) { state, _ in state.beginFinding() },
    Action(
      .endFinding, "Keep the filter and go to the list", keys: [.enter], in: [.find], hint: "done",
      allowed: .anywhere
    ) { state, _ in state.endFinding() },
    Action(
      .leaveFinding, "Leave the line; the filter stays", keys: [.escape], in: [.find], hint: "leave",
      allowed: .anywhere
    ) { state, _ in state.leaveFinding() },
    Action(
      .earlierFilter, "The filter before", keys: [.up], in: [.find], hint: "before",
      allowed: .withoutAudience, unless: needsHistory
    ) { state, _ in state.recall(1) },
    Action(
      .laterFilter, "The filter after", keys: [.down], in: [.find], allowed: .withoutAudience,
      unless: needsHistory
    ) { state, _ in state.recall(-1) },
    Action(
      .findEverywhere, "Look in every center, or in this one again", keys: [.control("a")], in: [.find],
      hint: "every center", hintNow: { $0.profile.capabilities.everyList }, needs: .severalLists,
      titleNow: { "Look in \($0.profile.capabilities.everyList), or in this one again" }, allowed: .anywhere
    ) { state, _ in state.switchScope() },
    Action(
      .everywhere, "Every center in one list, or this one again", keys: [.character("*"), .control("a")],
      in: [.list], needs: .severalLists,
      titleNow: { "\($0.profile.capabilities.everyList.capitalizedFirst) in one list, or this one again" },
      allowed: .anywhere
    ) { state, _ in state.switchScope() },
  ]
}
