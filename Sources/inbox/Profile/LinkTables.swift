import InboxCore
import InboxModel
import InboxTOML
import InboxTransport
import InboxTUI
import InboxVendors

/// The tables `links` and `bloomreach` of a profile.
nonisolated struct LinkTables {
  private let links: TOMLFields?
  private let bloomreach: TOMLFields?
  /// Whether the profile has an account with Bloomreach, which takes its campaign clicks unless the table names
  /// another.
  private let hasAccount: Bool

  /// - Throws: ``TOMLFileError`` for unknown keys.
  init(_ profile: TOMLFields) throws(TOMLFileError) {
    links = try profile.inner("links")
    bloomreach = try profile.inner("bloomreach")
    hasAccount = try profile.text("vendor") == VendorProfile.bloomreach.name
    try links?.allow(only: [
      "branded-domains", "app-paths", "flow", "execute-web-url", "esp-domains", "onelink-domains", "app-id",
      "associated-domains", "private-addresses", "on-open",
    ])
    try bloomreach?.allow(only: [
      "domains", "project-token", "authorization", "base-url", "automatic-session-tracking",
      "session-timeout",
    ])
  }

  func settings(routes: RouteTable) throws(TOMLFileError) -> LinkSettings {
    var settings = LinkSettings(
      brandedDomains: try hosts(links, "branded-domains"),
      appsFlyer: EmailLinkPolicy(
        emailDomains: try hosts(links, "esp-domains"), oneLinkDomains: try hosts(links, "onelink-domains")),
      campaignDomains: try hosts(bloomreach, "domains"), routes: routes)
    if let paths = try appPaths() { settings.appPaths = paths }
    settings.responsysFlow = try flow()
    return settings
  }

  /// The paths of app links, in the form in which links are compared with them; nil without the key.
  private func appPaths() throws(TOMLFileError) -> [String]? {
    guard let table = links, let paths = try table.texts("app-paths") else { return nil }
    for path in paths {
      guard path.hasPrefix("/") else {
        throw table.error("app-paths", "“\(path)” never matches: a path begins with a slash.")
      }
      if let mark = path.first(where: { "?#*".contains($0) }) {
        let why = mark == "*" ? "* is not a wildcard here" : "a path ends before \(mark)"
        throw table.error("app-paths", "“\(path)” never matches: \(why). Leave \(mark) out.")
      }
    }
    return paths.map { WebLink.comparable(path: $0) }
  }

  /// Whether addresses from a sender may be in this machine or its network.
  func privateAddresses() throws(TOMLFileError) -> PrivateAddresses {
    try links?.choice("private-addresses", of: PrivateAddresses.self) ?? .refuse
  }

  /// What opening a message does with its link (MC-19).
  func onOpen() throws(TOMLFileError) -> LinkOnOpen {
    try links?.choice("on-open", of: LinkOnOpen.self) ?? .offer
  }

  private enum Flow: String, CaseIterable { case independent, sdk }

  private func flow() throws(TOMLFileError) -> LinkSettings.ResponsysFlow {
    let executes = try links?.flag("execute-web-url")
    guard try links?.choice("flow", of: Flow.self) == .sdk else {
      if let links, executes != nil {
        throw links.error("execute-web-url", "it means nothing without flow = \"sdk\".")
      }
      return .independent
    }
    return .sdk(executesWebURL: executes ?? false)
  }

  /// How campaigns are tracked; nil without a `bloomreach` table.
  ///
  /// The device is filled in when the profile is opened.
  func campaigns() throws(TOMLFileError) -> CampaignSettings? {
    guard let bloomreach else { return nil }
    var settings = CampaignSettings(cookie: "")
    settings.tracksSessions = try bloomreach.flag("automatic-session-tracking") ?? true
    settings.sessionTimeout = Double(try bloomreach.whole("session-timeout", 5...180) ?? 60)
    return settings
  }

  /// Where campaign clicks are reported; nil while token or authorization is missing (UL-13), and where the profile's
  /// own account takes them.
  func tracking() throws(TOMLFileError) -> TrackingSettings? {
    guard let bloomreach else { return nil }
    let project = try bloomreach.text("project-token") ?? ""
    let authorization = try bloomreach.text("authorization") ?? ""
    let base = try bloomreach.text("base-url") ?? "https://api.exponea.com"
    try ConfigFile.check(base, bloomreach, "base-url")
    guard !project.isEmpty, !authorization.isEmpty else {
      let given = ["project-token", "authorization", "base-url"].first { bloomreach.keys.contains($0) }
      if hasAccount, let given {
        throw bloomreach.error(
          given,
          "campaign clicks go to the account of this profile. Leave it out, or name another project whole: project-token, "
            + "authorization and base-url.")
      }
      return nil
    }
    guard ["token ", "bearer "].contains(where: authorization.lowercased().hasPrefix) else {
      throw bloomreach.error("authorization", "it begins with “Token ” or “Bearer ”.")
    }
    return TrackingSettings(base: base, project: project, authorization: authorization)
  }

  private func hosts(_ table: TOMLFields?, _ key: String) throws(TOMLFileError) -> [String] {
    guard let table, let hosts = try table.texts(key) else { return [] }
    if let bad = hosts.first(where: { !HostName.isPlain(HostName.normalized($0)) }) {
      throw table.error(key, "“\(bad)” is not a host name. Write it like \"news.example.com\".")
    }
    return hosts.map(HostName.normalized)
  }
}
