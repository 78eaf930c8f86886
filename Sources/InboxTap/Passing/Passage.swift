import struct Foundation.Date
import InboxEvidence
import InboxSandbox
import InboxVendors
import NIOCore
import NIOHTTP1

/// One request and its response while they pass: what is retained of them for a reader.
struct Passage {
  /// What becomes of the vendor's response.
  enum Response {
    /// It passes as it comes.
    case passed
    /// The beginning of its body passes, as if that were all.
    case cut(CutBody)
    /// It is dropped, and the app gets this fault.
    case replaced(Fault)
    /// It is dropped: the app got the tap's own.
    case dropped
  }

  var response = Response.passed
  var isRequestOver = false
  var isResponseOver = false
  /// How many bytes passed in each direction after both sides left HTTP; nil while they speak it.
  var tunnel: (up: Int, down: Int)?
  let method: HTTPMethod
  /// Whether the app speaks HTTP/1.0, which has no chunks, and waits for the end of a connection.
  let isOld: Bool
  /// Whether the app holds its body back until it is invited to send it (RFC 9110 §10.1.1).
  private(set) var holdsBody: Bool
  /// Why there is no response of the vendor's, or not all of it.
  private var failure: String?
  private var tapped: TappedExchange
  private var sent = RetainedBody()
  private var received = RetainedBody()
  private let start = NIODeadline.now()
  private let limit: Int

  /// - Parameters:
  ///   - url: What the vendor is asked.
  ///   - limit: How many bytes of each body are retained.
  init(_ head: HTTPRequestHead, url: String, number: Int, limit: Int) {
    method = head.method
    isOld = head.version != .http1_1
    let expectation = head.headers.first(name: "expect")?.lowercased()
    holdsBody = !isOld && expectation == "100-continue"
    self.limit = limit
    tapped = TappedExchange(
      HTTPExchange(
        number: number, started: Date(), method: head.method.rawValue, url: url,
        requestHeaders: head.headers.map { WireHeader($0.name, $0.value) }))
  }

  mutating func invite() { holdsBody = false }

  mutating func send(_ body: ByteBuffer) {
    holdsBody = false
    sent.append(body, limit: limit)
  }

  mutating func receive(_ head: HTTPResponseHead) {
    tapped.exchange.status = Int(head.status.code)
    tapped.exchange.responseHeaders = head.headers.map { WireHeader($0.name, $0.value) }
    tapped.firstByte = milliseconds
  }

  mutating func receive(_ body: ByteBuffer) { received.append(body, limit: limit) }

  mutating func strike(_ fault: Fault) { intervention.fault = fault.words }

  /// There is no response of the vendor's, or not all of it; the first reason counts.
  mutating func fail(_ reason: String) { failure = failure ?? reason }

  /// What the tap does to it.
  var intervention: TapIntervention {
    get { tapped.exchange.tap ?? TapIntervention() }
    set { tapped.exchange.tap = newValue }
  }

  /// What is known now.
  ///
  /// - Parameter error: Why there is no response, or not all of it.
  func result(error: String? = nil) -> TappedExchange {
    var result = tapped
    result.exchange.requestBody = sent.data
    result.requestSize = sent.size
    result.exchange.milliseconds = milliseconds
    result.exchange.error = failure ?? error
    if case .passed = response {} else { result.exchange.tap?.reachedApp = false }
    if let tunnel {
      (result.requestSize, result.exchange.responseSize) = tunnel
      return result
    }
    guard tapped.exchange.status != nil else { return result }
    result.exchange.responseBody = received.data
    result.exchange.responseSize = received.size
    return result
  }

  /// The status of the vendor's response; nil while there is none.
  var status: Int? { tapped.exchange.status }

  /// Whether nothing of a response is here.
  var isUntouched: Bool { status == nil }

  private var milliseconds: Int { Int((NIODeadline.now() - start).nanoseconds / 1_000_000) }
}
