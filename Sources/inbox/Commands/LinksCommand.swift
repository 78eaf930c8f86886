import ArgumentParser
import Foundation
import InboxDomains
import InboxModel
import InboxSandbox

/// Facts of links that are known without following them.
struct LinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "Match links as a site association does, and list those of the sandbox's mails.",
    subcommands: [LinksMatchCommand.self, LinksMailCommand.self])
}

/// Prints whether a link would open the app, by the domain's site association.
struct LinksMatchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract:
      "Decide for each link whether it would open the app: match, exclude or no_match, and the rule that decided.",
    discussion: """
      Matches as Apple does, old “paths” and new “components”: the first rule that matches decides. Nothing \
      is sent.

      With --jsonl, reads lines {"id","aasa","domain","appId","url"} from standard input and prints, in the \
      same order, a line {"id","decision"} for each, or {"id","error"} if it cannot be decided.
      """)

  @Option(
    help: ArgumentHelp("The apple-app-site-association file.", valueName: "file|-"), completion: .file())
  var aasa: String?

  @Option(help: ArgumentHelp("The domain that serves it.", valueName: "host"))
  var domain: String?

  @Option(help: ArgumentHelp("The app's id with its team: TEAMID.bundle.", valueName: "id"))
  var appId: String?

  @Flag(help: "Judge lines of JSON from standard input.") var jsonl = false

  @Argument(help: "The links.") var urls: [String] = []

  func validate() throws {
    let isWhole = aasa != nil && domain != nil && appId != nil && !urls.isEmpty
    let isBare = aasa == nil && domain == nil && appId == nil && urls.isEmpty
    guard jsonl ? isBare : isWhole else {
      throw ValidationError("Give --aasa, --domain, --app-id and at least one link; or --jsonl alone.")
    }
  }

  func perform() async throws {
    if jsonl { return try Self.respondToLines() }
    let file = aasa ?? "-"
    let association: SiteAssociation
    do { association = try SiteAssociation(body: TextFile.data(file)) } catch let error as InboxError {
      throw Exit.usage("\(TextFile.name(of: file)) is not a site association: \(error.unreadableClause).")
    }
    let domain = HostName.normalized(domain ?? "")
    guard HostName.isPlain(domain) else {
      throw Exit.usage("--domain “\(domain)” is not a host name. Write it like news.example.com.")
    }
    try ArgumentValue.requireAppID(appId)
    for remark in association.doubts + association.remarks { Output.complain(remark) }
    for url in urls {
      let decision = association.decide(url, domain: domain, appID: appId ?? "")
      let verdict = decision.verdict.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
      Output.line("\(verdict)\(url)  \(decision.rule)")
    }
  }

  private static func respondToLines() throws {
    var lines = InputLines()
    while let line = lines.next() {
      if line.contains(where: { $0 > 0x20 }) { Output.raw(AssociationLine.respond(line)) }
    }
    if lines.isUnreadable { throw TextFile.noInput }
  }
}

struct LinksMailCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "List the links of a running sandbox's mails, in each way they are tracked.",
    discussion: "Follow one with ‘inbox resolve --mail NAME’. Listing does not count as a click.")

  @OptionGroup var sandbox: SandboxOption

  @Option(
    help: ArgumentHelp("Only the mail of this message.", valueName: "id"), transform: ArgumentValue.filled)
  var message: String?

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let links = try await sandbox.control().mail(message: message)
    if links.isEmpty, let message {
      throw Exit.failed("The sandbox has sent no mail with a message “\(message)”, or it has no links.")
    }
    if json {
      return Output.raw(
        JSONValue.harmless(String(decoding: try JSONEncoder.sorted.encode(links), as: UTF8.self)))
    }
    for link in links { Output.line("\(link.name)  \(link.url)") }
  }
}
