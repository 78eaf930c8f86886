import Foundation
import InboxCore
import InboxModel
import InboxTOML
import InboxVendors

/// The keys of a profile of Bloomreach.
nonisolated struct BloomreachAccount: Sendable {
  /// The credentials of an app, of its project or its stream.
  enum Place: Sendable {
    case project(String, key: Credential)
    case stream(String)
  }

  let place: Place
  let token: PersonToken?
  let base: String
  let application: String
  let ids: [String: String]
  let cookie: String?
  /// The key that reads back what the server recorded (VE-14), as KEY_ID:SECRET; nil where nothing does.
  let privateKey: Credential?
  /// Seconds after which the server lists an event that it has accepted.
  let settling: Double

  init(_ fields: TOMLFields) throws(TOMLFileError) {
    let vendor = VendorProfile.bloomreach
    let customerToken = try Credential.read(fields, "customer-token")
    token = customerToken.map { PersonToken($0, use: .once) }
    switch (try fields.filledText("project-token"), try fields.filledText("stream-id")) {
    case (let project?, nil): place = .project(project, key: try vendor.secret("api-key", of: fields))
    case (nil, let stream?):
      guard customerToken != nil else { throw vendor.missing("customer-token", of: fields) }
      if fields.keys.contains("api-key") {
        throw fields.error("api-key", "a Bloomreach stream takes only customer-token. Leave this out.")
      }
      place = .stream(stream)
    case (_?, _?):
      throw fields.error(
        "stream-id", "a Bloomreach profile has either project-token or stream-id. Leave one of them out.")
    case (nil, nil): throw vendor.missing("project-token", of: fields)
    }
    privateKey = try Credential.read(fields, "private-key")
    settling = BloomreachReadBack.settling
    if privateKey != nil, case .stream = place {
      throw fields.error(
        "private-key",
        "Bloomreach exports the events of a project, and this profile has a stream. Leave it out.")
    }
    base = try vendor.base(fields, else: BloomreachSettings.defaultBase)
    application = try fields.text("application-id") ?? BloomreachSettings.defaultApplication
    guard BloomreachSettings.isApplicationID(application) else {
      throw fields.error(
        "application-id",
        "Bloomreach takes lower-case letters and digits with single hyphens or dots between them, at most 50."
      )
    }
    ids = try fields.pairs("ids")
    if let empty = ids.filter({ $0.value.isEmpty }).keys.sorted().first {
      throw fields.error("ids", "the id “\(empty)” is empty. Write it, or leave it out.")
    }
    if !ids.isEmpty, fields.keys.contains("user") {
      throw fields.error("user", "ids say who it is. Leave one of the two out.")
    }
    cookie = try fields.filledText("cookie") ?? ids[CustomerIDs.cookie]
  }

  /// The account with a sandbox's stand-in.
  init(project: String, key: String, privateKey: String, registered: String, base: String) {
    (self.privateKey, settling) = (Credential(.text(privateKey)), 0)
    place = .project(project, key: Credential(.text(key)))
    (token, ids, cookie) = (nil, [CustomerIDs.registered: registered], nil)
    self.base = base
    application = BloomreachSettings.defaultApplication
  }

  /// The account in the form for the rest of the program.
  var account: VendorAccount {
    var people = VendorPeople(
      identity: { name, device throws(InboxError) in
        switch name {
        case .user(let user): return CustomerIDs.spelling(of: Identity(user: user, device: device))
        case .ids(let ids):
          guard !ids.keys.contains("") else {
            throw .configuration("An id has no name. Write one, such as “registered”.")
          }
          if let other = ids[CustomerIDs.cookie], other != cookie ?? device {
            throw .configuration(
              "The cookie names this installation, not a person; here it is “\(cookie ?? device)”. Leave it out, or set "
                + "cookie in the profile.")
          }
          return CustomerIDs.identity(ids: ids) ?? .device(device)
        case .nobody: return .device(device)
        }
      },
      members: { identity, device in
        let ids = CustomerIDs.ids(of: identity, cookie: cookie ?? device)
        var members = ["ids": ids.json]
        if case .user(let user) = identity { members["user"] = .string(user) }
        return members
      })
    people.caution = { identity in
      guard case .device = identity else { return nil }
      return
        "This profile names no customer, so requests to Bloomreach carry only the cookie, as its SDKs do for a person who is "
        + "not signed in: its server lists App Inbox only for a hard id. Set ids or user to one."
    }
    var account = VendorAccount(
      base: base, person: ids.isEmpty ? .nobody : .ids(ids), people: people,
      ready: { () async throws(InboxError) in try await ready() })
    account.token = token?.source
    (account.cookie, account.applicationID) = (cookie, application)
    account.expectation = { identity in
      let ids = CustomerIDs.ids(of: identity, cookie: "").filter { $0.key != CustomerIDs.cookie }
      return .bloomreach(ids: ids)
    }
    return account
  }

  private func ready() async throws(InboxError) -> VendorAccount.Ready {
    let (access, secrets): (BloomreachSettings.Access, [String])
    switch place {
    case .stream(let id): (access, secrets) = (.stream(id: id), [])
    case .project(let project, let credential):
      // The project is part of every address and opens nothing by itself; the key does.
      let key = try await credential.value()
      secrets = [key]
      access = token == nil ? .project(token: project, key: key) : .customerToken(project: project, key: key)
    }
    var ready = VendorAccount.Ready(secrets: secrets) { ports in
      let settings = settings(access, ports)
      var backEnd = BloomreachBackEnd.backEnd(
        settings, over: ports.wire, credentials: token?.source ?? .none,
        sleep: { [time = ports.time] in await time.sleep($0) }, now: ports.time.now)
      if let privateKey, case .project(let project, _) = place {
        backEnd.readBack = BloomreachReadBack.port(
          settings, project: project, key: privateKey.tokens, settling: settling, over: ports.wire,
          time: ports.time)
      }
      return backEnd
    }
    ready.campaigns = { campaigns, ports in
      .bloomreach(
        campaigns, in: settings(access, ports), over: ports.wire, credentials: token?.source ?? .none,
        sleep: { [time = ports.time] in await time.sleep($0) })
    }
    return ready
  }

  private func settings(
    _ access: BloomreachSettings.Access, _ ports: VendorAccount.Ports
  ) -> BloomreachSettings {
    BloomreachSettings(access, cookie: cookie ?? ports.device, base: base, applicationID: application)
  }
}
