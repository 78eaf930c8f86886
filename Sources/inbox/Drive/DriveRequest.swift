import InboxCore
import InboxModel

/// What one line of ‘inbox drive’ asks for (QA-6).
nonisolated enum DriveRequest: Hashable, Sendable {
  /// Fetch one list, or all.
  case refresh(list: String?)
  /// Say how everything stands.
  case state
  /// These rows are fully visible from now on, and no others.
  case look(list: String?, ids: [String])
  case open(Target)
  case close(Target, by: EngagementGesture.Closing, link: String?)
  case click(Target, EngagementGesture.Link)
  case mark([Target], read: Bool)
  case setDeleted([Target], Bool)
  case rich(Target)
  /// Set the badge; 0 is a reset.
  case badge(Int)
  case link(String, isDryRun: Bool)
  case identity(PersonName)
  case appear
  case disappear
  case flush(seconds: Double)
  /// Change the sandbox's clock; nil only says how it goes.
  case clock(ClockChange?)
  case quit

  /// A message by its id, and by its list where the id is in more than one.
  struct Target: Hashable, Sendable {
    var id: String
    var list: String?
  }

  /// What may stand as `do`.
  static let verbs = [
    "refresh", "state", "look", "open", "close", "click", "read", "unread", "delete", "restore", "rich",
    "badge", "link", "identity", "appear", "disappear", "flush", "clock", "quit",
  ]

  /// Seconds that `flush` waits where the line says nothing.
  static let flushTimeout = 10.0

  /// The verb that marks a message, where it is one that does.
  func mark(of message: String?) -> String? {
    let (targets, verb): ([Target], String) =
      switch self {
      case .mark(let targets, let isRead): (targets, isRead ? "read" : "unread")
      case .setDeleted(let targets, let isDeleted): (targets, isDeleted ? "delete" : "restore")
      case .open(let target): ([target], "read")
      default: ([], "")
      }
    return targets.contains { $0.id == message } ? verb : nil
  }

  /// Reads the fields of a line.
  ///
  /// - Throws: ``DriveProblem/usage(_:)`` for an unknown verb, a missing field, one of a wrong type and one that the verb
  ///   does not have.
  init(_ members: [String: JSONValue]) throws(DriveProblem) {
    var fields = DriveFields(members: members)
    let verb = try fields.text("do", "one of \(Self.verbs.joined(separator: ", "))")
    switch verb {
    case "refresh": self = .refresh(list: try fields.list())
    case "state": self = .state
    case "look": self = .look(list: try fields.list(), ids: try fields.texts("ids"))
    case "open": self = .open(try fields.target())
    case "close":
      let target = try fields.target()
      let closing = try fields.value("by", "“back” or “link”") {
        $0.text.flatMap { EngagementGesture.Closing(rawValue: $0) }
      }
      self = .close(target, by: closing ?? .back, link: try fields.optionalText("url"))
    case "click":
      let label = try fields.optionalText("label")
      self = .click(try fields.target(), .init(try fields.text("url", "the link's address"), label: label))
    case "read", "unread": self = .mark(try fields.targets(), read: verb == "read")
    case "delete", "restore": self = .setDeleted(try fields.targets(), verb == "delete")
    case "rich": self = .rich(try fields.target())
    case "badge": self = .badge(try fields.value("count", "a whole number", \.integer) ?? 0)
    case "link":
      let isDryRun = try fields.value("dryRun", "true or false", \.flag) ?? false
      self = .link(try fields.text("url", "the link's address"), isDryRun: isDryRun)
    case "identity": self = .identity(try fields.person())
    case "appear": self = .appear
    case "disappear": self = .disappear
    case "flush":
      let seconds = try fields.value("seconds", "a number of seconds from 0 to 3600") {
        $0.number.flatMap { (0...3_600).contains($0) ? $0 : nil }
      }
      self = .flush(seconds: seconds ?? Self.flushTimeout)
    case "clock":
      let change = try fields.value("change", "a change of the clock: \(ClockChange.forms)") {
        $0.text.flatMap { ClockChange($0) }
      }
      self = .clock(change)
    case "quit": self = .quit
    default:
      throw .usage("“\(verb)” is not a command. Commands: \(Self.verbs.joined(separator: ", ")).")
    }
    try fields.requireKnown(verb)
  }
}
