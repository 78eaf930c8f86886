import InboxModel

/// The parts of a URL that virtual hosting needs.
enum WebAddress {
  /// The host of a URL, normalized for comparison; nil for another scheme, and where it has no host that can be asked.
  static func host(of url: String, schemes: Set<String>) -> String? {
    guard let link = WebLink(valid: url), schemes.contains(link.scheme) else { return nil }
    return HostName.normalized(link.host)
  }

  /// What is wrong with a URL of a file, as a sentence that ends with what it should be; nil for a good one.
  static func problem(of url: String, schemes: Set<String>, kind: String) -> String? {
    do {
      return schemes.contains(try WebLink(url).scheme) ? nil : "“\(url)” is no \(kind)."
    } catch { return "“\(url)” is no \(kind): \(error.reason)." }
  }

  /// A URL as a server is asked for it, on the port of its scheme; nil for what is no web link.
  static func requested(_ url: String) -> String? {
    WebLink(valid: url).map { $0.text(host: HostName.normalized($0.host), port: nil) }
  }

  /// The host of a Host header, without its port, normalized for comparison.
  static func host(authority: String) -> String {
    guard authority.hasPrefix("["), let end = authority.firstIndex(of: "]") else {
      return HostName.normalized(String(authority.prefix { $0 != ":" }))
    }
    return HostName.normalized(String(authority[...end]))
  }
}
