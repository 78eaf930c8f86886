public import struct Foundation.Data
public import struct Foundation.Date
public import InboxModel

/// A response to the fetch of one center: the good messages, the bad ones with a reason (MC-9), and the bytes as they
/// came (MC-14).
public struct FetchedPage: Hashable, Sendable {
  /// Messages that could be read, in the order of the response.
  public var messages: [Message]
  /// Records that could not.
  public var malformed: [MalformedMessage]
  /// Records that belong in no list.
  public var setAside: [SetAsideMessage] = []
  /// When the oldest of those was made, where they say it: a full response reaches back as far.
  public var oldestSetAside: Date?
  /// The response's body, for capturing.
  public var raw: Data
  /// The request that it belongs to.
  public var requestURL: String
  /// Where the list goes on the next time; nil where it is requested from its beginning: where nothing has changed, the
  /// cursor of the request is it again.
  public var cursor: FetchCursor?
  /// What it means that a known message is not in it.
  public var absence: Absence
  /// Messages that are no longer in the list, whatever absence means.
  public var removed: Set<MessageID> = []

  /// Which of the messages the server calls read; nil where it says nothing of it (VE-4).
  public var read: Set<MessageID>?
  /// What the back end needs again to change a message (VE-6).
  public var stamps: [MessageID: MessageStamp] = [:]
  /// Messages of which the server gives no time: theirs is when they were seen first, which the archive knows.
  public var undated: Set<MessageID> = []
  /// What is to be said of messages that could be read, such as what was assumed of them; as the end of a sentence.
  public var notes: [MessageID: String] = [:]

  /// What the absence of a message from a page means (VE-2).
  public enum Absence: Hashable, Sendable {
    /// It is no longer in the list: pushed out by newer ones where the page holds as many as the cap (MC-4), else
    /// withdrawn (MC-11).
    case unlisted(cap: Int?)
    /// The vendor removed it from the inbox, and its own SDK removes it from the device: it was deleted elsewhere, has
    /// expired or was withdrawn (QA-5). What newer ones pushed out, where the page holds as many as the cap, is not
    /// removed.
    case removed(cap: Int?)
    /// Nothing: the page holds what changed.
    case meansNothing
  }

  /// Whether a page holds all of an inbox from which the vendor removes: what it lacks is not there, nor has it been
  /// pushed out.
  public var isWholeInbox: Bool {
    guard case .removed(let cap) = absence else { return false }
    return cap.map { receivedCount < $0 } ?? true
  }

  /// How many records count against a cap: also those that are not shown, and one that is there twice once.
  public var receivedCount: Int { Set(messages.map(\.key)).count + malformed.recordCount + setAside.count }

  /// Takes its parts as they are; nothing is checked.
  public init(
    messages: [Message], malformed: [MalformedMessage] = [], raw: Data = Data(), requestURL: String = "",
    cursor: FetchCursor? = nil, absence: Absence = .unlisted(cap: nil)
  ) {
    self.messages = messages
    self.malformed = malformed
    self.raw = raw
    self.requestURL = requestURL
    self.cursor = cursor
    self.absence = absence
  }

  /// What of the list cannot be read once this page goes on where the page before it ended: also what earlier pages
  /// held, until a page has the record again.
  public func malformed(after earlier: [MalformedMessage]) -> [MalformedMessage] {
    let again = Set(messages.map(\.id.rawValue) + malformed.compactMap(\.id))
    // Of one without an id, the same fault under the same title is the same record again.
    let left = earlier.filter { old in
      old.id.map { !again.contains($0) }
        ?? !malformed.contains { ($0.id, $0.reason, $0.title) == (nil, old.reason, old.title) }
    }
    return (left + malformed).bounded
  }

  /// The same of what was set aside; as many are named as of those that cannot be read.
  public func setAside(after earlier: [SetAsideMessage]) -> [SetAsideMessage] {
    let again = Set(messages.map(\.id.rawValue) + setAside.map(\.id))
    return (earlier.filter { !again.contains($0.id) } + setAside).suffix(MalformedMessage.most)
  }
}
