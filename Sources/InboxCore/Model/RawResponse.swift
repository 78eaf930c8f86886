public import struct Foundation.Data

/// The bytes of an answer and the request that it answers, whatever they are (MC-14).
public struct RawResponse: Hashable, Sendable {
  /// The body as it came.
  public var body: Data
  /// The request's URL.
  public var requestURL: String

  /// Makes an answer.
  public init(body: Data, requestURL: String) {
    self.body = body
    self.requestURL = requestURL
  }
}
