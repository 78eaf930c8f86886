import InboxModel

/// The address at which clients reach a sandbox behind something that ends TLS.
package struct PublicURL: Hashable, Sendable {
  /// Without a slash at the end: `https://sandbox.example.net`.
  package let text: String
  private let link: WebLink

  /// - Returns: nil for what is not an address of http or https, and for one with a path.
  package init?(_ text: String) {
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let link = WebLink(valid: self.text), link.path.isEmpty, link.query == nil, link.fragment == nil
    else { return nil }
    self.link = link
  }

  /// Whether a Host field names it.
  func isNamed(by authority: String) -> Bool {
    WebLink(valid: "\(link.scheme)://\(authority)")?.hasSameOrigin(as: link) == true
  }
}
