public import struct Foundation.Data

/// The bytes of a response and the request that it belongs to, whatever they are (MC-14).
public struct RawResponse: Hashable, Sendable {
  /// The body as received.
  public var body: Data
  /// The request's URL.
  public var requestURL: String

  /// Takes its parts as they are; nothing is checked.
  public init(body: Data, requestURL: String) {
    self.body = body
    self.requestURL = requestURL
  }
}
