import struct Foundation.Data
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
  /// The body, at most a megabyte.
  func bodyData() async throws -> Data {
    do {
      let buffer = try await body.collect(upTo: 1 << 20)
      return Data(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Refusal(status: .contentTooLarge, error: "The body is larger than a megabyte.")
    }
  }

  func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// A parameter of the query, as it stands; the first when it is repeated.
  func query(_ name: String) -> String? {
    uri.queryParameters[Substring(name)].map { String($0) }
  }
}
