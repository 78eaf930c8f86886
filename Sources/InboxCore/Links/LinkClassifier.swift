/// Tells from the text of a link what may be done with it.
///
/// Links are hostile input: whatever is not understood is refused, never run (UL-14). Hosts are compared whole, without
/// case and port, never by a part of them.
public struct LinkClassifier: Hashable, Sendable {
  /// Longer links are shown but not followed.
  public static let longest = 8_192
  /// Schemes that can run code or read files on the person's machine.
  private static let dangerous: Set<String> = [
    "javascript", "data", "file", "vbscript", "blob", "about", "view-source", "filesystem", "jar",
  ]

  /// The app's settings.
  public var settings: LinkSettings

  /// Makes a classifier.
  public init(settings: LinkSettings) { self.settings = settings }

  /// Classifies a link without any request.
  public func classify(_ link: String) -> LinkClass {
    if let reason = Self.flaw(in: link) { return .refused(reason) }
    guard let colon = link.firstIndex(of: ":"), colon != link.startIndex else {
      return .refused("it has no scheme such as https:")
    }
    let scheme = link[..<colon].lowercased()
    guard scheme.first?.isLetter == true, scheme.allSatisfy(Self.isSchemeCharacter) else {
      return .refused("“\(scheme.prefix(20))” is not a scheme")
    }
    if Self.dangerous.contains(scheme) { return .refused("\(scheme): links are never run") }
    guard scheme == "https" || scheme == "http" else { return .customScheme }
    do {
      return classify(try WebLink(link))
    } catch {
      return .refused(error.reason)
    }
  }

  private func classify(_ link: WebLink) -> LinkClass {
    if settings.brandedDomains.contains(link.host) {
      let isApp = link.scheme == "https" && settings.appPaths.contains(link.comparablePath)
      return isApp ? .responsysApp : .responsysOther
    }
    if settings.appsFlyer.isEmailDomain(link.host) { return .appsFlyerEmail }
    if settings.appsFlyer.isOneLink(link.host) { return .oneLink }
    if let reason = HostName.lookAlike(link.host) { return .refused(reason) }
    guard link.scheme == "https" else { return .web }
    if settings.campaignDomains.contains(link.host) { return .bloomreach }
    return CampaignData(link)?.isCampaign == true ? .bloomreach : .web
  }

  /// What no link may hold, whatever its scheme.
  static func flaw(in link: String) -> String? {
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

  private static func isSchemeCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }
}
