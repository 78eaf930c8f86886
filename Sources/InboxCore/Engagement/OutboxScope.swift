public import struct Foundation.UUID
public import InboxModel

/// Which of the stored rows may be sent now: a row goes to the application that it was made for, and to no other.
public struct OutboxScope: Hashable, Sendable {
  /// The runs whose rows are sent.
  public var runs: Set<UUID>
  /// The application (``BackEnd/application``); nil for rows of any, which is for looking from outside.
  public var application: String?
  /// The one person whose rows are sent, where requests carry that person's token; nil for everyone's.
  public var person: Identity?

  /// Takes its parts as they are; nothing is checked.
  public init(runs: Set<UUID>, application: String? = nil, person: Identity? = nil) {
    self.runs = runs
    self.application = application
    self.person = person
  }
}

/// What becomes of what is held for another account, once the person says so.
public enum HeldFate: String, Hashable, Sendable, CaseIterable {
  /// It goes to the account that the profile names now: it is the same one, whose key was renewed.
  case send
  /// It is never sent.
  case drop
}

/// Events and changes that wait for another account than the profile's, or for another person of it: they are kept, and
/// sent when the profile points there again.
public struct HeldRows: Hashable, Sendable {
  /// The application that they were made for.
  public var application: String
  /// Whose they are.
  public var person: Identity
  /// How many.
  public var count: Int
  /// Whether it is the profile's account, and only the person is another one, whose token they need.
  public var isOfPerson: Bool

  /// Takes its parts as they are; nothing is checked.
  public init(application: String, person: Identity, count: Int, isOfPerson: Bool = false) {
    self.application = application
    self.person = person
    self.count = count
    self.isOfPerson = isOfPerson
  }
}

extension HeldRows: CustomStringConvertible {
  /// A full sentence.
  public var description: String {
    let what =
      count.counted("event or change", "events and changes")
      + " of \(person.label) \(count == 1 ? "is" : "are") held"
    guard !isOfPerson else {
      return "\(what) until the profile is opened as that person, whose token they need."
    }
    return
      "\(what) for another account (\(application)): nothing of them is sent until the profile names it again, for that "
      + "person. If it is the same account with a new key, ‘inbox list --held send’ sends them to the account that the "
      + "profile names now; ‘inbox list --held drop’ drops them."
  }
}
