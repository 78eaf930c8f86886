import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTOML
import InboxTransport
import InboxVendors

/// Reads `config.toml` (or text of its form) into a profile, and refuses what would surprise later.
nonisolated struct ConfigFile {
  private let root: TOMLFields

  /// - Throws: ``TOMLFileError`` with line and column.
  init(text: String, name: String) throws(TOMLFileError) {
    root = try TOMLFields.parse(text, file: name)
    try root.allow(only: [
      "default", "profile", "theme", "keys", "utc", "ascii", "accessible", "mouse", "hints", "pictures",
    ])
    let profiles = try root.inner("profile")
    for name in profiles?.keys.sorted() ?? [] {
      guard let profiles, let problem = Self.problem(withName: name) else { continue }
      throw profiles.error(name, problem)
    }
  }

  /// Refuses a table for a profile that needs none; no other mistake in the file matters here.
  ///
  /// - Throws: ``TOMLFileError`` with line and column.
  static func refuseTable(_ profile: String, in text: String, name: String) throws(TOMLFileError) {
    let profiles: TOMLFields?
    do { profiles = try TOMLFields.parse(text, file: name).inner("profile") } catch { return }
    guard let profiles, profiles.isTable(profile), let problem = problem(withName: profile) else { return }
    throw profiles.error(profile, problem)
  }

  /// Why a text cannot be a profile's name; nil for a valid one.
  private static func problem(withName name: String) -> String? {
    if ProfileSource.isPlayed(name) {
      let opened = name.contains(SpaceFile.mark) ? "a space of a sandbox" : "the sandbox that runs here"
      return
        "‘--profile \(name)’ opens \(opened), so this table would never be read. Give the profile another name."
    }
    let isGood = !name.hasPrefix(".") && !name.contains("/") && !name.contains { $0.isNewline || $0 == "\0" }
    return isGood && name.contains { !$0.isWhitespace }
      ? nil : "“\(name)” cannot name the profile's folder. Write letters, digits, “-” and “_”."
  }

  /// The profile that is opened without `--profile`.
  func defaultName() throws(TOMLFileError) -> String { try root.text("default") ?? "default" }

  /// Whether that profile exists: `default` names it, or a profile has that name.
  func hasDefault() throws(TOMLFileError) -> Bool {
    if try root.text("default") != nil { return true }
    return try names().contains("default")
  }

  /// The profiles of the person's configuration; empty where it cannot be read.
  static func readableNames() -> [String] {
    guard let data = FileManager.default.contents(atPath: StateFolder.configFile) else { return [] }
    do {
      return try ConfigFile(text: String(decoding: data, as: UTF8.self), name: StateFolder.configFile).names()
    } catch { return [] }
  }

  func names() throws(TOMLFileError) -> [String] { try root.inner("profile")?.keys.sorted() ?? [] }

  /// Reads one profile.
  ///
  /// - Throws: ``TOMLFileError`` naming the key, or ``InboxError/configuration(_:)`` for a profile that does not exist.
  func profile(_ name: String) throws -> Profile {
    guard let fields = try root.inner("profile")?.inner(name) else {
      let known = try names()
      if try root.text("default") == name {
        throw root.error(
          "default",
          "there is no [profile.\(name)]. "
            + (known.isEmpty
              ? "Write one, or leave the key out." : "There are: \(known.joined(separator: ", ")).")
        )
      }
      throw InboxError.configuration(
        "There is no profile “\(name)” in the configuration. "
          + (known.isEmpty ? "It has none." : "It has: \(known.joined(separator: ", ")).")
          + (name == "default" && !known.isEmpty
            ? " Name one with --profile, or write default = \"\(known[0])\" into the configuration."
            : " \(ProfileSource.withoutOne)"))
    }
    let vendor = try VendorProfile.of(fields)
    let tables = try LinkTables(fields)
    let table = try fields.inner("links")
    let vendors = VendorSettings(
      responsys: .none, tracking: try tables.tracking(),
      campaigns: try tables.campaigns())
    var profile = Profile(
      name: name, folder: StateFolder.profile(name), settings: try settings(fields), user: try user(fields),
      vendors: vendors, transport: TransportSettings(),
      links: try tables.settings(routes: try RouteTable(fields)),
      appID: try table?.text("app-id"), associatedDomains: try table?.texts("associated-domains"))
    profile.writes = try fields.choice("writes", of: Writes.self)
    profile.transport.privateAddresses = try tables.privateAddresses()
    profile.onOpen = try tables.onOpen()
    profile.placeholder = fields.firstError(where: { $0.lowercased().contains("replace me") }) { key in
      "it still says “replace me”, as the example does. Write your own"
        + (vendor.required.contains(key) ? "." : ", or leave the key out.")
    }
    try vendor.read(fields, &profile)
    do throws(InboxError) {
      if profile.placeholder == nil { _ = try profile.identity(on: "this device") }
    } catch {
      let key = ["user", "email", "user-id", "ids"].first(where: fields.keys.contains)
      throw fields.error(key, error.description)
    }
    profile.transport.secrets = profile.vendors.secrets.filter { !$0.isEmpty }
    return profile
  }

  private func user(_ fields: TOMLFields) throws(TOMLFileError) -> String? {
    guard let user = try fields.text("user") else { return nil }
    guard user.contains(where: { !$0.isWhitespace }) else {
      throw fields.error(
        "user", "it is blank. Write who reads, or leave the key out for this device.")
    }
    return user
  }

  private func settings(_ fields: TOMLFields) throws -> MessageCenterSettings {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.isEnabled = try fields.flag("enabled") ?? true
    if let refresh = try fields.inner("refresh") {
      try refresh.allow(only: ["interval"])
      settings.refreshInterval = try refresh.seconds("interval", atLeast: 5) ?? 300
    }
    if let cache = try fields.inner("cache") {
      try cache.allow(only: ["retention-days"])
      settings.retention = try cache.whole("retention-days", 1...3_650).map {
        RetentionPolicy(days: Double($0))
      }
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

  /// Refuses an address to which no tokens may be sent.
  static func check(_ address: String, _ fields: TOMLFields, _ key: String) throws(TOMLFileError) {
    if let flaw = flaw(of: address) { throw fields.error(key, flaw) }
  }

  /// Why tokens may not be sent to an address, as the end of a sentence; nil where they may.
  static func flaw(of address: String) -> String? {
    do {
      let link = try WebLink(address)
      // Paths are appended to it, and would become a part of either.
      if link.fragment != nil {
        return "it has a fragment (#…), which no server gets. End it before the “#”."
      }
      if link.query != nil {
        return "it has a query (?…), and paths are appended to it. End it before the “?”."
      }
      return link.scheme == "https" || LoopbackHost.contains(link.host)
        ? nil : "tokens go over https only, except to this machine. Write https://."
    } catch {
      return error.hasUserName
        ? "it carries a user name or password. Tokens have keys of their own."
        : "“\(address)” is not an address: \(error.reason). Write it like \"https://mc.example.com\"."
    }
  }
}
