public import InboxModel

/// What a back end has and accepts (VE-2).
///
/// What a vendor does not have is said in words, never shown as 0, never sent, never counted as missing by a report.
public struct Capabilities: Hashable, Sendable {
  /// What the lists of a vendor are.
  public enum Lists: String, Hashable, Sendable, Codable {
    /// Message centers, each fetched by itself.
    case centers
    /// One inbox.
    case one
    /// Placements of one app.
    case placements
  }

  /// What a fetch brings.
  public enum Paging: String, Hashable, Sendable, Codable {
    /// The whole list, each time.
    case whole
    /// What changed since the cursor.
    case increment
  }

  /// Where a mark that a person makes is stored.
  public enum Marks: String, Hashable, Sendable, Codable {
    /// On this device alone (MC-18).
    case here
    /// On the server too (VE-4).
    case server
  }

  /// Whose number the app's badge is.
  public enum Badge: String, Hashable, Sendable, Codable {
    /// The server's: it can be set there (BD-1).
    case server
    /// No one's but the app's own: it shows how many messages are unread.
    case unread
    case none
  }

  /// The vendor's name, for sentences.
  public var vendor: String
  /// What the vendor calls the name that a person signs in with, with its article, for sentences.
  public var personID = "a user id"
  /// What its lists are.
  public var lists: Lists
  /// What a fetch brings.
  public var paging: Paging
  /// The most messages that one response lists; nil for no limit that is known (MC-4).
  public var cap: Int?
  /// Days that the vendor's own cache keeps a message after its last fetch; nil where it keeps none (MC-6).
  public var retentionDays: Double?
  /// Where it is kept that a message is read.
  public var read: Marks
  /// Where it is kept that a message is unread again.
  public var unread: Marks
  /// Whether the server marks a message read when it takes an open of it.
  public var opensMarkRead = false
  /// Where deletions are stored.
  public var deletion: Marks
  /// Whether it takes displays (EN-1).
  public var displays: Bool
  /// Whether it takes opens (EN-4).
  public var opens: Bool
  /// Whether it takes clicks on links of a message (VE-5).
  public var clicks = false
  /// Whether it takes that a message was closed.
  public var closes = false
  /// Whether it takes that the device has a message for the first time.
  public var deliveries = false
  /// Whether it counts the rows that were seen, once for each visit of the inbox.
  public var impressions = false
  /// What the vendor calls the events that it takes, by ``EngagementEvent/Kind``: “trackInAppOpen”.
  public var eventNames: [String: String] = [:]
  /// The most events, and the most changes, that one request carries.
  public var batch = 100
  /// Whose number the badge is.
  public var badge: Badge
  /// Whether rich content is served once only (MC-17).
  public var servesRichContentOnce: Bool
  /// Whether there is a line on which it pushes.
  public var liveLine: Bool
  /// Whether the vendor has requests that say what it recorded (VE-14); a profile also needs a key for them, and then
  /// has ``BackEnd/readBack``.
  public var readBack: Bool
  /// Whether its SDK has a switch that turns the feature off (MC-1).
  public var offSwitch: Bool
  /// Whether URLs are percent-encoded as a whole on its wire (MC-8).
  public var encodesURLs: Bool
  /// A text that HTML must hold, in whichever case: the vendor's iOS SDK deletes a message without it on the server,
  /// unseen.
  public var neededInHTML: String?

  /// The capabilities of a vendor of which only the name is known: it lists messages, and accepts nothing.
  public init(vendor: String) {
    self.vendor = vendor
    lists = .one
    paging = .whole
    (read, unread, deletion) = (.here, .here, .here)
    (displays, opens) = (false, false)
    badge = .none
    (servesRichContentOnce, liveLine, readBack) = (false, false, false)
    (offSwitch, encodesURLs) = (false, false)
  }
}

extension Capabilities: Codable {
  private enum CodingKeys: String, CodingKey {
    case vendor, personID, lists, paging, cap, retentionDays, read, unread, opensMarkRead, deletion,
      displays, opens, clicks, closes, deliveries, impressions, eventNames, batch, badge
    case servesRichContentOnce, liveLine, readBack, offSwitch, encodesURLs, neededInHTML
  }

  /// Reads what was written when there were fewer of them; what is not said is not there.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
      value = try fields.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init(vendor: try fields.decode(String.self, forKey: .vendor))
    try read(.personID, &personID)
    try read(.lists, &lists)
    try read(.paging, &paging)
    try read(.cap, &cap)
    try read(.retentionDays, &retentionDays)
    try read(.read, &self.read)
    try read(.unread, &unread)
    try read(.opensMarkRead, &opensMarkRead)
    try read(.deletion, &deletion)
    try read(.displays, &displays)
    try read(.opens, &opens)
    try read(.clicks, &clicks)
    try read(.closes, &closes)
    try read(.deliveries, &deliveries)
    try read(.impressions, &impressions)
    try read(.eventNames, &eventNames)
    try read(.batch, &batch)
    try read(.badge, &badge)
    try read(.servesRichContentOnce, &servesRichContentOnce)
    try read(.liveLine, &liveLine)
    try read(.readBack, &readBack)
    try read(.offSwitch, &offSwitch)
    try read(.encodesURLs, &encodesURLs)
    try read(.neededInHTML, &neededInHTML)
  }

  /// Whether messages of a list may say when they expire: what is shown in a placement does not (wires.md §2.4).
  public func expires(in list: CenterName) -> Bool { !isPlacement(list) }

  /// The most messages that one response of a list has (MC-4); a placement comes whole beside the inbox.
  public func cap(of list: CenterName) -> Int? { isPlacement(list) ? nil : cap }

  /// Where deletions of a list's messages are stored; what is in a placement is the placement's.
  public func deletion(in list: CenterName) -> Marks { isPlacement(list) ? .here : deletion }

  private func isPlacement(_ list: CenterName) -> Bool {
    list != .primary && [.one, .placements].contains(lists)
  }

  /// The changes of a message that the server takes.
  public var changes: Set<MessageChange.Kind> {
    let marks: [(Marks, MessageChange.Kind)] = [
      (read, .read), (unread, .unread), (deletion, .delete),
    ]
    return Set(marks.filter { $0.0 == .server }.map(\.1))
  }
}
