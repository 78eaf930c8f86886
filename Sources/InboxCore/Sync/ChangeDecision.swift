import InboxModel

/// Decides what a mark that a person makes does to the queue of changes for the server (VE-4).
///
/// At most one change of a message waits: the next one takes its place. So read then unread sends the last alone, read
/// then delete sends the delete alone, and a mark that brings back what the server holds sends nothing. Where the
/// server does not take the last mark, nothing is sent either: the one before is not true any more.
public struct ChangeDecision: Hashable, Sendable {
  /// What a person did to a message.
  public enum Act: Hashable, Sendable {
    /// Read it, or marked it read.
    case read
    /// Marked it unread.
    case unread
    /// Deleted it.
    case deleted
    /// Brought it back.
    case restored(isRead: Bool)

    /// The change that makes the server hold the same.
    var kind: MessageChange.Kind {
      switch self {
      case .read, .restored(isRead: true): .read
      case .unread, .restored(isRead: false): .unread
      case .deleted: .delete
      }
    }
  }

  /// What the server holds of a message.
  public enum ServerMark: String, Hashable, Sendable {
    /// Unread, or never heard of otherwise.
    case unread
    /// Read.
    case read
    /// It took a delete.
    case deleted
    /// A change that was handed to the network, and given up before a response.
    case unknown
    /// A delete that was handed to the network, and taken back before a response.
    case perhapsDeleted = "perhaps-deleted"

    /// Whether it says nothing that the message is missing in the server's list.
    var explainsAbsence: Bool { [.deleted, .perhapsDeleted].contains(self) }
  }

  /// The change of the message that waits.
  public struct Waiting: Hashable, Sendable {
    /// What the server is to do.
    public var kind: MessageChange.Kind
    /// How often it was handed to the network; with 0 the server cannot have seen it.
    public var tries: Int

    /// Takes its parts as they are; nothing is checked.
    public init(_ kind: MessageChange.Kind, tries: Int) {
      self.kind = kind
      self.tries = tries
    }
  }

  /// What the person did.
  public let act: Act
  /// What waited before.
  public let waiting: Waiting?
  /// What the server held before, as far as that is known.
  public let before: ServerMark
  /// Whether what waited leaves the queue.
  public private(set) var withdraws = false
  /// What is queued now.
  public private(set) var sends: MessageChange.Kind?
  /// What the server holds, as far as that is known now.
  public private(set) var server: ServerMark
  private let isTaken: Bool

  /// Decides on a mark.
  ///
  /// - Parameter takes: What the server takes.
  public init(
    _ act: Act, waiting: Waiting?, server: ServerMark, takes: Set<MessageChange.Kind>
  ) {
    self.act = act
    self.waiting = waiting
    before = server
    self.server = server
    isTaken = takes.contains(act.kind)
    decide()
  }

  private mutating func decide() {
    switch act {
    case .read, .unread:
      // The message goes anyhow.
      guard waiting?.kind != .delete else { return }
      guard isTaken else {
        withdraws = waiting.map { $0.kind != act.kind } ?? false
        if withdraws, let waiting { doubt(waiting) }
        return
      }
      replace()
    case .deleted:
      if isTaken { replace() }
    case .restored:
      // Whether the server has seen the delete or not: it is not asked again.
      guard let waiting, waiting.kind == .delete else { return }
      withdraws = true
      if isTaken { queue() }
      // Until the server lists it again, it may have taken it.
      if waiting.tries > 0 { server = .perhapsDeleted }
    }
  }

  private mutating func replace() {
    guard waiting?.kind != act.kind else { return }
    if let waiting {
      withdraws = true
      doubt(waiting)
    }
    queue()
  }

  private mutating func doubt(_ waiting: Waiting) {
    if waiting.tries > 0, server != .perhapsDeleted { server = .unknown }
  }

  private mutating func queue() {
    switch (act.kind, server) {
    case (_, .deleted), (.read, .read), (.unread, .unread): break
    default: sends = act.kind
    }
  }

  /// What is to be said of it; nil where that was said of what waits.
  ///
  /// - Parameter vendor: The vendor's name.
  public func words(vendor: String) -> String? {
    if case .restored = act { return wordsOfReturn(vendor) }
    if let sends { return "\(sends.words): waits to be sent to \(vendor)" }
    if withdraws, !isTaken, let waiting, waiting.tries > 0 {
      return
        "\(act.kind.words) on this device only: \(vendor) takes no such mark, and “\(waiting.kind.words)” is not sent "
        + "again; it was sent \(waiting.tries.counted("time")) without a response, so \(vendor) may hold it"
    }
    if withdraws {
      return "\(act.kind.words): \(vendor) has not seen that it was otherwise, so nothing is sent"
    }
    if isTaken, waiting == nil {
      let what = server == .deleted ? "has deleted it" : "holds that already"
      return "\(act.kind.words): \(vendor) \(what), so nothing is sent"
    }
    guard !isTaken, waiting?.kind != .delete else { return nil }
    return "\(act.kind.words) on this device only: \(vendor) takes no such mark"
  }

  private func wordsOfReturn(_ vendor: String) -> String? {
    if before == .deleted {
      return "restored on this device only: \(vendor) has deleted it and cannot undo that"
    }
    guard let waiting, waiting.kind == .delete else { return nil }
    guard waiting.tries > 0 else { return "restored: \(vendor) has not seen the delete" }
    return
      "restored here: the delete is not sent again, but it was sent \(waiting.tries.counted("time")) without a response, so "
      + "\(vendor) may have deleted it and cannot undo that"
  }
}

extension MessageChange.Kind {
  /// The change in words.
  public var words: String {
    switch self {
    case .read: "marked read"
    case .unread: "marked unread"
    case .delete: "deleted"
    }
  }

  /// What the server holds once it has taken it.
  public var mark: ChangeDecision.ServerMark {
    switch self {
    case .read: .read
    case .unread: .unread
    case .delete: .deleted
    }
  }
}
