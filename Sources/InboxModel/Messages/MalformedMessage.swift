/// A record of a response that could not be read (MC-9), or all that follow the ``most`` that are named.
public struct MalformedMessage: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Its place in the response, from 0.
  public var index: Int
  /// Its id, when that much could be read.
  public var id: String?
  /// What is wrong with it, as the end of a sentence.
  public var reason: String
  /// How many records it stands for, which are not named; nil for one that is.
  public var unnamed: Int?
  /// The words of its row, where it has no id and so much could be read.
  public var title: String?

  /// How many unreadable records of a response are named each: there may be millions.
  public static let most = 1_000

  /// Takes its parts as they are; nothing is checked.
  public init(index: Int, id: String?, reason: String, unnamed: Int? = nil, title: String? = nil) {
    self.index = index
    self.id = id
    self.reason = reason
    self.unnamed = unnamed
    self.title = title
  }

  /// Stands for records that are not named; it has no id, so nothing can be said of the absence of a message.
  static func unnamed(_ count: Int, index: Int) -> Self {
    let reason = "\(count) more \(count == 1 ? "record" : "records") cannot be read"
    return Self(index: index, id: nil, reason: reason, unnamed: count)
  }

  /// Whether an id names it.
  public var hasID: Bool { id?.isEmpty == false }

  /// What it is called in a sentence: its id, else its place and its title.
  public var name: String {
    if let id, hasID { return "“\(id)”" }
    return "number \(index + 1)" + (title.map { " (“\($0)”)" } ?? "")
  }

  /// What is said of it, as a sentence without its full stop.
  public var description: String {
    unnamed == nil ? "message \(name) was left out: \(reason)" : reason
  }
}

extension [MalformedMessage] {
  /// How many records could not be read.
  public var recordCount: Int { reduce(0) { $0 + ($1.unnamed ?? 1) } }

  /// The newest that may be named, and behind them one that stands for all others.
  package var bounded: Self {
    let named = filter { $0.unnamed == nil }.suffix(MalformedMessage.most)
    let rest = recordCount - named.count
    return rest == 0 ? Self(named) : named + [.unnamed(rest, index: named.count)]
  }
}
