/// What a client of Bloomreach's stand-in needs.
package struct BloomreachEndpoint: Hashable, Sendable, Codable {
  /// Without a slash at the end; under ``host`` over HTTPS the same paths are at the root.
  package var baseURL: String
  package var host: String
  /// The project token, which is in paths.
  package var project: String
  /// The `Authorization` header of a project: `Token …`.
  package var authorization: String
  /// The id of its one event stream.
  package var stream: String
  /// What signs customer tokens (HS256).
  package var tokenSecret: String
  /// `kid` of a customer token.
  package var tokenKeyID: String
}

/// What a client of Iterable's stand-in needs.
package struct IterableEndpoint: Hashable, Sendable, Codable {
  /// Without a slash at the end; under ``host`` over HTTPS the same paths are at the root.
  package var baseURL: String
  package var host: String
  /// The key of apps (`Api-Key`).
  package var apiKey: String
  /// A key of apps that asks for a user's token besides.
  package var tokenKey: String
  /// The key of servers, which may read events and launch.
  package var serverKey: String
  /// What signs users' tokens (HS256).
  package var tokenSecret: String
}
