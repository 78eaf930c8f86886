import Foundation
import InboxCore
import InboxTOML
import InboxTransport

/// Reads `config.toml` (or text of its form) into a profile, and refuses what would surprise later.
nonisolated struct ConfigFile {
  private let root: TOMLFields

  /// - Throws: ``TOMLFileError`` with line and column.
  init(text: String, name: String) throws(TOMLFileError) {
    root = try TOMLFields.parse(text, file: name)
    try root.allow(only: ["default", "profile"])
  }

  /// The profile that is opened without `--profile`.
  func defaultName() throws(TOMLFileError) -> String { try root.text("default") ?? "default" }

  /// The names of all profiles.
  func names() throws(TOMLFileError) -> [String] { try root.inner("profile")?.keys.sorted() ?? [] }

  /// Reads one profile.
  ///
  /// - Throws: ``TOMLFileError`` naming the key, or ``InboxError/configuration(_:)`` for a profile that is not there.
  func profile(_ name: String) throws -> Profile {
    guard let fields = try root.inner("profile")?.inner(name) else {
      let known = try names()
      throw InboxError.configuration(
        "There is no profile “\(name)” in the configuration. "
          + (known.isEmpty ? "It has none." : "It has: \(known.joined(separator: ", ")).")
          + " ‘inbox --profile sandbox’ needs none.")
    }
    try fields.allow(only: [
      "back-end", "app-token", "account-token", "user", "centers", "enabled", "refresh", "cache", "session",
      "outbox", "links", "routes",
    ])
    return Profile(
      name: name, folder: StateFolder.profile(name), settings: try settings(fields),
      user: try user(fields), transport: try transport(fields), links: try links(fields))
  }

  private func user(_ fields: TOMLFields) throws(TOMLFileError) -> String? {
    guard let user = try fields.text("user") else { return nil }
    guard user.contains(where: { !$0.isWhitespace }) else {
      throw fields.error(
        "user", "it is blank. Write the USER_IDENTIFIER, or leave the key out for this device.")
    }
    return user
  }

  private func settings(_ fields: TOMLFields) throws -> MessageCenterSettings {
    var settings = MessageCenterSettings(centers: try CenterList(fields.texts("centers") ?? []))
    settings.isEnabled = try fields.flag("enabled") ?? true
    if let refresh = try fields.inner("refresh") {
      try refresh.allow(only: ["interval"])
      settings.refreshInterval = try refresh.seconds("interval", atLeast: 5) ?? 300
    }
    if let cache = try fields.inner("cache") {
      try cache.allow(only: ["retention-days"])
      let days = try cache.whole("retention-days", 1...3_650) ?? 15
      settings.retention = RetentionPolicy(days: Double(days))
    }
    if let session = try fields.inner("session") {
      try session.allow(only: ["ends-on-open", "displays"])
      settings.sessionEndsOnOpen = try session.flag("ends-on-open") ?? false
      settings.displayDelivery = try session.choice("displays", of: DisplayDelivery.self) ?? .asShown
    }
    if let outbox = try fields.inner("outbox") {
      try outbox.allow(only: ["events"])
      settings.outboxLimit = OutboxLimit(events: try outbox.whole("events", 100...1_000_000) ?? 10_000)
    }
    return settings
  }

  private func transport(_ fields: TOMLFields) throws -> TransportSettings {
    let backEnd = try fields.requiredText("back-end")
    guard let url = URLComponents(string: backEnd), url.scheme == "https" || url.scheme == "http",
      url.host?.isEmpty == false
    else {
      throw fields.error("back-end", "“\(backEnd)” is no address. Write it like \"https://mc.example.com\".")
    }
    guard url.user == nil, url.password == nil else {
      throw fields.error(
        "back-end", "it carries a user name or password. Tokens go into app-token and account-token.")
    }
    guard url.scheme == "https" || ["127.0.0.1", "localhost", "[::1]", "::1"].contains(url.host ?? "") else {
      throw fields.error("back-end", "tokens go over https only, except to this machine. Write https://.")
    }
    return TransportSettings(
      backEnd: backEnd, appToken: try fields.requiredText("app-token"),
      accountToken: try fields.requiredText("account-token"))
  }

  private func links(_ fields: TOMLFields) throws(TOMLFileError) -> LinkSettings {
    var links = LinkSettings(routes: try routes(fields))
    guard let table = try fields.inner("links") else { return links }
    try table.allow(only: ["branded-domains", "app-paths"])
    links.brandedDomains = Set((try table.texts("branded-domains") ?? []).map { $0.lowercased() })
    if let paths = try table.texts("app-paths") {
      if let bad = paths.first(where: { !$0.hasPrefix("/") }) {
        throw table.error("app-paths", "“\(bad)” never matches: a path begins with a slash.")
      }
      links.appPaths = paths
    }
    return links
  }

  private func routes(_ fields: TOMLFields) throws(TOMLFileError) -> RouteTable {
    var routes: [RouteTable.Route] = []
    for row in try fields.list("routes") {
      try row.allow(only: ["pattern", "screen"])
      routes.append(.init(pattern: try row.requiredText("pattern"), screen: try row.requiredText("screen")))
    }
    return RouteTable(routes)
  }
}
