import ArgumentParser
import Foundation
import InboxModel
import InboxTransport
import InboxVendors

/// Options that point links at any server: a proxy, a staging host, a test server.
struct LinkOptions: ParsableArguments {
  @OptionGroup var profile: ProfileOptions

  @Option(
    help: ArgumentHelp(
      "Connect to this address for a host and port, as in curl; repeatable.", valueName: "host:port:address"
    ))
  var resolve: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also trust the certificate authorities in this PEM file; repeatable.", valueName: "file"),
    completion: .file())
  var ca: [String] = []

  @Option(
    help: ArgumentHelp("A branded domain of Responsys, besides the profile's; repeatable.", valueName: "host")
  )
  var brandedDomain: [String] = []

  @Option(
    help: ArgumentHelp(
      "A click domain of an email service, besides the profile's; repeatable.", valueName: "host"))
  var espDomain: [String] = []

  @Option(
    help: ArgumentHelp(
      "A custom OneLink domain, besides *.onelink.me and the profile's; repeatable.", valueName: "host"))
  var onelinkDomain: [String] = []

  @Option(
    help: ArgumentHelp(
      "A domain whose universal links Bloomreach tracks, besides the profile's; repeatable.",
      valueName: "host"))
  var campaignDomain: [String] = []

  @Flag(
    help: "Also follow links and redirects to this machine or its network, which are refused otherwise."
  )
  var allowPrivateAddresses = false

  /// Whether the command line names domains.
  private var namesDomains: Bool {
    !(brandedDomain + espDomain + onelinkDomain + campaignDomain).isEmpty
  }

  /// The profile with these options applied; nil where none was named and there is no configuration: links can be
  /// followed without one.
  ///
  /// A test with other domains never uses the default profile: its outbox is not for that.
  func load() throws -> Profile? {
    guard namesDomains ? profile.profile != nil : profile.findsOne else { return nil }
    var loaded = try profile.load()
    loaded.transport = try transport(loaded.transport)
    loaded.links = try links(loaded.links)
    return loaded
  }

  /// The settings from the options alone.
  func bare() throws -> (transport: TransportSettings, links: LinkSettings) {
    (try transport(TransportSettings()), try links(LinkSettings()))
  }

  /// The port for https on a host: 443, unless `--resolve` names only another one.
  func port(of host: String) throws -> Int {
    var hosts = HostMap()
    for entry in resolve { try hosts.add(resolve: entry) }
    let places = hosts.targets.keys.filter { $0.host == HostName.normalized(host) }.map(\.port)
    return places.contains(443) ? 443 : places.count == 1 ? places[0] : 443
  }

  private func transport(_ settings: TransportSettings) throws -> TransportSettings {
    var settings = settings
    for entry in resolve { try settings.hosts.add(resolve: entry) }
    if allowPrivateAddresses { settings.privateAddresses = .allow }
    for file in ca { settings.authorities.append(try TextFile.authorities(file)) }
    return settings
  }

  private func links(_ settings: LinkSettings) throws -> LinkSettings {
    var settings = settings
    settings.brandedDomains.formUnion(try hosts(brandedDomain, "--branded-domain"))
    settings.campaignDomains.formUnion(try hosts(campaignDomain, "--campaign-domain"))
    settings.appsFlyer = EmailLinkPolicy(
      emailDomains: settings.appsFlyer.emailDomains + (try hosts(espDomain, "--esp-domain")),
      oneLinkDomains: settings.appsFlyer.oneLinkDomains + (try hosts(onelinkDomain, "--onelink-domain")))
    return settings
  }

  private func hosts(_ texts: [String], _ option: String) throws -> [String] {
    try texts.map { text in
      let host = HostName.normalized(text)
      guard HostName.isPlain(host) else {
        throw Exit.usage("\(option) “\(text)” is not a host name. Write it like news.example.com.")
      }
      return host
    }
  }
}
