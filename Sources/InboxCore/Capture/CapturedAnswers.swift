import struct Foundation.Data

/// Answers that were captured elsewhere, put together as a back end that serves them and takes nothing (MC-14).
///
/// They are looked at with ``MessageCenterSettings/isReadOnly``.
public struct CapturedAnswers: Hashable, Sendable {
  /// One answer, or several of one file.
  public struct Source: Hashable, Sendable {
    /// What it is called, such as a file's name.
    public var name: String
    /// The records in it, readable or not.
    public var records: [JSONValue]

    /// Names records.
    public init(name: String, records: [JSONValue]) {
      self.name = name
      self.records = records
    }
  }

  /// Where they are from.
  public let sources: [String]
  /// The centers that have a tab.
  public let centers: CenterList
  /// The centers beyond the five that an app can have (MC-2).
  public let leftOut: [CenterName]
  private let records: [CenterName: [JSONValue]]

  /// Puts answers together; of two records with one id in one center the later one counts.
  public init(_ answers: [Source]) throws(InboxError) {
    sources = answers.map(\.name)
    var records: [CenterName: [JSONValue]] = [:]
    var order: [CenterName] = []
    for record in answers.flatMap(\.records) {
      // A record that cannot be read still says where it belongs, as far as it says anything.
      let named = record["message_center_name"]?.text.flatMap { $0.isEmpty ? nil : CenterName($0) }
      let center = named ?? .primary
      if records[center] == nil { order.append(center) }
      records[center, default: []].append(record)
    }
    let custom = order.filter { $0 != .primary }
    let most = CenterList.maximum - 1
    centers = try CenterList(custom.prefix(most).map(\.rawValue))
    leftOut = Array(custom.dropFirst(most))
    self.records = records
  }

  /// The first center that holds something.
  public var first: CenterName { centers.first { records[$0] != nil } ?? .primary }

  /// The back end that serves them, and takes nothing.
  public var backEnd: BackEnd {
    BackEnd(
      fetch: { center, _ throws(InboxError) in
        let list = JSONValue.object(["messages": .array(records[center] ?? [])])
        return RawAnswer(
          body: Data(list.serialized.utf8), requestURL: "captured: \(sources.joined(separator: ", "))")
      },
      richContent: { _, url, _ throws(InboxError) in
        throw .captured("the rich content at \(url) is not fetched, as that would be a request")
      },
      report: { _, _ throws(InboxError) in throw .captured("nothing is reported") },
      setBadge: { _, _ throws(InboxError) in throw .captured(Self.noBadge) },
      pushes: { _ in AsyncThrowingStream { $0.finish() } })
  }

  static let noBadge = "the badge is held by the server, of which they say nothing"
}
