/// Whose messages these are: the `[brand]` of a campaign file.
package struct Brand: Hashable, Sendable, Codable {
  /// The name that people read.
  package var name: String
  /// The branded domain of its tracked links, lower case.
  package var domain: String
  /// The custom scheme of its app's deep links; empty for none.
  package var scheme: String
  /// The click domain of its email service, lower case; nil for none (UL-10).
  package var emailDomain: String?
  /// The domain of its OneLinks, lower case; nil for none.
  package var oneLinkDomain: String?
  /// The domain whose universal links its app tracks with Bloomreach, lower case; nil for none (UL-11).
  package var appDomain: String?

  /// Makes a brand.
  package init(
    name: String, domain: String, scheme: String, emailDomain: String? = nil, oneLinkDomain: String? = nil,
    appDomain: String? = nil
  ) {
    self.name = name
    self.domain = domain.lowercased()
    self.scheme = scheme
    self.emailDomain = emailDomain?.lowercased()
    self.oneLinkDomain = oneLinkDomain?.lowercased()
    self.appDomain = appDomain?.lowercased()
  }

  /// Every host that its links are on.
  package var hosts: Set<String> { Set([domain, emailDomain, oneLinkDomain, appDomain].compactMap { $0 }) }
}
