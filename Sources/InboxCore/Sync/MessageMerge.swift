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

    /// Takes its parts as they are; nothing is checked.
    public init(message: Message, cacheState: CacheState, server: ChangeDecision.ServerMark? = .unread) {
      self.message = message
      self.cacheState = cacheState
      self.server = server
    }
  }

  /// What the archive must do, in one transaction.
  public struct Plan: Hashable, Sendable {
    /// Messages that were never seen: insert, unread.
    public var inserts: [Message] = []
    /// Known messages whose record changed or that are listed again: overwrite the record, never read, deleted or
    /// rich content.
    public var updates: [Message] = []
    /// How many of the updates say something else than before, apart from what only the raw record holds.
    public var changed = 0
    /// How many of the updates were not listed by the response before.
    public var relisted = 0
    /// How many of those had left the list, and come back to it.
    public var returned = 0
    /// Messages that the response no longer lists, and why.
    public var gone: [MessageKey: CacheState] = [:]
    /// What the server says of messages that it said otherwise of before (VE-4).
    public var marks: [MessageKey: ChangeDecision.ServerMark] = [:]
    /// Messages of other centers with the id of one that is new here (MC-20).
    public var twins: [MessageKey] = []
    /// The messages of the list that another application served and this one does not list, with that application (VE-3).
    public var foreign: [MessageKey: String] = [:]

    /// Whether the response brought something new (MC-13).
    public var bringsNews: Bool { !inserts.isEmpty || !updates.isEmpty }
    /// Whether anything changes at all.
    public var isEmpty: Bool { !bringsNews && gone.isEmpty && read.isEmpty }
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
  ///   - page: The readable messages of the response.
  ///   - malformed: Records of the response that could not be read: they count against the cap and are not an absence.
  ///   - absence: What it means that a known message is not among them.
  ///   - removed: Messages that are no longer in the list, whatever absence means.
  ///   - setAside: Records of the response that are shown in no list: they count against the cap as well.
  ///   - elsewhere: Messages of other centers with an id of this response.
  ///   - read: Messages of the response that the server calls read; nil where it says nothing of it.
  ///   - undated: Messages of the response that have no time of their own: known ones keep theirs.
  ///   - keepsRichContent: Whether the rich content that first came with a message stays (MC-7).
  public static func plan(
    known: [Known], page: [Message], malformed: [MalformedMessage] = [], setAside: [SetAsideMessage] = [],
    elsewhere: [MessageKey] = [],
    absence: FetchedPage.Absence = .unlisted(cap: nil), removed: Set<MessageID> = [],
    read: Set<MessageID>? = nil, undated: Set<MessageID> = [], keepsRichContent: Bool = false
  ) -> Plan {
    var plan = Plan()
    let before = Dictionary(known.map { ($0.message.key, $0) }) { _, last in last }
    var newest: [MessageKey: Message] = [:]
    var order: [MessageKey] = []
    for var message in page {
      let first = before[message.key]?.message
      if let first, undated.contains(message.id) { message.sent = first.sent }
      if let first, keepsRichContent { message.richHTML = first.richHTML ?? message.richHTML }
      if newest.updateValue(message, forKey: message.key) == nil { order.append(message.key) }
    }
    for message in order.compactMap({ newest[$0] }) {
      guard let old = before[message.key] else {
        plan.inserts.append(message)
        continue
      }
      let isRelisted = old.cacheState != .listed
      guard old.message != message || isRelisted else { continue }
      plan.updates.append(message)
      if isRelisted { plan.relisted += 1 }
      var shown = message
      shown.raw = old.message.raw
      if old.cacheState == .disabled || old.cacheState.isTakenAway {
        plan.returned += 1
      } else if old.message != shown {
        plan.changed += 1
      }
    }
    if let read { plan.marks = marks(order, read, before) }
    let new = Set(plan.inserts.map(\.id))
    plan.twins = elsewhere.filter { new.contains($0.id) }
    for old in known where old.cacheState == .listed && removed.contains(old.message.id) {
      plan.gone[old.message.key] = .removed
    }
    let aside = Set(setAside.map { MessageID($0.id) })
    for old in known where aside.contains(old.message.id) && newest[old.message.key] == nil {
      guard !old.cacheState.isTakenAway, old.cacheState != .disabled else { continue }
      plan.gone[old.message.key] = .setAside
    }
    let (cap, missing): (Int?, CacheState)
    switch absence {
    case .meansNothing: return plan
    case .unlisted(let limit): (cap, missing) = (limit, .withdrawn)
    case .removed(let limit): (cap, missing) = (limit, .removed)
    }
    // A record without an id may be any of the known messages: then nothing can be said of an absence.
    guard malformed.allSatisfy({ $0.id != nil }) else { return plan }
    let there = aside.union(malformed.compactMap { $0.id.map { MessageID($0) } })
    // A cap counts what is not shown as well, and a message that is there twice once.
    let received = newest.count + malformed.recordCount + setAside.count
    let oldest = newest.values.map(\.sent).min()
    // A full response without a date that can be read says nothing of what it left out.
    if let cap, received >= cap, oldest == nil { return plan }
    // A whole inbox that is not full lacks nothing that an earlier one had pushed out.
    let isWhole = cap.map { received < $0 } ?? true
    let expected: Set<CacheState> = missing == .removed && isWhole ? [.listed, .pushedOut] : [.listed]
    for old in known where expected.contains(old.cacheState) && newest[old.message.key] == nil {
      guard !there.contains(old.message.id) else { continue }
      let explained = cap.map { received >= $0 } ?? false && oldest.map { old.message.sent <= $0 } ?? false
      // The person restored it here after the server had deleted it: the server no longer lists it, and it stays (VE-4).
      let state = missing == .removed && old.server?.explainsAbsence == true ? .withdrawn : missing
      plan.gone[old.message.key] = explained ? .pushedOut : state
    }
    return plan
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
