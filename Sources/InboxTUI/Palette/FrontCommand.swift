import InboxCore
import InboxModel

/// The commands of the palette that the front itself carries out, besides the actions: those that take an argument.
enum FrontCommand: String, CaseIterable, Sendable {
  case theme, center, filter, badge, user, compare, link, refresh, quit

  func usage(in state: AppState) -> String {
    if let lack = ActionRegistry[action].lack(in: state) { return "\(rawValue): \(lack)" }
    let vendor = state.profile.capabilities
    return switch self {
    case .theme: "theme NAME: change the theme, also for the next start"
    case .center: "center NAME, or its number: show it"
    case .filter: "filter WORDS: narrow the list; without words show all"
    case .badge: "badge N: set the badge to a number"
    case .user: "user NAME: sign in as another person until you quit; no name signs out"
    case .compare: "compare PERSON: what they are served; device, a profile, PROFILE:PERSON"
    case .link: "link N: select a link of the open message"
    case .refresh:
      vendor.lists == .one
        ? "refresh: fetch the inbox"
        : "refresh, or refresh all: fetch \(vendor.thisList), or \(vendor.everyList)"
    case .quit: "quit"
    }
  }

  /// Whether it works without an argument.
  var standsAlone: Bool { [.filter, .user, .refresh, .quit].contains(self) }

  /// The action that says why it cannot be done now.
  var action: ActionID {
    switch self {
    case .theme: .themes
    case .center: .nextTab
    case .filter: .find
    case .badge: .setBadge
    case .user: .user
    case .compare: .compare
    case .link: .linkNumber
    case .refresh: .refresh
    case .quit: .quitNow
    }
  }

  /// Why it is kept from the audience that there is; nil where it is not.
  func whyHidden(_ state: AppState) -> String? { ActionRegistry[action].whyHidden(state) }

  /// The possible arguments; nil where there are more than a few.
  func choices(_ state: AppState) -> [String]? {
    switch self {
    case .theme: state.themeChoices?.map(\.theme.name)
    case .center: state.centers.map { state.name(of: $0) }
    case .refresh: state.profile.capabilities.lists == .one ? [] : ["all"]
    case .filter, .badge, .user, .compare, .link, .quit: nil
    }
  }
}

extension ActionID {
  /// The command that asks for the argument of the action; nil where it needs none.
  var command: FrontCommand? {
    switch self {
    case .tabNumber: .center
    case .linkNumber: .link
    default: nil
    }
  }
}

extension AppState {
  /// - Returns: why not, as a sentence that stays beside the typed text; nil when it is done or under way.
  mutating func run(_ command: FrontCommand, _ argument: String, _ effects: inout [AppEffect]) -> String? {
    if let why = whyDisabled(command) { return why }
    switch command {
    case .theme: return runTheme(argument, &effects)
    case .center: return showCenter(named: argument)
    case .filter: return narrowList(to: argument)
    case .badge:
      guard let count = Int(argument) else { return "“\(argument)” is not a number." }
      guard !isSettingBadge else { return "The previous change is still in progress." }
      isSettingBadge = true
      effects.append(.setBadge(count))
    case .user: effects += logIn(as: argument)
    case .compare: effects += compare(with: argument)
    case .link:
      guard let number = Int(argument), let links = detail?.links,
        links.contains(where: { $0.number == number })
      else { return "There is no link “\(argument)”; this message has \(detail?.links.count ?? 0)." }
      detail?.link = number
      scrollToLink()
    case .refresh:
      guard ["", "all"].contains(argument) else { return "“refresh” takes no argument, or “all”." }
      effects += perform(argument.isEmpty ? .refresh : .refreshAll)
    case .quit:
      guard argument.isEmpty else { return "“quit” takes no argument." }
      effects.append(.quit)
    }
    return nil
  }

  /// Why a command cannot be done now.
  func whyDisabled(_ command: FrontCommand) -> String? {
    var below = self
    below.layer = nil
    let action = ActionRegistry[command.action]
    if command == .link, ![.detail, .found].contains(below.context) {
      return "Only in an open message."
    }
    return action.whyDisabled(below)
  }

  private mutating func runTheme(_ name: String, _ effects: inout [AppEffect]) -> String? {
    guard let choices = themeChoices else { return nil }
    guard let choice = choices.first(where: { $0.theme.name == name }) else {
      return "Unknown theme “\(name)”. Themes: \(choices.map(\.theme.name).joined(separator: ", "))."
    }
    theme = choice.theme
    effects.append(.saveTheme(choice.theme.name))
    return nil
  }

  private mutating func showCenter(named name: String) -> String? {
    let (lists, asked) = (centers, name.lowercased())
    // First the name on a tab, then the number of a tab, as for the key, even where another list has it as its own name.
    let found =
      lists.first { self.name(of: $0).lowercased() == asked }
      ?? Int(name).flatMap { lists.indices.contains($0 - 1) ? lists[$0 - 1] : nil }
      ?? lists.first { $0.rawValue.lowercased() == asked }
    guard let found else {
      let names = lists.map { self.name(of: $0) }.joined(separator: ", ")
      return "There is no \(profile.capabilities.list) “\(name)”. There are: \(names)."
    }
    _ = show(found)
    return nil
  }
}
