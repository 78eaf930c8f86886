import Foundation
import InboxModel
import InboxTOML
import InboxVendors

/// The keys of a profile of Iterable.
nonisolated struct IterableAccount: Sendable {
  let key: Credential
  let token: PersonToken?
  /// The key that reads back what the server recorded (VE-14); nil where nothing does.
  let serverKey: Credential?
  let person: PersonName
  let packageName: String?
  let base: String
  let placements: [Int]
  let lists: CenterList
  /// Whether its server has a line for the silent pushes.
  let isSandbox: Bool

  init(_ fields: TOMLFields) throws(TOMLFileError) {
    let vendor = VendorProfile.iterable
    isSandbox = false
    if fields.keys.contains("bloomreach") {
      throw fields.error(
        "bloomreach", "campaigns are tracked in a profile of Bloomreach or Responsys. Leave the table out.")
    }
    key = try vendor.secret("api-key", of: fields)
    token = try Credential.read(fields, "jwt").map { PersonToken($0, use: .untilItRunsOut) }
    serverKey = try Credential.read(fields, "server-key")
    person = try Self.person(fields, vendor)
    packageName = try fields.filledText("package-name")
    let region = try fields.choice("region", of: IterableSettings.Region.self)
    if region != nil, fields.keys.contains("base-url") {
      throw fields.error("region", "base-url takes its place. Leave one of them out.")
    }
    base = try vendor.base(fields, else: (region ?? .us).base)
    placements = try fields.wholes("placements", 0...Int(Int32.max)) ?? []
    do {
      lists = try CenterList(IterableBackEnd.lists(placements: placements).dropFirst().map(\.rawValue))
    } catch {
      throw fields.error("placements", "\(error)")
    }
  }

  /// The account with a sandbox's stand-in.
  ///
  /// - Parameter placements: How many it has, numbered from 1.
  init(
    key: String, serverKey: String, email: String, base: String, placements count: Int
  ) throws(InboxError) {
    (self.key, self.serverKey) = (Credential(.text(key)), Credential(.text(serverKey)))
    (token, packageName, placements) = (nil, nil, Array(1..<count + 1))
    lists = try CenterList(IterableBackEnd.lists(placements: placements).dropFirst().map(\.rawValue))
    person = .ids(["email": email])
    self.base = base
    isSandbox = true
  }

  /// Iterable identifies a person by e-mail or user id, never by both.
  private static func person(
    _ fields: TOMLFields, _ vendor: VendorProfile
  ) throws(TOMLFileError) -> PersonName {
    var ids: [String: String] = [:]
    ids["email"] = try fields.filledText("email")
    ids["userId"] = try fields.filledText("user-id")
    if ids.count == 2 || !ids.isEmpty && fields.keys.contains("user") {
      throw fields.error(
        ids["userId"] == nil ? "email" : "user-id",
        "Iterable knows a person by one of email and user-id, and user is either. Leave the others out.")
    }
    guard ids.isEmpty else { return .ids(ids) }
    guard try fields.text("user") != nil else {
      throw fields.error(
        "email",
        "it is missing, and \(vendor.title) needs a person. "
          + "Write email = \"…\", user-id = \"…\" or user = \"…\".")
    }
    return .nobody
  }

  /// The account in the form for the rest of the program.
  var account: VendorAccount {
    let people = VendorPeople(
      identity: { name, device throws(InboxError) in
        switch name {
        case .user(let user): try IterableUser.identity(named: user) ?? .device(device)
        case .ids(let ids): try IterableUser.identity(ids: ids) ?? .device(device)
        case .nobody: .device(device)
        }
      },
      members: { identity, device in
        guard let user = IterableUser(identity) else { return ["device": .string(device)] }
        return ["user": .string(user.value), "ids": .object([user.name: .string(user.value)])]
      })
    var account = VendorAccount(
      base: base, person: person, people: people,
      ready: { () async throws(InboxError) in try await ready() })
    account.token = token?.source
    account.expectation = { .iterable(IterableUser($0)) }
    return account
  }

  private func ready() async throws(InboxError) -> VendorAccount.Ready {
    let apiKey = try await key.value()
    let tokens = token?.source ?? .none
    let settings: @Sendable (String) -> IterableSettings = { device in
      IterableSettings(
        base: base, apiKey: apiKey, packageName: packageName, deviceID: device, placements: placements,
        usesToken: token != nil, isSandbox: isSandbox)
    }
    var ready = VendorAccount.Ready(secrets: [apiKey]) { ports in
      IterableBackEnd.backEnd(
        settings(ports.device), token: tokens, serverKey: serverKey?.tokens, over: ports.wire,
        time: ports.time,
        read: { line throws(InboxError) in
          try ports.listener.read(line) { value throws(InboxError) in try IterablePushWire.push(value) }
        })
    }
    ready.tracker = { ports in
      IterableBackEnd.tracker(settings(ports.device), token: tokens, over: ports.wire, time: ports.time)
    }
    return ready
  }
}
