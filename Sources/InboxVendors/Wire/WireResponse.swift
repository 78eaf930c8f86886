public import struct Foundation.Data
import InboxCore
public import InboxModel

/// The whole response to a ``WireRequest``, whatever its status.
public struct WireResponse: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The head, in order.
  public var headers: [WireHeader]
  /// The body, decoded; empty where ``flaw`` says why it was left out.
  public var body: Data
  /// Seconds that the server asks to wait, from when the response came; nil where it does not ask.
  public var retryAfter: Int?
  /// What a failure says of itself: the beginning of the body in one line, without secrets.
  public var detail: String
  /// Why the body was left out, as a clause: it is too long, cannot be decoded, or is not all here.
  ///
  /// The network sets it only for requests that change something, as there the status alone says what the server did;
  /// of what passed a tap any body may lack a part.
  public var flaw: String?

  /// Takes its parts as they are; nothing is checked.
  public init(
    status: Int, headers: [WireHeader] = [], body: Data = Data(), retryAfter: Int? = nil, detail: String = ""
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.retryAfter = retryAfter
    self.detail = detail
  }

  /// Whether the status is one of 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the body holds nothing to read.
  var isBlank: Bool { body.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

  /// Refuses what is not a success, by what its status means for any vendor; a vendor looks at its own statuses first.
  ///
  /// - Throws: ``InboxError/serverBusy(status:retryAfter:)`` or ``InboxError/refused(status:detail:)``.
  public func check() throws(InboxError) {
    if let error = InboxError(status: status, retryAfter: retryAfter, detail: detail) { throw error }
  }

  /// Refuses a response whose body is needed and was left out.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)``.
  func requireBody() throws(InboxError) {
    if let flaw { throw .invalidPayload(flaw) }
  }

  /// The text of a page that a sender's web host keeps (``WireRequest/page(_:about:)``).
  ///
  /// - Throws: ``InboxError/contentUnavailable(url:reason:)`` for any other status, and for an empty page.
  public func page(at url: String) throws(InboxError) -> String {
    guard isSuccess, !isBlank else {
      let lack = isSuccess && !body.isEmpty ? " and an empty page" : ""
      throw .contentUnavailable(url: url, reason: "the web host responded with status \(status)\(lack)")
    }
    return String(decoding: body, as: UTF8.self)
  }
}
