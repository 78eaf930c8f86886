import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTOML
import InboxTransport
import InboxVendors

/// Finds the profile for a command line.
nonisolated enum ProfileSource {
  /// The name of the profile that a running ‘inbox sandbox’ serves.
  static let sandboxName = "sandbox"
  /// The same, named as the stand-ins of the other vendors are.
  private static let responsysName = "\(sandboxName)-\(VendorProfile.responsys.name)"

  /// - Parameter name: As given with `--profile`; nil = the default of the configuration.
  static func load(_ name: String?) throws -> Profile {
    if let name, let played = try played(name) { return played }
    return try configured(name)
  }

  /// Whether a profile has this name: one of the configuration, or of a running sandbox or one of its spaces.
  static func isProfile(_ name: String) -> Bool {
    if let named = parts(of: name) { return named.space.map { spaceName($0) != nil } ?? true }
    return ConfigFile.readableNames().contains(name)
  }

  /// Whether a name is a sandbox's or a space's, which no table of the configuration can have.
  static func isPlayed(_ name: String) -> Bool { parts(of: name) != nil }

  /// The parts of a sandbox's name: its vendor, and the text in the place of a space; nil for another name.
  private static func parts(of name: String) -> (base: String, vendor: SandboxVendor?, space: String?)? {
    let at = name.firstIndex(of: SpaceFile.mark) ?? name.endIndex
    let base = String(name[..<at])
    let vendor = SandboxVendor(profileName: base)
    guard vendor != nil || [sandboxName, responsysName].contains(base) else { return nil }
    return (
      vendor?.profileName ?? sandboxName, vendor,
      at == name.endIndex ? nil : String(name[name.index(after: at)...])
    )
  }

  /// The space of a name; nil for a text that is not a space's name.
  private static func spaceName(_ text: String) -> SpaceName? {
    SpaceName(text).flatMap { $0 == .main ? nil : $0 }
  }

  /// The profile of the running sandbox, or of a space; nil for any other name.
  private static func played(_ name: String) throws -> Profile? {
    guard let (base, vendor, text) = parts(of: name) else { return nil }
    guard let text else { return try sandbox(name, base, vendor) }
    guard let space = spaceName(text) else {
      throw Exit.usage(
        "“\(text)” is not a space's name: \(SpaceName.form). ‘--profile \(base)’ is the sandbox without a space."
      )
    }
    let name = "\(base)\(SpaceFile.mark)\(space)"
    return try profile(
      of: SpaceFile.read(space), folder: StateFolder.profile(name), name: name, vendor: vendor)
  }

  private static func configured(_ name: String?) throws -> Profile {
    let path = StateFolder.configFile
    if let flaw = TextFile.flaw(of: path) { throw Exit.notReady("\(path) cannot be read: \(flaw).") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Exit.notReady(
        "There is no configuration at \(path). ‘inbox init’ writes a commented one to start from. \(withoutOne)"
      )
    }
    // The file holds the tokens of the sandbox's profiles.
    try SecretFile.check(path)
    let file = try ConfigFile(text: FileText.read(data, of: path), name: path)
    let chosen = try name ?? file.defaultName()
    return try played(chosen) ?? file.profile(chosen)
  }

  /// What can be done without a configuration; the demonstration ends with its screen and is not a profile.
  static let withoutOne =
    "Without one there are ‘inbox demo’, and for commands ‘inbox sandbox’ in another terminal with ‘--profile sandbox’ "
    + "behind each command."

  private static func sandbox(_ given: String, _ name: String, _ vendor: SandboxVendor?) throws -> Profile {
    // Nothing else reads the configuration for it, so a table of that name would be ignored silently.
    if let data = FileManager.default.contents(atPath: StateFolder.configFile),
      let text = String(validating: data, as: UTF8.self)
    {
      try ConfigFile.refuseTable(given, in: text, name: StateFolder.configFile)
    }
    return try profile(
      of: SandboxEndpoint.read(folder: StateFolder.sandbox), folder: StateFolder.profile(name), name: name,
      vendor: vendor)
  }

  /// The running sandbox at an address, which has responded there.
  ///
  /// - Parameter tokenFile: The file with its control token, where it listens beyond this machine.
  static func endpoint(at url: String, tokenFile: String? = nil) async throws -> SandboxEndpoint {
    if var space = try SpaceFile.endpoint(at: url) {
      // The file has its clock as it went when it was last asked.
      space.clock = try await SandboxControl(space).ask("GET", "/sandbox/clock") { try ClockWire.reading($0) }
      return space
    }
    if WebLink(valid: url)?.scheme == "https" {
      throw Exit.usage(
        "At an https address only a space can be used, with its tokens: ‘inbox space create NAME --to \(url)’ makes one, "
          + "and \(BaseURL.trimmed(url))/s/NAME is its address.")
    }
    // First what the person can see: whether anything responds there.
    let control = try SandboxControl(url: url, tokenFile: tokenFile)
    _ = try await control.send("GET", "/sandbox/clock")
    let endpoint: SandboxEndpoint
    do { endpoint = try SandboxEndpoint.read(folder: StateFolder.sandbox) } catch {
      throw Exit.notReady(
        "A sandbox responds at \(url), but not one that ‘inbox sandbox’ runs in \(StateFolder.sandbox): its tokens are "
          + "not known here. \(whereItRuns)")
    }
    let parts = URLComponents(string: url)
    // At a network address only the token shows that it is the sandbox of this machine.
    let isOurs = LoopbackHost.contains(parts?.host ?? "") || control.token == endpoint.controlToken
    if isOurs, parts?.port == URLComponents(string: endpoint.httpURL)?.port { return endpoint }
    throw Exit.usage(
      "The sandbox that runs is \(endpoint.httpURL), not \(url): it can be used only with its own tokens. \(whereItRuns)"
    )
  }

  /// The remedy for a sandbox with tokens elsewhere: they are in a file of the user who started it.
  private static let whereItRuns =
    "Run the check on the machine where that sandbox runs, as the person who started it."

  /// The profile of a sandbox, embedded or stand-alone.
  static func profile(
    of endpoint: SandboxEndpoint, folder: String, name: String, vendor: SandboxVendor?
  ) throws -> Profile {
    let target = HostMap.Target(address: endpoint.address, port: endpoint.tlsPort)
    let settings = MessageCenterSettings(centers: try CenterList(endpoint.centers))
    let brands = endpoint.brands
    let vendors = VendorSettings(
      responsys: ResponsysSettings(
        base: endpoint.httpURL, appToken: endpoint.appToken, accountToken: endpoint.accountToken),
      tracking: TrackingSettings(
        base: endpoint.httpURL, project: endpoint.project, authorization: endpoint.trackingAuthorization),
      campaigns: CampaignSettings(cookie: ""),
      sandbox: SandboxRequests(base: endpoint.httpURL, token: endpoint.controlToken))
    var transport = TransportSettings(
      origins: [vendors.responsys.base], secrets: vendors.secrets,
      hosts: HostMap(https: endpoint.hosts, to: target), authorities: endpoint.trusted)
    transport.hosts.ownHost = endpoint.address
    var profile = Profile(
      name: name, folder: folder, settings: settings, user: nil, vendors: vendors, transport: transport,
      links: LinkSettings(of: brands), appID: endpoint.appID,
      associatedDomains: brands.flatMap(\.hosts).sorted().map { "applinks:\($0)" },
      isLocal: true, clock: endpoint.clock)
    try vendor?.open(endpoint, in: &profile)
    return profile
  }
}
