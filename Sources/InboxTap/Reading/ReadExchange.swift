import Foundation
import InboxCore
package import InboxEvidence
import InboxModel
import InboxTransport
package import InboxVendors

/// One exchange with what the app did by it.
package struct ReadExchange: Sendable {
  /// What passed, with bodies as a reader takes them: without a content coding.
  package var exchange: HTTPExchange
  /// How long it took until the response began, in milliseconds; nil where none came.
  package var firstByte: Int?
  /// How many bytes the body of the request had when it passed; of a recording, as many as it kept.
  package var requestSize: Int
  /// Whose traffic it is; nil where no reader of a vendor reads the call.
  package var reader: VendorReader?
  package var actions: [AppAction]
  /// Whether the status says success, and the body that may say otherwise is not here, or not all of it.
  private(set) var lacksBody = false
  /// What was not retained or not read, as sentences.
  package var remarks: [String] = []

  /// The most bytes that a body may have without its coding.
  private static let limit = 32 << 20

  /// Reads an exchange that passed.
  package init(_ tapped: TappedExchange) {
    var passed = tapped.exchange
    passed.truncated = tapped.truncated
    self.init(passed)
    firstByte = tapped.firstByte
    requestSize = tapped.requestSize
    if tapped.isTunnel {
      remarks.append(
        "The connection left HTTP: \(requestSize) bytes of the app and \(exchange.responseSize ?? 0) of the vendor passed, which are not read."
      )
    } else if tapped.isCut {
      remarks.append("A body is longer than what is retained of it; what passed, passed whole.")
    }
  }

  /// Reads an exchange of a recording.
  package init(_ exchange: HTTPExchange) {
    var plain = exchange
    var remarks: [String] = []
    func read(_ body: Data?, _ headers: [WireHeader], _ name: String) -> Data? {
      guard let body else { return nil }
      switch BodyCoding.plain(body, coding: Self.coding(headers), limit: Self.limit) {
      case .plain(let data): return data
      case .unread(let reason):
        remarks.append("The body of the \(name) is not read: \(reason); it passed as it is.")
        // What cannot be read cannot be masked either, and is not kept.
        return nil
      }
    }
    plain.requestBody = read(exchange.requestBody, exchange.requestHeaders, "request")
    plain.responseBody = read(exchange.responseBody, exchange.responseHeaders, "response")
    if exchange.requestBody != nil, plain.requestBody == nil { plain.truncated.insert(.request) }
    if exchange.responseBody != nil, plain.responseBody == nil { plain.truncated.insert(.response) }
    if !plain.truncated.contains(.response), plain.responseBody != exchange.responseBody {
      plain.contentSize = plain.responseBody?.count
    }
    var passed = plain.passed
    let isWhole = Self.isWhole(plain.responseBody, of: exchange.responseSize ?? 0)
    let lacksBody = !isWhole && passed.response?.isSuccess == true
    if lacksBody { passed.response?.flaw = "its body is not all here" }
    (reader, actions) = VendorReader.read(passed)
    requestSize = exchange.requestBody?.count ?? 0
    for place in actions.indices {
      if actions[place].hidesEvents, plain.truncated.contains(.request) {
        let isCut = exchange.requestBody != nil && exchange.truncated.contains(.request)
        let isCoded = !isCut && plain.requestBody == nil && !Self.coding(exchange.requestHeaders).isEmpty
        actions[place].problem =
          "the request: " + (isCoded ? "its content coding cannot be read" : "its body was not kept whole")
      }
      guard exchange.tap?.reachedApp == false, actions[place].page != nil else { continue }
      actions[place].page = nil
      actions[place].problem = "the app did not get it as the vendor sent it"
    }
    plain.about = Array(Set(actions.compactMap(\.identity))).sorted { $0.storageKey < $1.storageKey }
    self.exchange = plain
    self.lacksBody = lacksBody
    self.remarks = remarks
  }

  /// The content codings of a body, in the order in which they were applied (RFC 9110 §8.4); empty for none.
  private static func coding(_ headers: [WireHeader]) -> String {
    headers.all("content-encoding").joined(separator: ", ")
  }

  /// Whether it passed and no reader of a vendor reads the call: what it did is not known.
  var isUnread: Bool { reader == nil && (exchange.error == nil || exchange.status != nil) }

  /// When it was over.
  var end: Date { exchange.started.addingTimeInterval(Double(exchange.milliseconds) / 1_000) }

  /// Whether all of a body is here; one that was coded has another size than the one that passed.
  private static func isWhole(_ body: Data?, of size: Int) -> Bool {
    guard let body else { return size == 0 }
    return body.count >= size || (try? JSONValue.parse(body)) != nil
  }
}
