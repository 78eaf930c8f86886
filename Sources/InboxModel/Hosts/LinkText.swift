/// The text of a link, and what may be done with it.
///
/// Links are hostile input: whatever is not understood is refused, never run (UL-14). Hosts are compared whole, without
/// case and port, never by a part of them.
public enum LinkText {
  /// Longer links are shown but not followed.
  public static let longest = 8_192
  /// Schemes that can run code or read files on the person's machine.
  private static let dangerous: Set<String> = [
    "javascript", "data", "file", "vbscript", "blob", "about", "view-source", "filesystem", "jar",
  ]

  /// What may be done with a text that should be a link.
  public enum Reading: Hashable, Sendable {
    case web(WebLink)
    /// A link with a scheme of an app's own.
    case deepLink
    /// Never run, and why.
    case refused(String)
  }

  /// Reads a text that is given as a link.
  public static func read(_ link: String) -> Reading {
    if let reason = flaw(in: link) { return .refused(reason) }
    guard let colon = link.firstIndex(of: ":"), colon != link.startIndex else {
      return .refused("it has no scheme such as https:")
    }
    let scheme = link[..<colon].lowercased()
    guard scheme.utf8.isURLScheme else {
      return .refused("“\(scheme.prefix(20))” is not a scheme")
    }
    if dangerous.contains(scheme) { return .refused("\(scheme): links are never run") }
    guard scheme == "https" || scheme == "http" else { return .deepLink }
    do { return .web(try WebLink(link)) } catch { return .refused(error.reason) }
  }

  /// What no link may hold, whatever its scheme.
  public static func flaw(in link: String) -> String? {
    if link.isEmpty { return "the link is empty" }
    if link.utf8.count > longest {
      return "it is \(link.utf8.count) bytes long; more than \(longest) are not followed"
    }
    for scalar in link.unicodeScalars {
      if scalar.value < 0x21 || (0x7F...0xA0).contains(scalar.value) {
        return "it contains blanks or control characters"
      }
      if scalar.properties.generalCategory == .format || scalar.properties.isWhitespace {
        return "it contains invisible characters"
      }
    }
    // A browser takes it for a slash, other programs for a letter: they would see two different hosts.
    return link.contains("\\") ? "it contains a backslash, which programs read differently" : nil
  }
}
