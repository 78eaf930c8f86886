import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxHTML
import InboxModel
import InboxSandbox
import InboxTransport
import InboxTUI
import InboxVendors

/// Campaign lint: for a campaign file, a captured response, or the messages in the inbox.
struct LintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Report what is wrong with campaigns before they are sent, or with messages that have arrived.",
    discussion: """
      A .toml file is read as a campaign file; any other file, or - for standard input, as a response that was \
      captured in an app: a message center's {"messages":[…]}, a list, one record, a response of \
      another vendor, or the output of ‘inbox list --raw’. Without a file, the profile's inbox is checked. No request \
      is made. Exit status 1 when there are errors or warnings.
      """)

  @OptionGroup var options: ProfileOptions

  @Argument(
    help: ArgumentHelp("Campaign files, folders of them, or captured responses.", valueName: "file|-"),
    completion: .file())
  var files: [String] = []

  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    guard files.isEmpty || options.user == nil else {
      throw ValidationError("A file is checked without a person. Leave --user out, or the file.")
    }
    guard options.profile == nil || !files.contains(where: { $0.hasSuffix(".toml") }) else {
      throw ValidationError("A campaign file has its own routes and domains. Leave --profile out.")
    }
  }

  func perform() async throws {
    try HTMLReader.require()
    var isClean = true
    for report in try await reports() {
      isClean = isClean && report.isClean
      if json {
        Output.json(report.json)
      } else {
        for finding in report.findings { Output.line(finding.description) }
        Output.line(report.summary)
      }
    }
    if !isClean { throw ExitCode(Exit.failed) }
  }

  private func reports() async throws -> [LintReport] {
    guard !files.isEmpty else { return [try await inbox(options.load())] }
    let links = options.profile == nil ? LinkSettings() : try options.load().links
    return try files.flatMap(TextFile.inFolder).map { file in
      if file.hasSuffix(".toml") { return campaigns(try CampaignFile.read(path: file), file) }
      let now = Date()
      return CampaignLint(now: now, settings: links, readHTML: HTMLReader.facts).report(
        on: try CapturedText.read(file) { body throws(InboxError) in
          try LintInput(body, source: file, at: now)
        })
    }
  }

  private func campaigns(_ file: CampaignFile, _ path: String) -> LintReport {
    let lint = CampaignLint(
      now: Date(), settings: LinkSettings(of: [file.brand]), readHTML: HTMLReader.facts)
    return lint.report(on: file.campaigns.map { LintSubject($0, source: path) })
  }

  func inbox(_ profile: Profile) async throws -> LintReport {
    try await RunRecording()(profile, mayOnlyRead: true) { composition in
      let core = composition.center
      try await core.start()
      let centers = Array(composition.profile.settings.centers)
      try await core.requireFetched(centers)
      for sentence in await core.unchecked(among: centers) { Output.complain(sentence) }
      var (subjects, malformed): ([LintSubject], [MalformedMessage]) = ([], [])
      var setAside: [SetAsideMessage] = []
      for name in centers {
        // A row of a list has neither its HTML nor its record.
        for row in try await core.window(name, limit: .max).rows {
          subjects.append(LintSubject(try await core.message(row.key)?.message ?? row.message))
        }
        malformed += await core.malformed(in: name)
        setAside += await core.setAside(in: name)
      }
      var lint = CampaignLint(
        now: composition.services.time.now(), settings: composition.profile.links,
        vendor: core.capabilities, readHTML: HTMLReader.facts)
      lint.backEnd = composition.profile.account?.base ?? composition.profile.vendors.responsys.base
      return lint.report(on: subjects, malformed: malformed, setAside: setAside)
    }
  }
}

extension LintSubject {
  /// Reads a campaign as its file has it.
  nonisolated fileprivate init(_ campaign: Campaign, source: String) {
    var (richURL, inline, fetched): (String?, String?, String?) = (nil, nil, nil)
    switch campaign.rich {
    case .inline(let html)?: inline = html
    case .servedOnce(let html)?: fetched = html
    case .hosted(let url, let html)?: (richURL, fetched) = (url, html)
    case nil: break
    }
    self.init(
      id: MessageID(campaign.id), center: campaign.center, kind: campaign.kind, subject: campaign.subject,
      body: campaign.message, sent: campaign.sent, expiry: campaign.expires, deepLink: campaign.deepLink,
      iconURL: campaign.icon, richURL: richURL, richHTML: inline, fetchedHTML: fetched,
      custom: campaign.custom,
      links: campaign.links.map {
        LinkTableRow(
          name: $0.name, url: $0.url, ios: $0.ios, android: $0.android, oneLink: $0.oneLink, source: source)
      }, source: source)
    actions = campaign.extras.actions.map { MessageAction(title: $0.title, url: $0.url ?? "") }
    // A campaign without vendors goes to all of them, which does not tell for which it is meant.
    if campaign.vendors.count < VendorName.allCases.count { vendors = campaign.vendors.map(\.capabilities) }
  }
}
