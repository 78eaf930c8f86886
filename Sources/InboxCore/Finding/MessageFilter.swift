public import InboxModel

/// What a list is narrowed to (FE-6): every term must hold.
///
/// What is not in the list is never found: the rule of the list (MC-10) holds before any filter.
public struct MessageFilter: Hashable, Sendable {
  /// A word or a phrase.
  public struct Word: Hashable, Sendable {
    /// As it is compared with ``SearchText/folded``.
    public let folded: String
    /// As it is compared with ``SearchText/plain``, where it has a capital; nil where its case means nothing.
    public let exact: String?

    /// Takes a word as it was typed.
    public init(_ text: String) {
      folded = SearchText.folded(text)
      let isExact = text.unicodeScalars.contains { $0.properties.isUppercase }
      exact = isExact ? SearchText.plain(text) : nil
    }
  }

  /// What a term asks for.
  public enum Condition: Hashable, Sendable {
    /// A word or phrase somewhere in the ``SearchText``.
    case text(Word)
    /// In the list and not read.
    case unread
    case read
    /// Expired: in a list only where captured responses are looked at.
    case expired
    /// Expires within the next day.
    case expiring
    /// What Enter does with it.
    case kind(MessageKind)
    /// It leads somewhere: a deep link, or a web address in what it says.
    case link
    case deepLink
    case icon
    /// Its rich content is here, as received with the message or was fetched.
    case html
    /// It belongs to a center.
    case center(CenterName)
    /// Its id has this in it, in whatever case.
    case id(String)
    /// Sent before a day or moment.
    case sentBefore(FilterDate)
    /// Sent on a day or later, or after a moment.
    case sentAfter(FilterDate)
    /// Expires before a day or moment.
    case expiresBefore(FilterDate)
    /// Expires after a day or moment.
    case expiresAfter(FilterDate)
    /// Expires on a day.
    case expiresOn(FilterDate)
    /// Never expires.
    case expiresNever
  }

  /// A condition that must hold, or must not.
  public struct Term: Hashable, Sendable {
    /// What is requested.
    public var condition: Condition
    /// Whether it must not be so.
    public var isNegated: Bool

    /// Takes its parts as they are; nothing is checked.
    public init(_ condition: Condition, isNegated: Bool = false) {
      self.condition = condition
      self.isNegated = isNegated
    }

    /// Whether it says which center is meant.
    var namesCenter: Bool { if case .center = condition { !isNegated } else { false } }
  }

  /// How long before its end a message is expiring, in seconds.
  public static let expiringSoon = 86_400.0

  /// The terms, in the order typed.
  public let terms: [Term]

  /// Takes its parts as they are; nothing is checked.
  public init(_ terms: [Term]) { self.terms = terms }

  /// Lets everything through.
  public static let everything = MessageFilter([])

  /// Whether it lets everything through.
  public var isEmpty: Bool { terms.isEmpty }

  /// Whether it says which center is meant: then it looks through all of them.
  public var namesCenter: Bool { terms.contains(where: \.namesCenter) }

  /// The rest of it, for one center.
  public var withoutCenters: Self { Self(terms.filter { !$0.namesCenter }) }

  /// Whether a mark decides what it lets through.
  public var asksWhetherRead: Bool { terms.contains { [.read, .unread].contains($0.condition) } }

  /// Whether what it lets through depends on how late it is.
  public var changesWithTime: Bool {
    terms.contains { term in
      switch term.condition {
      case .expiring: true
      case .sentBefore(let date), .sentAfter(let date), .expiresBefore(let date), .expiresAfter(let date),
        .expiresOn(let date):
        date.isRelative
      default: false
      }
    }
  }

  /// Whether it asks for what is expired, which no list shows but that of captured responses.
  public var asksForExpired: Bool { terms.contains(Term(.expired)) }
}
