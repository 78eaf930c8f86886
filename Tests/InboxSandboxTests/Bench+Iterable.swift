import InboxModel
import InboxSandbox
import Testing

/// Iterable's stand-in, as apps and servers reach it.
extension Bench {
  /// A client with one of the project's keys.
  enum IterableKey {
    case app, token, server
  }

  func iterable(_ key: IterableKey = .app, _ headers: [String] = []) throws -> RawClient {
    let endpoint = try sandbox.endpoint.vendor(.iterable)
    let value =
      switch key {
      case .app: try endpoint["apiKey"]
      case .token: try endpoint["tokenKey"]
      case .server: try endpoint["serverKey"]
      }
    return RawClient(port: port, headers: ["Api-Key: \(value)"] + headers)
  }

  /// The ids of a user's in-app messages, with a `*` behind those that are read.
  func iterableInbox(_ user: String = "email=maria@tarnvelo.example") async throws -> [String] {
    let reply = try await iterable().get("/iterable/api/inApp/getMessages?count=100&\(user)")
    return try reply.json["inAppMessages"]?.elements?.map {
      ($0["messageId"]?.text ?? "?") + ($0["read"]?.flag == true ? "*" : "")
    } ?? []
  }

  static let iterableSuccess = #"{"code":"Success","msg":"","params":null}"#
}
