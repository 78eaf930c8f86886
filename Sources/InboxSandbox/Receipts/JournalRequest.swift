/// One request in the journal of everything that came in.
package struct JournalRequest: Hashable, Sendable, Codable {
  /// When it was answered, ISO 8601 in UTC; empty until it is stored.
  package var time = ""
  /// The method.
  package var method: String
  /// The Host header.
  package var host: String
  /// Path and query.
  package var path: String
  /// The identity header, if there was one.
  package var identity: String?
  /// The status of the answer.
  package var status: Int

  private enum CodingKeys: String, CodingKey {
    case method, host, path, identity, status
    case time = "ts"
  }
}
