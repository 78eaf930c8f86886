import Foundation
import InboxCore
import InboxModel
import InboxTOML
import InboxTransport
import InboxVendors

extension Profile {
  /// The book of the profile's secrets: for a sandbox on this machine its own, else that of the whole program, as a key
  /// may be read, and a token made, while it runs.
  nonisolated var secretBook: SecretBook {
    if isLocal { return SecretBook(transport.secrets) }
    Output.hide(transport.secrets)
    return Output.secrets
  }

  /// The server of the profile: one that stands in for it, its vendor's, or Responsys'.
  nonisolated func server(_ ports: VendorAccount.Ports) -> BackEnd {
    let server =
      backEnd ?? vendor?.backEnd(ports)
      ?? ResponsysBackEnd.backEnd(vendors.responsys, over: ports.wire, read: ports.listener.read)
    guard let space else { return server }
    return server.mappingErrors { Self.error($0, in: space) }
  }

  /// An error of a space names its file, not a key of the configuration.
  private nonisolated static func error(_ error: InboxError, in space: String) -> InboxError {
    switch error {
    case .invalidToken, .credentialsRefused:
      .credentialsRefused(SandboxRequests.refusedTokens(of: space))
    // Bloomreach's project is one of the tokens, and has a status of its own.
    case .configuration(let sentence) where sentence.hasPrefix(BloomreachBackEnd.unknownProject):
      .credentialsRefused(SandboxRequests.refusedTokens(of: space))
    default: error
    }
  }

  /// The profile with its credentials and the person's permission.
  ///
  /// - Parameter writes: Whether the command changes something on a server: then the person is asked, once.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for a credential that cannot be read.
  nonisolated func opened(writes: Bool) async throws(InboxError) -> Profile {
    var profile = self
    try requireEdited()
    if let tokens, capture == nil {
      profile.vendors.responsys.appToken = try await tokens.app.value()
      profile.vendors.responsys.accountToken = try await tokens.account.value()
      profile.transport.secrets += profile.vendors.responsys.secrets
      profile.tokens = nil
    }
    if let account, capture == nil {
      let ready = try await account.ready()
      Output.hide(ready.secrets)
      profile.vendor = ready
      profile.transport.secrets += ready.secrets
    }
    profile.access = try access(asks: writes)
    return profile
  }

  /// The profile with the clock of its space as that goes now, which the file with its tokens has from then on (SB-4).
  ///
  /// Where the space does not respond at once, the last one has to do.
  nonisolated func onTime() async -> Profile {
    guard name.contains(SpaceFile.mark), clock != nil, let sandbox = vendors.sandbox else { return self }
    var profile = self
    do {
      let control = try SandboxControl(url: sandbox.base, authorities: transport.authorities)
      let reading = try await control.ask("GET", "/sandbox/clock", seconds: 2) { try ClockWire.reading($0) }
      profile.clock = reading
      try SpaceFile.keep(reading, at: sandbox.base)
    } catch { return profile }
    return profile
  }

  /// - Throws: ``InboxError/configuration(_:)`` where it still has a value of the example: nothing is requested with
  ///   that.
  nonisolated func requireEdited() throws(InboxError) {
    guard let placeholder, !isForeign else { return }
    throw .configuration(placeholder.description)
  }

  /// Takes over the account with a vendor whose keys were read.
  nonisolated mutating func take(_ account: VendorAccount) {
    self.account = account
    vendors.responsys.base = account.base
    transport.origins = [account.base]
  }

  /// Whether all its credentials are here.
  nonisolated var hasCredentials: Bool { tokens == nil && (account == nil || vendor != nil) }

  /// How the vendor identifies people.
  nonisolated var people: VendorPeople { account?.people ?? .plain }

  /// The identity of the reader on a device.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for a name that the vendor cannot have.
  nonisolated func identity(on device: String) throws(InboxError) -> Identity {
    let person = user.map { PersonName.user($0) } ?? account?.person ?? .nobody
    return try people.identity(of: person, on: device)
  }

  /// What may be changed on servers.
  ///
  /// - Parameter asks: Whether the person is asked, where nothing else decides it.
  nonisolated func access(
    asks: Bool, _ ask: ((String) -> String?)? = WriteQuestion.terminal
  ) throws(InboxError) -> WriteAccess {
    if readsOnly { return .none("--read-only was given") }
    if writes == .never { return .none("this profile only reads (writes = \"never\")") }
    if writes == .allow { return .all }
    let own = foreignHosts(transport.origins)
    // A back end of one's own, as profiles name it without a vendor, could always be written to.
    let isAsked = account != nil || writes == .ask
    let tracking = [vendors.tracking?.base].compactMap(\.self)
    let question = WriteQuestion(
      inbox: isAsked ? own : [], others: foreignHosts(tracking).filter { !own.contains($0) },
      links: foreignLinkHosts.filter { !own.contains($0) }, person: personName, path: folder + "/writes",
      ask: ask, asks: asks)
    var access = try question.access()
    // An earlier reply about a server that needs no permission any more holds no longer.
    for case let host? in (transport.origins + tracking).map({ WebLink(valid: $0)?.host })
    where !question.hosts.contains(host) { access.refused[host] = nil }
    if !isAsked { access.allowed.formUnion(own) }
    return access
  }

  /// The hosts of real servers, each once.
  private nonisolated func foreignHosts(_ addresses: [String]) -> [String] {
    var hosts: [String] = []
    for link in addresses.compactMap({ WebLink(valid: $0) }) where !transport.hosts.isOwn(link) {
      if !hosts.contains(link.host) { hosts.append(link.host) }
    }
    return hosts
  }

  /// The hosts of real servers from which a tracked link is requested; a sandbox plays those of its own brands.
  private nonisolated var foreignLinkHosts: [String] {
    guard !isForeign else { return [] }
    let policy = links.appsFlyer
    let branded = links.responsysFlow == .sdk(executesWebURL: false) ? [] : links.brandedDomains
    let declared = branded.union(policy.emailDomains).union(policy.oneLinkDomains)
    var hosts = declared.filter { host in
      WebLink(valid: "https://\(host)").map { !transport.hosts.isOwn($0) } ?? true
    }
    // The links of emails lead to OneLinks that nothing here names.
    if hosts.contains(where: policy.isEmailDomain) { hosts.insert(EmailLinkPolicy.anyOneLink) }
    if let followed, let link = WebLink(valid: followed), !transport.hosts.isOwn(link),
      LinkResolver(settings: links, hop: .none).counts(followed)
    {
      hosts.insert(link.host)
    }
    return hosts.sorted()
  }

  /// The name of the person who acts, for a question.
  private nonisolated var personName: String {
    if let user { return user }
    switch account?.person {
    case .user(let user)?: return user
    case .ids(let ids)?:
      return ids.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    case .nobody?, nil: return "this device"
    }
  }
}
