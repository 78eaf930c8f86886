public import struct Foundation.Date
public import InboxModel

/// Merges a response into what the archive holds (MC-7, MC-9, MC-11, MC-20).
public enum MessageMerge {
  /// What the archive knows of a message that may be touched.
  public struct Known: Hashable, Sendable {
    /// The message as stored.
    public var message: Message
    /// Whether the last response listed it.
    public var cacheState: CacheState
    /// What the server said of it last; nil where what the response says of it is older than what it took from here.
    public var server: ChangeDecision.ServerMark?
    /// Whether the person deleted it: what becomes of it no one sees.
    public var isDeleted: Bool

    /// Takes its parts as they are; nothing is checked.
    public init(
      message: Message, cacheState: CacheState, server: ChangeDecision.ServerMark? = .unread,
      isDeleted: Bool = false
    ) {
      self.message = message
      self.cacheState = cacheState
      self.server = server
      self.isDeleted = isDeleted
    }
  }

  /// What the archive must do, in one transaction.
  public struct Plan: Hashable, Sendable {
    /// Messages that were never seen: insert, unread.
    public var inserts: [Message] = []
    /// How many of them had expired before they came.
    public var expired = 0
    /// Known messages whose record changed or that are listed again: overwrite the record, never read, deleted or
    /// rich content.
    public var updates: [Message] = []
    /// How many of the updates say something else than before that can be seen: not what only the raw record holds, nor
    /// of what is in no list.
    public var changed = 0
    /// How many of the updates were not listed by the response before, and can be seen.
    public var relisted = 0
    /// How many of those had left the list, and come back to it.
    public var returned = 0
    /// Messages that the response no longer lists, and why.
    public var gone: [MessageKey: CacheState] = [:]
    /// Those of them that are news: of what was restored here it was known that the server has it no more.
    public var missed: [MessageKey: CacheState] { gone.filter { $0.value != .restored } }
    /// What the server says of messages that it said otherwise of before (VE-4).
    public var marks: [MessageKey: ChangeDecision.ServerMark] = [:]
    /// Messages of other centers with the id of one that is new here (MC-20).
    public var twins: [MessageKey] = []
    /// The messages of the list that another application served and this one does not list, with that application
    /// (VE-3).
    public var foreign: [MessageKey: String] = [:]

    /// Whether nothing is done, as another response was merged since this one was requested: what that one says is newer.
    public var isOvertaken = false
    /// Nothing is done.
    public static let overtaken = Plan(isOvertaken: true)

    /// How many messages are new in the list.
    public var new: Int { inserts.count - expired }
    /// Whether the response brought something new (MC-13).
    public var bringsNews: Bool { new > 0 || changed > 0 || relisted > 0 }
    /// Whether anything changes at all.
    public var isEmpty: Bool { inserts.isEmpty && updates.isEmpty && gone.isEmpty && read.isEmpty }
    /// Messages that were read elsewhere: read here, too.
    ///
    /// A server's “unread” makes none unread.
    public var read: [MessageKey] {
      marks.filter { $0.value == .read }.keys.sorted { $0.id.rawValue < $1.id.rawValue }
    }
  }

  /// Compares a response with what is known; applying the plan twice changes nothing the second time.
  ///
  /// - Parameters:
  ///   - known: Rows of this center and identity that the last response listed, and rows with an id of this response.
  ///   - page: The response.
  ///   - elsewhere: Messages of other centers with an id of this response.
  ///   - keepsRichContent: Whether the rich content that first came with a message stays (MC-7).
  ///   - now: Decides what has expired, and so is in no list; nil where the list shows that as well.
  public static func plan(
    known: [Known], page: FetchedPage, elsewhere: [MessageKey] = [], keepsRichContent: Bool = false,
    at now: Date? = nil
  ) -> Plan {
    let before = Dictionary(known.map { ($0.message.key, $0) }) { _, last in last }
    var newest: [MessageKey: Message] = [:]
    var order: [MessageKey] = []
    for var message in page.messages {
      let first = before[message.key]?.message
      if let first, page.undated.contains(message.id) { message.sent = first.sent }
      if let first, keepsRichContent { message.richHTML = first.richHTML ?? message.richHTML }
      if newest.updateValue(message, forKey: message.key) == nil { order.append(message.key) }
    }
    var plan = listed(order.compactMap { newest[$0] }, before, at: now)
    if let read = page.read { plan.marks = marks(order, read, before) }
    let new = Set(plan.inserts.map(\.id))
    plan.twins = elsewhere.filter { new.contains($0.id) }
    plan.gone = taken(known, page, newest).merging(absent(known, page, newest)) { taken, _ in taken }
    return plan
  }

  /// What the response lists, each message once.
  private static func listed(
    _ messages: [Message], _ before: [MessageKey: Known], at now: Date?
  ) -> Plan {
    func isExpired(_ message: Message) -> Bool {
      guard let now, let expiry = message.expiry else { return false }
      return ExpiryPolicy.isExpired(expiry, at: now)
    }
    var plan = Plan()
    for message in messages {
      guard let old = before[message.key] else {
        plan.inserts.append(message)
        if isExpired(message) { plan.expired += 1 }
        continue
      }
      let isRelisted = old.cacheState != .listed
      // Texts are equal in every Unicode form: only the record's bytes say whether it is written as before.
      let isSame = old.message == message && old.message.raw.hasBytes(of: message.raw)
      guard !isSame || isRelisted else { continue }
      plan.updates.append(message)
      // What was in the list, and what is in it now, can be seen.
      guard !old.isDeleted, !isExpired(message) || !isRelisted && !isExpired(old.message) else { continue }
      if isRelisted { plan.relisted += 1 }
      var shown = message
      shown.raw = old.message.raw
      if old.cacheState == .disabled || old.cacheState.isTakenAway {
        plan.returned += 1
      } else if old.message != shown {
        plan.changed += 1
      }
    }
    return plan
  }

  /// What the response says has left the list.
  private static func taken(
    _ known: [Known], _ page: FetchedPage, _ newest: [MessageKey: Message]
  ) -> [MessageKey: CacheState] {
    var gone: [MessageKey: CacheState] = [:]
    for old in known where old.cacheState == .listed && page.removed.contains(old.message.id) {
      gone[old.message.key] = .removed
    }
    let aside = Set(page.setAside.map { MessageID($0.id) })
    for old in known where aside.contains(old.message.id) && newest[old.message.key] == nil {
      guard !old.cacheState.isTakenAway, old.cacheState != .disabled else { continue }
      gone[old.message.key] = .setAside
    }
    return gone
  }

  /// What the response should list, and does not.
  private static func absent(
    _ known: [Known], _ page: FetchedPage, _ newest: [MessageKey: Message]
  ) -> [MessageKey: CacheState] {
    let (cap, missing): (Int?, CacheState)
    switch page.absence {
    case .meansNothing: return [:]
    case .unlisted(let limit): (cap, missing) = (limit, .withdrawn)
    case .removed(let limit): (cap, missing) = (limit, .removed)
    }
    // A record without an id may be any of the known messages: then nothing can be said of an absence.
    guard page.malformed.allSatisfy({ $0.id != nil }) else { return [:] }
    let isFull = cap.map { page.receivedCount >= $0 } ?? false
    let oldest = (newest.values.map(\.sent) + [page.oldestSetAside].compactMap(\.self)).min()
    // A full response without a date that can be read says nothing of what it left out.
    if isFull, oldest == nil { return [:] }
    let there = Set((page.malformed.compactMap(\.id) + page.setAside.map(\.id)).map { MessageID($0) })
    // A whole inbox that is not full lacks nothing that an earlier one had pushed out.
    let expected: Set<CacheState> = page.isWholeInbox ? [.listed, .pushedOut] : [.listed]
    var gone: [MessageKey: CacheState] = [:]
    for old in known where expected.contains(old.cacheState) && newest[old.message.key] == nil {
      guard !there.contains(old.message.id) else { continue }
      let isPushedOut = isFull && oldest.map { old.message.sent <= $0 } ?? false
      // The person restored it here after the server had deleted it: the server no longer lists it, and it stays
      // (VE-4).
      let state = missing == .removed && old.server?.explainsAbsence == true ? .restored : missing
      gone[old.message.key] = isPushedOut ? .pushedOut : state
    }
    return gone
  }

  /// Only what is new counts: a mark that a person made since, and that the server does not take, stays.
  private static func marks(
    _ listed: [MessageKey], _ read: Set<MessageID>, _ before: [MessageKey: Known]
  ) -> [MessageKey: ChangeDecision.ServerMark] {
    var marks: [MessageKey: ChangeDecision.ServerMark] = [:]
    for key in listed {
      let mark: ChangeDecision.ServerMark = read.contains(key.id) ? .read : .unread
      if let known = before[key] {
        guard let server = known.server, server != mark else { continue }
        // What a try of ours may have sent it is not news: the person has marked the message otherwise since.
        if mark == .read, server == .unknown { continue }
        if mark == .read, server == .perhapsDeleted {
          marks[key] = .unknown
          continue
        }
      } else if mark == .unread {
        continue
      }
      marks[key] = mark
    }
    return marks
  }
}
