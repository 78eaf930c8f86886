import struct Foundation.URLComponents

/// Tells from the text of a link what may be done with it.
///
/// Links are hostile input: whatever is not understood is refused, never run (UL-14).
public struct LinkClassifier: Hashable, Sendable {
  /// Longer links are shown but not followed.
  public static let longest = 8_192
  /// Schemes that can run code or read files on the person's machine.
  private static let dangerous: Set<String> = ["javascript", "data", "file", "vbscript", "blob", "about"]

  /// The app's settings.
  public var settings: LinkSettings

  /// Makes a classifier.
  public init(settings: LinkSettings) { self.settings = settings }

  /// Classifies a link without any request.
  public func classify(_ link: String) -> LinkClass {
    if link.isEmpty { return .refused("the link is empty") }
    if link.utf8.count > Self.longest {
      return .refused("it is \(link.utf8.count) bytes long; more than \(Self.longest) are not followed")
    }
    if link.unicodeScalars.contains(where: { $0.value < 0x21 || (0x7F...0xA0).contains($0.value) }) {
      return .refused("it contains blanks or control characters")
    }
    guard let colon = link.firstIndex(of: ":"), colon != link.startIndex else {
      return .refused("it has no scheme such as https:")
    }
    let scheme = link[..<colon].lowercased()
    guard scheme.first?.isLetter == true, scheme.allSatisfy(isSchemeCharacter) else {
      return .refused("“\(scheme.prefix(20))” is not a scheme")
    }
    if Self.dangerous.contains(scheme) { return .refused("\(scheme): links are never run") }
    guard scheme == "https" || scheme == "http" else { return .customScheme }
    return classifyWeb(link, scheme: scheme)
  }

  private func classifyWeb(_ link: String, scheme: String) -> LinkClass {
    guard let url = URLComponents(string: link, encodingInvalidCharacters: false),
      let host = url.host?.lowercased(), !host.isEmpty
    else { return .refused("it is not a well-formed URL") }
    if url.user != nil || url.password != nil {
      return .refused("it carries a user name, which hides the real host \(host)")
    }
    guard settings.brandedDomains.contains(host) else { return .web }
    return scheme == "https" && settings.appPaths.contains(url.path) ? .responsysApp : .responsysOther
  }

  private func isSchemeCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }
}
