import InboxCore
import InboxModel

extension ActionID {
  package static let back = ActionID("pane.back")
  package static let down = ActionID("move.down")
  package static let up = ActionID("move.up")
  package static let halfPageDown = ActionID("move.half-page-down")
  package static let halfPageUp = ActionID("move.half-page-up")
  package static let pageDown = ActionID("move.page-down")
  package static let pageUp = ActionID("move.page-up")
  package static let top = ActionID("move.top")
  package static let bottom = ActionID("move.bottom")
  package static let rowNumber = ActionID("move.row")
  package static let nextTab = ActionID("tab.next")
  package static let previousTab = ActionID("tab.previous")
  package static let tabNumber = ActionID("tab.number")
  package static let nextPane = ActionID("pane.next")
  package static let zoom = ActionID("screen.zoom")
  package static let split = ActionID("screen.split")
  package static let wider = ActionID("screen.wider")
  package static let narrower = ActionID("screen.narrower")
  package static let hints = ActionID("screen.hints")
  package static let mouse = ActionID("screen.mouse")
  package static let redraw = ActionID("screen.redraw")
  package static let suspend = ActionID("program.suspend")
  package static let quit = ActionID("program.quit")
  package static let quitNow = ActionID("program.quit-now")
}

extension Action {
  static let leaving: [Action] = [
    Action(
      .back, "Back", keys: [.escape, "h", .left],
      in: Set(ActionContext.allCases).subtracting([.list, .find, .tour, .looks, .card]), hint: "back",
      hintNow: { $0.narrowing?.isOn == true ? "clear" : nil }, allowed: .anywhere
    ) { $0.goBack() }
  ]

  private static let scrolling: Set<ActionContext> = [
    .list, .detail, .events, .help, .narrow, .disabling, .deleting, .center, .domain, .faults, .outcome,
    .event, .proof, .lens, .reason, .stale, .themes, .launch, .comparison, .notices,
  ]

  private static func move(
    _ id: ActionID, _ title: String, _ keys: [Key], about subject: Subject = .selection,
    perform: @escaping @Sendable (inout AppState) -> [AppEffect]
  ) -> Action {
    Action(id, title, keys: keys, in: scrolling, about: subject, allowed: .anywhere, perform: perform)
  }

  private static func needsTabs(_ state: AppState) -> String? {
    state.lists.count > 1 ? nil : "This profile has only this \(state.profile.capabilities.list)."
  }

  static let moving: [Action] = [
    move(.down, "Down", ["j", .down]) { $0.scroll(by: 1) },
    move(.up, "Up", ["k", .up]) { $0.scroll(by: -1) },
    move(.halfPageDown, "Half page down", [.control("d")]) { $0.turn(by: max(1, $0.page / 2)) },
    move(.halfPageUp, "Half page up", [.control("u")]) { $0.turn(by: -max(1, $0.page / 2)) },
    move(.pageDown, "Page down", [.pageDown, .control("f"), " "]) { $0.turn(by: $0.page) },
    move(.pageUp, "Page up", [.pageUp, .control("b")]) { $0.turn(by: -$0.page) },
    move(.top, "Top", ["g", .home], about: .other) { $0.jump(toEnd: false) },
    move(.bottom, "Bottom", ["G", .end], about: .other) { $0.jump(toEnd: true) },
    Action(
      .rowNumber, "Row by number", keys: .digits, label: "1…9", numbered: { $0.selectRow(number: $1) },
      in: [.themes, .launch, .faults], allowed: .anywhere
    ) { $0.selectRow(number: 1) },
    Action(
      .nextTab, "Next center", keys: ["]", .control("n")], in: .panes, hint: "center",
      hintNow: { $0.profile.capabilities.list }, needs: .severalLists,
      titleNow: { "Next \($0.profile.capabilities.list)" }, allowed: .anywhere, unless: needsTabs
    ) { $0.show(tab: 1) },
    Action(
      .previousTab, "Previous center", keys: ["[", .control("p")], in: .panes, needs: .severalLists,
      titleNow: { "Previous \($0.profile.capabilities.list)" }, allowed: .anywhere, unless: needsTabs
    ) { $0.show(tab: -1) },
    Action(
      .tabNumber, "Center by number", keys: .digits, label: "1…9", numbered: { $0.showTab(number: $1) },
      in: [.list, .events], needs: .severalLists,
      titleNow: { "\($0.profile.capabilities.list.capitalizedFirst) by number" }, allowed: .anywhere
    ) { $0.showTab(number: 1) },
    Action(.nextPane, "Next pane", keys: [.tab], in: .panes, allowed: .anywhere) { $0.nextPane() },
  ]

  static let panes: [Action] = [
    Action(.zoom, "Toggle zoom", keys: ["z"], in: .panes, allowed: .undivided) { state in
      state.panes.isZoomed.toggle()
      return []
    },
    Action(
      .split, "Change layout: side by side, stacked, single, automatic", keys: ["|"], in: .panes,
      allowed: .undivided
    ) { state in
      state.panes.split = state.panes.split.following
      return state.notify(state.panes.split.words + (state.hasSplit ? "" : ", where there is room"))
    },
    Action(.wider, "Grow pane", keys: ["+"], in: .panes, allowed: .undivided) { $0.share(+1) },
    Action(.narrower, "Shrink pane", keys: ["-"], in: .panes, allowed: .undivided) { $0.share(-1) },
    Action(.hints, "Toggle hint line", keys: ["."], in: .panes, allowed: .anywhere) { state in
      state.panes.hidesHints.toggle()
      if state.panes.hidesHints {
        state.notify(
          "Hints hidden; \(state.keys.name(of: .hints)) shows them, \(state.keys.name(of: .help)) all keys.")
      }
      return []
    },
    Action(
      .mouse, "Toggle mouse (off: the terminal selects text)", keys: ["M"], in: .panes, allowed: .anywhere
    ) { $0.switchMouse() },
  ]

  static let program: [Action] = [
    Action(.redraw, "Redraw", keys: [.control("l")], in: .everywhere, allowed: .anywhere) { _ in [.redraw] },
    Action(
      .suspend, "Suspend (ends the session)", keys: [.control("z")], in: .everywhere, allowed: .anywhere
    ) { _ in [.suspend] },
    Action(.quit, "Close or quit", keys: ["q"], in: .everywhere, allowed: .anywhere) { state in
      guard !PaneLayout.isTooSmall(state.size) else { return [.quit] }
      let isAtStart = state.layer == nil && state.focus == .list && state.events.mode != .full
      return isAtStart ? [.quit] : state.goBack()
    },
    Action(
      .quitNow, "Quit", keys: ["Q", .control("c")], in: .everywhere, allowed: .anywhere
    ) { _ in [.quit] },
  ]
}
