/// Where the keys go: exactly one context at a time.
package enum ActionContext: String, CaseIterable, Sendable, Codable {
  case list, find, detail, events, help, narrow, found, badge, user, disabling, deleting, center, domain,
    command
  case faults, outcome, event, proof, lens, reason, stale, themes, tour, launch, looks, comparing, comparison
  case notices, card

  /// Whether text is typed there; the keys that end the line are fixed.
  package var isTextField: Bool {
    switch self {
    case .find, .narrow, .badge, .user, .command, .comparing: true
    default: false
    }
  }

  /// Whether one of a few things is chosen there: no letter leaves it, so that a typed name does nothing below.
  var isPicker: Bool { [.themes, .launch, .faults].contains(self) }

  /// Whether a choice is made or a question is waiting there: Esc leaves it, whatever a key map says.
  var asks: Bool { isPicker || [.disabling, .deleting].contains(self) }

  /// Where the keys of what an audience looks at come first.
  static let underLooks: Set<ActionContext> = [.list, .detail]

  /// The context that handles the keys that have no meaning in this one.
  var fallback: ActionContext? { self == .found ? .detail : nil }

  /// Whether a line that is typed into there takes the key itself.
  func takes(_ key: Key) -> Bool {
    guard isTextField else { return false }
    if self == .command, [.tab, .up, .down, .control("p"), .control("n")].contains(key) { return true }
    var line = LineEditor()
    let accepts = { (character: Character) in self != .badge || Self.isOfBadge(character) }
    return line.take(key, most: 1, accepts: accepts) != nil
  }

  /// Whether a character can be part of a typed badge.
  static func isOfBadge(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || character == "-"
  }

  /// How the help names it.
  package var title: String {
    switch self {
    case .list: "message list"
    case .find: "filter line"
    case .detail: "message"
    case .events: "event pane"
    case .narrow: "filter of a page"
    case .found: "message while finding"
    case .badge: "badge dialog"
    case .user: "sign-in dialog"
    case .disabling: "disable dialog"
    case .deleting: "delete dialog"
    case .center: "center details"
    case .domain: "domain check"
    case .command: "command line"
    case .outcome: "link outcome"
    case .reason: "lens reason"
    case .launch: "campaigns"
    case .looks: "while presenting"
    case .comparing: "compare dialog"
    case .card: "first card"
    case .help, .faults, .event, .proof, .lens, .stale, .themes, .tour, .comparison, .notices: rawValue
    }
  }
}
