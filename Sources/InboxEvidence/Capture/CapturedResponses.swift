import struct Foundation.Data
package import InboxCore
package import InboxModel
import InboxVendors

/// Responses that were captured elsewhere, put together as a back end that serves them and takes nothing (MC-14).
///
/// They are looked at with ``MessageCenterSettings/isReadOnly``.
package struct CapturedResponses: Hashable, Sendable {
  /// One response, or several of one file.
  package struct Source: Hashable, Sendable {
    /// What it is called, such as a file's name.
    package var name: String
    /// The records in it, readable or not.
    package var records: [JSONPiece]

    package init(name: String, records: [JSONPiece]) {
      self.name = name
      self.records = records
    }
  }

  package let sources: [String]
  package let centers: CenterList
  /// The centers beyond the five that an app can have (MC-2).
  package let leftOut: [CenterName]
  private let records: [CenterName: [JSONPiece]]

  /// Puts responses together; of two records with one id in one center the later one counts.
  package init(_ responses: [Source]) throws(InboxError) {
    sources = responses.map(\.name)
    let lists = responses.flatMap(\.records).grouped { CenterName(Self.center(of: $0)) }
    let custom = lists.map(\.key).filter { $0 != .primary }
    let most = CenterList.maximum - 1
    centers = try CenterList(custom.prefix(most).map(\.rawValue))
    leftOut = Array(custom.dropFirst(most))
    records = Dictionary(uniqueKeysWithValues: lists.map { ($0.key, $0.elements) })
  }

  /// A record that cannot be read still says where it belongs, as far as that much can be read.
  private static func center(of record: JSONPiece) -> String {
    do { return try record.member("message_center_name")?.value().text ?? "" } catch { return "" }
  }

  /// The first center that holds something.
  package var first: CenterName { centers.first { records[$0] != nil } ?? .primary }

  /// The back end that serves them, and takes nothing.
  package var backEnd: BackEnd {
    BackEnd(
      capabilities: ResponsysBackEnd.capabilities,
      fetch: { request throws(InboxError) in
        // As they came, so that bytes that are not text are reported for the one that has them.
        let list = Data((records[request.center] ?? []).map(\.bytes).joined(separator: Data(",".utf8)))
        let raw = RawResponse(
          body: Data("{\"messages\":[".utf8) + list + Data("]}".utf8),
          requestURL: "captured: \(sources.joined(separator: ", "))")
        return FetchResponse(raw) { () throws(InboxError) in
          try FetchedPage(raw, center: request.center)
        }
      },
      richContent: { _, url, _ throws(InboxError) in
        throw .captured("the rich content at \(url) is not fetched, as that would be a request")
      },
      report: { _, _ throws(InboxError) in throw .captured("nothing is reported") })
  }
}
