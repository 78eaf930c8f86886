import ArgumentParser
import Foundation
import InboxModel
import InboxSandbox
import InboxTOML
import InboxTUI

/// Campaign files (SB-2).
struct CampaignCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "campaign",
    abstract: "Check campaign files; list, launch and withdraw campaigns while inboxes are open.",
    subcommands: [
      CampaignCheckCommand.self, CampaignListCommand.self, CampaignLaunchCommand.self,
      CampaignWithdrawCommand.self,
    ])
}

/// Whether campaign files can be read.
struct CampaignCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read campaign files and report what is wrong, with line and column.")

  @Argument(help: "Campaign files (TOML), or folders of them.", completion: .file())
  var files: [String]

  func perform() async throws {
    var isGood = true
    for files in try files.map(TextFile.inFolder) {
      // A sandbox plays the files of a folder together.
      var set = CampaignSet()
      for file in files {
        do throws(TOMLFileError) {
          let read = try set.read(path: file)
          let count = read.campaigns.count
          Output.line("\(file): \(read.brand.name), \(count.counted("campaign"))")
        } catch {
          Output.complain(error.description)
          isGood = false
        }
      }
    }
    if !isGood { throw ExitCode(Exit.usage) }
  }
}

/// The campaigns of a sandbox.
struct CampaignListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the campaigns of a running sandbox, and whether each was launched.")

  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let campaigns = try await sandbox.control().ask("GET", "/sandbox/campaigns") { list in
      list.elements.flatMap { all in all.allSatisfy { $0["id"]?.text != nil } ? all : nil }
    }
    if json { return Output.json(.array(campaigns)) }
    let rows = campaigns.map { campaign in
      [
        campaign["id"]?.text ?? "", Self.state(campaign), campaign["message_center_name"]?.text ?? "",
        [
          campaign["brand"]?.text, campaign["subject"]?.text,
          CampaignFacts.vendors(campaign).map(CampaignFacts.words),
        ]
        .compactMap(\.self).joined(separator: " · "),
      ]
    }
    guard !rows.isEmpty else {
      return Output.line("There are no campaigns. ‘inbox campaign launch FILE’ sends one.")
    }
    Output.lines(TextTable(head: ["id", "launched", "center", "subject"], rows: rows).lines)
  }

  private static func state(_ campaign: JSONValue) -> String {
    if campaign["launched"] == .bool(true) { return "yes" }
    return campaign["launch"]?.text.map { "no, by itself \($0) after the start" } ?? "no"
  }
}

/// Campaigns that go out now.
struct CampaignLaunchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "launch",
    abstract: "Launch campaigns in a running sandbox, from files or, once loaded, by id.",
    discussion:
      "Open inboxes get them at once. A loaded campaign is named by its id: ‘launch spring-sale’; it launches in every center that has it."
  )

  @OptionGroup var sandbox: SandboxOption

  @Argument(
    help: "Campaign files (TOML), folders of them (with a slash, such as mine/), or ids of loaded campaigns.",
    completion: Completions.campaignFiles)
  var files: [String]

  func perform() async throws {
    let control = try sandbox.control()
    // A folder is its files, and a bare word an id, whatever lies here.
    let all = try files.flatMap { Self.isID($0) ? [$0] : try TextFile.inFolder($0) }
    // All are read here before the first is sent, so that a mistake launches none: it is reported with the file's own
    // name, and the HTML that a file names goes along.
    let requests = try all.map { file -> (path: String, body: Data?) in
      guard !Self.isID(file) else {
        return ("/\(URLText.encode(file))/launch", nil)
      }
      return ("", try JSONEncoder.sorted.encode(CampaignUpload(path: file)))
    }
    for (path, body) in requests {
      let (value, launched) = try await control.ask("POST", "/sandbox/campaigns" + path, body: body) {
        value in value["launched"]?.elements.map { (value, $0) }
      }
      for message in launched {
        let vendors = CampaignFacts.vendors(message).map { ", for " + CampaignFacts.words(for: $0) } ?? ""
        Output.line(
          "launched \(message["message_id"]?.text ?? "") in \(message["message_center_name"]?.text ?? "")\(vendors)"
        )
      }
      for host in value["hosts_not_played"]?.elements?.compactMap(\.text) ?? [] {
        Output.complain(
          "\(host) is not among the hosts that the sandbox plays: start it with ‘--campaigns’ to follow its links."
        )
      }
    }
  }

  /// Whether it names a loaded campaign, and neither a file nor a folder.
  private static func isID(_ word: String) -> Bool {
    !word.isEmpty && !word.hasSuffix(".toml") && !word.contains("/") && ![".", ".."].contains(word)
  }
}

/// Campaigns that are taken back.
struct CampaignWithdrawCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraw a campaign in a running sandbox.",
    discussion: "Inboxes notice at their next fetch: the response no longer lists the message.")

  @OptionGroup var sandbox: SandboxOption

  @Argument(help: "The campaign's id.", completion: Completions.campaigns)
  var id: String

  func validate() throws {
    if id.isEmpty { throw ValidationError("The id is empty. ‘inbox campaign list’ shows the ids.") }
  }

  func perform() async throws {
    let path = "/sandbox/campaigns/\(URLText.encode(id))/withdraw"
    for message in try await sandbox.control().ask("POST", path, { $0["withdrawn"]?.elements }) {
      Output.line("withdrew \(message["message_id"]?.text ?? "")")
    }
  }
}
