import InboxCore

/// All actions, in the order of the help.
package enum ActionRegistry {
  private static let panes: Set<ActionContext> = [.list, .detail, .events]
  private static let scrolling: Set<ActionContext> = [
    .list, .detail, .events, .help, .helpFind, .center, .domain, .faults, .outcome, .event, .proof,
    .themes, .launch,
  ]
  private static let everywhere = Set(ActionContext.allCases)

  package static let actions: [Action] =
    messages + finding + links + domains + proof + centers + sandbox + presenting + moving + program

  private static let moving: [Action] = [
    Action(.down, "One down", keys: [.character("j"), .down], in: scrolling),
    Action(.up, "One up", keys: [.character("k"), .up], in: scrolling),
    Action(.halfPageDown, "Half a page down", keys: [.control("d")], in: scrolling),
    Action(.halfPageUp, "Half a page up", keys: [.control("u")], in: scrolling),
    Action(
      .pageDown, "A page down", keys: [.pageDown, .control("f"), .character(" ")], in: scrolling),
    Action(.pageUp, "A page up", keys: [.pageUp, .control("b")], in: scrolling),
    Action(.top, "To the first", keys: [.character("g"), .home], in: scrolling),
    Action(.bottom, "To the last", keys: [.character("G"), .end], in: scrolling),
    Action(.nextTab, "Next center", keys: [.character("]"), .control("n")], in: panes, hint: "center"),
    Action(.previousTab, "Previous center", keys: [.character("["), .control("p")], in: panes),
    Action(
      .tabNumber, "Center by number", keys: digits, label: "1…9", in: [.list, .events]),
    Action(.nextPane, "Next pane", keys: [.tab], in: panes),
  ]

  private static let messages: [Action] = [
    Action(
      .open, "Open the message: counts as an open", keys: [.enter, .character("l"), .right], in: [.list],
      hint: "open", unless: needsMessage),
    Action(
      .openNext, "Open the next message: counts as an open", keys: [.character("J")], in: [.detail],
      unless: needsMessage),
    Action(
      .openPrevious, "Open the message before: counts as an open", keys: [.character("K")], in: [.detail],
      unless: needsMessage),
    Action(
      .stopWaiting, "Stop waiting for a refresh, a link, pictures or rich content", keys: [.control("g")],
      in: panes,
      hint: "stop",
      unless: { $0.stoppable == nil ? "Nothing is waited for." : nil }),
    Action(
      .back, "Back, or close what lies on top", keys: [.escape, .character("h"), .left],
      in: [
        .detail, .events, .help, .helpFind, .badge, .user, .disabling, .deleting, .center, .domain, .command,
        .faults, .outcome, .event, .proof, .themes, .launch,
      ],
      hint: "back"),
    Action(
      .showAll, "Drop the range, then the marks, then the filter: all messages of the center again",
      keys: [.escape], in: [.list], hint: "show all",
      unless: {
        $0.isNarrowed || !$0.marks.isEmpty
          ? nil : "The list is whole already; \($0.keys.name(of: .find)) narrows it."
      }),
    Action(
      .toggleRead, "Read or unread (only here: the server is never told)", keys: [.character("m")],
      in: [.list, .detail], hint: "(un)read", unless: needsMessage),
    Action(
      .delete, "Delete (only here: the server is never told)", keys: [.character("d")],
      in: [.list, .detail], hint: "delete", unless: needsMessage),
    Action(
      .copyID, "Copy the message's id", keys: [.character("y")], in: [.list, .detail], unless: needsMessage),
    Action(
      .copyJSON, "Copy the message as JSON, as the server sent it", keys: [.character("Y")],
      in: [.list, .detail], unless: needsMessage),
    Action(
      .page, "The message as JSON, as the server sent it, in $PAGER", keys: [.character("v")],
      in: [.list, .detail], unless: needsMessage),
    Action(
      .pictures,
      "Load the message's pictures, which tells their sender that it is read; hide them, show them",
      keys: [.character("I")], in: [.list, .detail], unless: { $0.whyNothingToShow }),
    Action(
      .undo, "Take back what was done last: bring back what was deleted, read or unread again",
      keys: [.character("u")], in: [.list, .detail],
      unless: { $0.whyNothingToUndo }),
    Action(
      .mark, "Mark or unmark the message, and go on: the next command is about all that are marked",
      keys: [.character("x")], in: [.list], unless: needsMessage),
    Action(
      .range, "Begin a range, or end it: all between is marked", keys: [.character("V")], in: [.list],
      unless: needsMessage),
    Action(
      .markAll, "Mark all that the list shows", keys: [.character("A")], in: [.list], unless: needsMessage),
    Action(
      .deleteMarked, "Delete all of them", keys: [.character("y")], in: [.deleting], hint: "delete"),
    Action(.keepMarked, "Keep them", keys: [.character("n")], in: [.deleting], hint: "keep"),
  ]

  private static let finding: [Action] = [
    Action(
      .find, "Find: words, is:unread, has:link, center:NAME, before:7d, -not …", keys: [.character("/")],
      in: [.list, .detail], hint: "find"),
    Action(.endFinding, "Keep the filter and go to the list", keys: [.enter], in: [.find], hint: "done"),
    Action(.leaveFinding, "Leave the line; the filter stays", keys: [.escape], in: [.find], hint: "leave"),
    Action(
      .earlierFilter, "The filter before", keys: [.up], in: [.find], hint: "before",
      unless: { $0.find.history.isEmpty ? "No filter was typed before." : nil }),
    Action(
      .laterFilter, "The filter after", keys: [.down], in: [.find],
      unless: { $0.find.history.isEmpty ? "No filter was typed before." : nil }),
    Action(
      .findEverywhere, "Look in every center, or in this one again", keys: [.control("a")], in: [.find],
      hint: "every center"),
    Action(
      .everywhere, "Every center in one list, or this one again", keys: [.character("*"), .control("a")],
      in: [.list]),
  ]

  private static let links: [Action] = [
    Action(
      .nextLink, "Select the next link", keys: [.character("n")], in: [.detail], hint: "link",
      unless: needsLink),
    Action(
      .previousLink, "Select the previous link", keys: [.character("p")], in: [.detail], unless: needsLink),
    Action(
      .linkNumber, "Select a link by its number", keys: digits, label: "1…9", in: [.detail], unless: needsLink
    ),
    Action(
      .followLink, "Follow the selected link: one GET, which is the click", keys: [.enter], in: [.detail],
      hint: "follow",
      unless: {
        if let why = needsLink($0) { return why }
        return $0.detail?.link == nil
          ? "No link is selected: \($0.keys.name(of: .nextLink)) selects one, or its number." : nil
      }),
    Action(
      .browse, "Open the outcome's web address in $BROWSER", keys: [.character("o")], in: [.outcome],
      hint: "browser",
      unless: {
        guard case .outcome(let trail, _)? = $0.layer else { return "There is no link outcome to open." }
        return trail.outcome.browserURL == nil ? "This outcome has no web address." : nil
      }),
  ]

  private static let domains: [Action] = [
    Action(
      .domain, "Check a branded domain: is it fit for universal links? No click", keys: [.character("D")],
      in: panes,
      unless: {
        $0.profile.domains.isEmpty ? "The profile names no branded domain: links.branded-domains does." : nil
      }),
    Action(
      .nextDomain, "The next domain", keys: [.character("]")], in: [.domain], hint: "domain",
      unless: needsDomains),
    Action(
      .previousDomain, "The domain before", keys: [.character("[")], in: [.domain], unless: needsDomains),
    Action(.recheckDomain, "Check the domain again", keys: [.character("r")], in: [.domain], hint: "again"),
  ]

  private static let proof: [Action] = [
    Action(
      .proof, "Proof: was each display and open reported exactly once?", keys: [.character("P")], in: panes),
    Action(.rereadProof, "Read the proof again", keys: [.character("r")], in: [.proof], hint: "again"),
    Action(
      .filterProof, "Only what stands against exactly once, or everything", keys: [.character("f")],
      in: [.proof], hint: "odd only"),
  ]

  private static let centers: [Action] = [
    Action(
      .refresh, "Refresh this center", keys: [.character("r")], in: [.list, .events, .center],
      hint: "refresh", unless: needsFeature),
    Action(
      .retryRich, "Ask again for rich content that could not be had, else refresh this center",
      keys: [.character("r")], in: [.detail], hint: "refresh"),
    Action(
      .refreshAll, "Refresh every center", keys: [.character("R")], in: panes, unless: needsFeature),
    Action(
      .about, "About this center: its refresh, and why each message that left is gone",
      keys: [.character("i")], in: panes),
    Action(
      .badge, "The badge: set it to a number or reset it", keys: [.character("b")], in: panes, hint: "badge"),
    Action(.setBadge, "Set the badge to the number typed", keys: [.enter], in: [.badge], hint: "set"),
    Action(.resetBadge, "Reset the badge to 0", keys: [.character("r")], in: [.badge], hint: "reset"),
    Action(
      .user, "Log in as another person, or out", keys: [.character("U")], in: panes,
      unless: { $0.snapshot == nil ? "The inbox is still starting." : nil }),
    Action(.logIn, "Log in as the person typed", keys: [.enter], in: [.user], hint: "log in"),
    Action(
      .switchFeature, "Disable message centers, or enable them again", keys: [.character("X")], in: panes,
      unless: { state in
        guard let snapshot = state.snapshot else { return "The inbox is still starting." }
        return snapshot.disabled == .disabled(byProfile: true) ? snapshot.disabled?.description : nil
      }),
    Action(
      .disable, "Disable: every fetched message is removed", keys: [.character("y")], in: [.disabling],
      hint: "disable"),
    Action(
      .keep, "Keep message centers as they are", keys: [.character("n")], in: [.disabling], hint: "keep"),
    Action(
      .showEvent, "Show the event whole", keys: [.enter], in: [.events], hint: "whole line",
      unless: { $0.events.selected == nil ? "Nothing happened yet." : nil }),
    Action(
      .filterEvents, "Events: all, engagement, badge, links, requests, failures", keys: [.character("f")],
      in: [.events], hint: "filter"),
    Action(
      .eventMessage, "Go to the event's message", keys: [.character("l"), .right], in: [.events],
      hint: "message",
      unless: { $0.events.selected?.entry.message == nil ? "This event is about no message." : nil }),
    Action(
      .copyEvent, "Copy the event as JSON", keys: [.character("y")], in: [.events, .event], hint: "copy",
      unless: { $0.eventAtHand == nil ? "Nothing happened yet." : nil }),
    Action(
      .pageEvent, "The event as JSON in $PAGER", keys: [.character("v")], in: [.events, .event],
      hint: "pager", unless: { $0.eventAtHand == nil ? "Nothing happened yet." : nil }),
    Action(
      .events, "Event pane: strip, full screen, off", keys: [.character("E")], in: panes, hint: "events"),
  ]

  private static let sandbox: [Action] = [
    Action(
      .command, "Every action and command by name: clock +5m, fault messages 500, launch ID …",
      keys: [.character(":")],
      in: panes),
    Action(.runCommand, "Run the command", keys: [.enter], in: [.command], hint: "run"),
    Action(
      .faults, "Faults of the sandbox: what goes wrong, at which endpoint", keys: [.character("F")],
      in: panes,
      unless: { $0.profile.hasSandbox ? nil : SandboxCommand.noSandbox }),
    Action(.switchFault, "Switch the fault on or off", keys: [.enter], in: [.faults], hint: "on or off"),
    Action(.clearFaults, "Switch every fault off", keys: [.character("c")], in: [.faults], hint: "none"),
  ]

  private static let program: [Action] = [
    Action(
      .zoom, "Give the pane the whole screen, or show all panes again", keys: [.character("z")], in: panes),
    Action(
      .split, "Panes side by side, one above the other, or by the screen's size", keys: [.character("|")],
      in: panes),
    Action(.wider, "More room for this pane", keys: [.character("+")], in: panes),
    Action(.narrower, "Less room for this pane", keys: [.character("-")], in: panes),
    Action(
      .mouse, "Give the mouse to the terminal, which selects text with it, or take it back",
      keys: [.character("M")], in: panes),
    Action(
      .themes, "Themes: the selected one is tried, and kept or given back",
      keys: [.character("T")], in: panes),
    Action(
      .keepTheme, "Keep the theme, also for the next start", keys: [.enter], in: [.themes], hint: "keep"),
    Action(.redraw, "Draw the screen again", keys: [.control("l")], in: everywhere),
    Action(.suspend, "Suspend: the session ends, fg begins another", keys: [.control("z")], in: everywhere),
    Action(
      .quit, "Quit; from a pane or layer on top: close it", keys: [.character("q")],
      in: everywhere),
    Action(.quitNow, "Quit from anywhere", keys: [.character("Q"), .control("c")], in: everywhere),
    Action(
      .findAction, "Find an action by its key, name or id", keys: [.character("/")], in: [.help],
      hint: "find"),
    Action(.runHelp, "Run the selected action", keys: [.enter], in: [.help, .helpFind], hint: "run"),
    Action(.help, "This help", keys: [.character("?"), .function(1)], in: everywhere, hint: "help"),
  ]

  /// An action by its id.
  package static subscript(id: ActionID) -> Action {
    guard let action = byID[id] else { preconditionFailure("The registry lacks \(id.rawValue).") }
    return action
  }

  /// The actions that the hint line may name in a context; what an audience looks at changes in every one.
  static func hinted(in context: ActionContext) -> [Action] { hinted[context] ?? [] }

  private static let hinted = Dictionary(
    uniqueKeysWithValues: ActionContext.allCases.map { context in
      (context, actions.filter { $0.hint != nil && ($0.contexts.contains(context) || $0.id == .nextLook) })
    })

  private static let byID = Dictionary(uniqueKeysWithValues: actions.map { ($0.id, $0) })

  private static let digits: [Key] = (1...9).map { Key.character(Character(String($0))) }

  private static let needsMessage: @Sendable (AppState) -> String? = { state in
    state.target == nil ? "There is no message here." : nil
  }

  private static let needsFeature: @Sendable (AppState) -> String? = { state in
    state.snapshot?.disabled?.told(state.keys)
  }

  private static let needsDomains: @Sendable (AppState) -> String? = { state in
    state.profile.domains.count > 1 ? nil : "The profile names only this domain."
  }

  private static let needsLink: @Sendable (AppState) -> String? = { state in
    state.detail?.links.isEmpty ?? true ? "This message has no links." : nil
  }
}
