import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTransport
import InboxVendors

/// The link resolver without a screen.
struct ResolveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Follow a link to its outcome. For a tracked link, this is a click.",
    discussion: """
      Knows app links of Responsys' branded domains, links of email services that wrap AppsFlyer OneLinks, OneLinks, and \
      universal links that Bloomreach tracks. Needs no configuration: the options name the domains.
      """)

  @OptionGroup var options: LinkOptions
  @OptionGroup var recording: RecordOption

  @Argument(help: "The link.") var url: String?

  @Option(
    help: ArgumentHelp(
      "The platform whose app follows the link, ios or android: it decides which deep link Responsys returns. (default: ios)",
      valueName: "ios|android"), transform: { try ArgumentValue.read($0) })
  var platform = LinkPlatform.ios

  @Flag(help: "Only classify: send nothing.") var dryRun = false

  @Flag(help: "Print the whole trail as one JSON object.") var json = false

  @Option(
    help: ArgumentHelp(
      "Follow this link from the mails of the profile's sandbox, otherwise of the running one; ‘inbox links mail’ lists them.",
      valueName: "name"))
  var mail: String?

  @Option(
    help: ArgumentHelp(
      "Resolve an AppsFlyer click event that was captured in an app, as JSON; nothing is sent.",
      valueName: "file|-"), completion: .file())
  var clickEvent: String?

  func validate() throws {
    guard [url, mail, clickEvent].count(where: { $0 != nil }) == 1 else {
      throw ValidationError("Give one link, or --mail, or --click-event.")
    }
    guard clickEvent == nil || recording.record == nil else {
      throw ValidationError(
        "--click-event requests nothing, so there is nothing to record: leave --record out.")
    }
  }

  func perform() async throws {
    if let clickEvent { return try report(decide(clickEvent)) }
    let gesture: LinkRequest.Gesture = dryRun ? .dryRun : .follow
    guard let mail else {
      return try await follow(LinkRequest(url ?? "", from: .commandLine, gesture: gesture))
    }
    try await follow(mail, gesture)
  }

  /// Prints where a link leads.
  ///
  /// - Throws: ``ExitCode`` where it leads nowhere.
  private func report(_ trail: LinkTrail) throws {
    if json { Output.json(trail.json) } else { TrailText.print(trail) }
    if case .deepLink = trail.outcome, try options.load() == nil, mail == nil {
      Output.complain("No route could match: routes are set in a profile, and none is used here.")
    }
    // Where only a classification was requested, an unfollowed link is no failure.
    if trail.isFailure || !dryRun && trail.isUnresolved { throw ExitCode(Exit.failed) }
  }

  private func follow(_ mail: String, _ gesture: LinkRequest.Gesture) async throws {
    let links = try await mailSandbox().mail()
    guard let link = links.first(where: { $0.name == mail }) else {
      let near = links.filter { $0.name.hasPrefix(mail + "/") }.map(\.name)
      let hint = near.isEmpty ? "" : " There are: \(near.joined(separator: ", "))."
      throw Exit.failed("The sandbox's mail has no link “\(mail)”.\(hint) ‘inbox links mail’ lists them.")
    }
    try await follow(
      LinkRequest(link.url, from: .mail, gesture: gesture), in: ProfileSource.sandboxName)
  }

  /// The sandbox of the profile, with a space's own mail; else the running one.
  private func mailSandbox() throws -> SandboxControl {
    guard options.profile.profile != nil, let profile = try options.load(),
      let sandbox = profile.vendors.sandbox
    else { return try SandboxControl(url: nil) }
    return try SandboxControl(url: sandbox.base, authorities: profile.transport.authorities)
  }

  private func follow(_ request: LinkRequest, in name: String? = nil) async throws {
    var options = options
    if options.profile.profile == nil { options.profile.profile = name }
    guard var profile = try options.load() else {
      var (transport, links) = try options.bare()
      links.platform = platform
      let file = try recording.run.begin("none")
      if let file { transport.onExchange = { file.write(.exchange($0)) } }
      var request = request
      let isWithheld = options.profile.readOnly && request.gesture == .follow
      if isWithheld { request.gesture = .dryRun }
      return try await file.ended {
        let connection = try Transport(transport)
        var trail = await LinkResolver(settings: links, hop: connection.linkHop).resolve(request)
        await connection.close()
        if isWithheld { trail.reason += " · --read-only was given, so nothing was sent" }
        try report(trail)
      }
    }
    profile.links.platform = platform
    if !dryRun { profile.followed = request.link }
    // Nothing of the account is used.
    if dryRun { profile.placeholder = nil }
    try await follow(request, in: profile)
  }

  /// In a profile, reports to Bloomreach are stored first and then sent.
  private func follow(_ request: LinkRequest, in profile: Profile) async throws {
    try await recording.run(profile, delivers: request.gesture == .follow) { composition in
      if let problem = composition.problem { Output.complain(problem) }
      let core = composition.center
      try await core.start()
      if request.gesture == .follow { await core.connect() }
      let trail = await core.follow(request)
      if request.gesture == .follow { await core.flushed(within: .seconds(10)) }
      guard let trail else { throw InboxError.cancelled }
      try report(await core.settled(trail))
    }
  }

  private func decide(_ file: String) throws -> LinkTrail {
    let name = TextFile.name(of: file)
    let data = try TextFile.data(file)
    let value: JSONValue
    do throws(InboxError) { value = try JSONValue.parse(data) } catch {
      let place = data.isEmpty ? nil : JSONFlaw(in: data).map { "it is not JSON at \($0)" }
      throw Exit.notReady("\(name) is not a click event: \(place ?? error.unreadableClause).")
    }
    guard case .object(let members) = value else {
      throw Exit.notReady("\(name) is not a click event: it is \(value.kindName), not an object.")
    }
    let settings = try options.load()?.links ?? options.bare().links
    let event = ClickEvent(members: members)
    let request = LinkRequest(event.originalLink ?? event.link ?? "", from: .commandLine, gesture: .dryRun)
    return LinkResolver(settings: settings, hop: .none).decide(event, for: request)
  }
}
