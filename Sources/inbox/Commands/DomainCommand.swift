import ArgumentParser
import Foundation
import InboxCore
import InboxDomains
import InboxModel
import InboxTransport
import InboxVendors

/// Branded domains.
struct DomainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domain", abstract: "Check branded domains.", subcommands: [DomainCheckCommand.self])
}

/// Whether a branded domain is fit for universal links (UL-9).
struct DomainCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that a branded domain is ready for universal links: a row for each requirement.",
    discussion: """
      Looks up its name servers, makes a TLS handshake as App Transport Security requires, fetches its site \
      association, and matches a link under /pub/acc and one under /pub/cc as ‘inbox links match’ does. None \
      of this is a click; --link also follows a link, which is one. For a domain whose links Bloomreach \
      tracks, or a OneLink domain, give a link with --sample. Exit status 0 only if every requirement is \
      met.
      """)

  @OptionGroup var options: LinkOptions

  @Argument(help: "The domain, such as news.example.com; with :PORT if its HTTPS is on another port.")
  var domain: String

  @Option(help: ArgumentHelp("The app's id with its team, TEAMID.bundle.id.", valueName: "id"))
  var appId: String?

  @Option(help: ArgumentHelp("The app's .entitlements file.", valueName: "file"), completion: .file())
  var entitlements: String?

  @Option(
    help: ArgumentHelp(
      "An entry of the app's associated domains, such as applinks:host; repeatable.", valueName: "entry"))
  var associatedDomain: [String] = []

  @Option(
    help: ArgumentHelp(
      "Whose links the domain carries: responsys, bloomreach or onelink; otherwise what the profile and the other options say.",
      valueName: "vendor"), transform: { try ArgumentValue.read($0) })
  var vendor: DomainVendor?

  @Option(
    help: ArgumentHelp(
      "Match this link of the domain, as it stands in a message; it is not requested.", valueName: "url"))
  var sample: String?

  @Option(
    help: ArgumentHelp("Also follow this link of the domain, which counts as a click.", valueName: "url"))
  var link: String?

  @Option(help: ArgumentHelp("Query this name server for the delegation.", valueName: "address:port"))
  var dnsServer: String?

  @Flag(help: "Print one JSON object.") var json = false

  func perform() async throws {
    let check = try await check()
    if json { Output.json(check.json) } else { DomainText.print(check) }
    if !check.isFit { throw ExitCode(Exit.failed) }
  }

  private func check() async throws -> DomainCheck {
    let (host, port) = try place()
    try ArgumentValue.requireAppID(appId)
    let profile = try options.load()
    var (transport, links) = try profile.map { ($0.transport, $0.links) } ?? options.bare()
    // The person chose it: it may be in this machine's network.
    transport.hosts.move(https: host, to: port)
    let vendor = vendor ?? DomainVendor(of: host, links)
    if vendor == .responsys { links.brandedDomains.insert(host) }
    if let link { try requireAppLink(link, of: host, links) }
    if let link, let why = try withholding(of: link, on: host, profile, transport) {
      throw Exit.usage(
        "--link follows the link, which counts as a click, and nothing may be changed here (\(why)): leave it out, or give "
          + "--sample.")
    }
    let connection = try Transport(transport)
    do {
      let check = try await check(host, port, vendor, profile, connection, links)
      await connection.close()
      return check
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Why a link is not requested; the person is asked about its host, once for each profile.
  private func withholding(
    of link: String, on host: String, _ profile: Profile?, _ transport: TransportSettings
  ) throws -> String? {
    guard var profile else { return options.profile.readOnly ? "--read-only was given" : nil }
    profile.transport = transport
    profile.links.brandedDomains.insert(host)
    profile.links.responsysFlow = .independent
    profile.followed = link
    return try WebLink(valid: link).flatMap {
      try profile.access(asks: true).refusal(of: $0, isClick: true, transport.hosts)
    }
  }

  private func check(
    _ host: String, _ port: Int, _ vendor: DomainVendor, _ profile: Profile?, _ connection: Transport,
    _ links: LinkSettings
  ) async throws -> DomainCheck {
    let sample = try sample(of: host)
    let entries = try entries(profile)
    let probe = DomainPorts.probe(
      hosts: connection.settings.hosts, authorities: connection.settings.authorities,
      server: try nameServer(),
      isLocal: profile?.isLocal == true)
    let trail = await follow(connection, links)
    return await DomainInspection(probe: probe, hop: connection.linkHop).check(
      host, port: port, vendor: vendor, appID: appId ?? profile?.appID, associatedDomains: entries,
      appPaths: links.appPaths, sample: sample, link: trail)
  }

  /// The link to judge: the given sample, else the link to follow.
  private func sample(of host: String) throws -> String? {
    guard let sample else { return link }
    guard LinkResolver.host(of: sample) == host, sample.lowercased().hasPrefix("https:") else {
      throw Exit.usage(
        "--sample “\(Output.oneLine(sample))” is not an https link of \(host). Give one as a message has it.")
    }
    return sample
  }

  /// One resolve, announced before; it is done as an app without the SDK does it, whatever the profile's flow.
  private func follow(_ connection: Transport, _ links: LinkSettings) async -> LinkTrail? {
    guard let link else { return nil }
    var links = links
    links.responsysFlow = .independent
    Output.complain("following \(link) now, which counts as a click.")
    return await LinkResolver(settings: links, hop: connection.linkHop).resolve(
      LinkRequest(link, from: .commandLine))
  }

  private func requireAppLink(_ link: String, of host: String, _ links: LinkSettings) throws {
    guard LinkResolver.host(of: link) == host, links.classify(link) == .responsysApp else {
      throw Exit.usage(
        "--link “\(Output.oneLine(link))” is not an app link of \(host). Give one such as "
          + "https://\(host)\(links.appPaths.first ?? "/pub/acc")?_ri_=…; nothing was requested.")
    }
  }

  private func entries(_ profile: Profile?) throws -> [String]? {
    guard let entitlements else {
      return associatedDomain.isEmpty ? profile?.associatedDomains : associatedDomain
    }
    let data = try TextFile.data(entitlements)
    do throws(InboxError) {
      return try AppEntitlements(file: data).associatedDomains + associatedDomain
    } catch {
      throw Exit.notReady("\(entitlements): \(error.description.lowercasedFirst)")
    }
  }

  private func place() throws -> (host: String, port: Int) {
    let parts = domain.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let host = HostName.normalized(parts[0])
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName =
      labels.count > 1 && labels.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }
    guard HostName.isPlain(host), isName, labels.last?.contains(where: \.isLetter) == true, parts.count <= 2
    else {
      throw Exit.usage("“\(domain)” is not a branded domain. Write it like news.example.com.")
    }
    guard parts.count == 2 else { return (host, try options.port(of: host)) }
    guard let port = Int(parts[1]), WebLink.ports.contains(port) else {
      throw Exit.usage("“\(parts[1])” is not a port. Write the domain like news.example.com:8443.")
    }
    return (host, port)
  }

  private func nameServer() throws -> HostMap.Target? {
    guard let dnsServer else { return nil }
    guard let colon = dnsServer.lastIndex(of: ":"),
      let port = Int(dnsServer[dnsServer.index(after: colon)...]),
      WebLink.ports.contains(port), LoopbackHost.isAddress(dnsServer[..<colon])
    else {
      throw Exit.usage("--dns-server “\(dnsServer)” is not ADDRESS:PORT. Write it like 127.0.0.1:5353.")
    }
    return .init(address: LoopbackHost.bare(String(dnsServer[..<colon])), port: port)
  }
}
