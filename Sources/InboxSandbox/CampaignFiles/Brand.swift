/// Whose messages these are: the `[brand]` of a campaign file.
package struct Brand: Hashable, Sendable, Codable {
  /// The name that people read.
  package var name: String
  /// The branded domain of its tracked links, lower case.
  package var domain: String
  /// The custom scheme of its app's deep links; empty for none.
  package var scheme: String

  /// Makes a brand.
  package init(name: String, domain: String, scheme: String) {
    self.name = name
    self.domain = domain.lowercased()
    self.scheme = scheme
  }
}
