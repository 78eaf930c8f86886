import ArgumentParser
import Foundation
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// Command lines and configurations that people write, and the responses to them.
@Suite(.queued)
struct SentenceTests {
  private let program: Program

  init() throws { program = try Program() }

  private static func configuration(_ more: String, centers: String = "[\"Primary\"]") -> String {
    """
    default = "own"
    [profile.own]
    back-end = "http://127.0.0.1:9"
    app-token = "the-app-token"
    account-token = "the-account-token"
    centers = \(centers)
    \(more)
    """
  }

  private func configure(_ more: String) throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(Self.configuration(more), to: "config/inbox/config.toml")
  }

  /// What is wrong with a configuration, with its place; nil where nothing is.
  private static func flaw(_ configuration: String) -> String? {
    do {
      _ = try ConfigFile(text: configuration, name: "config.toml").profile("own")
      return nil
    } catch { return "\(error)" }
  }

  /// What the parser says of a command line; nil where nothing is wrong with it.
  @MainActor private static func flaw(_ arguments: [String]) -> String? {
    do {
      _ = try Inbox.parseAsRoot(Inbox.withNumbersBehind(arguments))
      return nil
    } catch {
      #expect(Inbox.exitCode(for: error) == .validationFailure)
      return Inbox.message(for: error)
    }
  }

  @Test("BD-1 a negative badge is refused as what it is, wherever it stands on the line")
  func negativeBadge() async throws {
    try configure("")
    for arguments in [["-1"], ["--json", "-20"]] {
      let outcome = try await program.run(["badge", "set"] + arguments)
      #expect(
        outcome.status == 2 && outcome.errors.contains("badge")
          && outcome.errors.contains("must be 0 or more"),
        "\(outcome.errors)")
      #expect(!outcome.errors.contains("Unknown option"))
    }
    let sentence = "“1e3” is not a badge number: use a whole number from 0 to 9223372036854775807."
    let number = try await program.run("badge", "set", "1e3", "--json")
    #expect(number.status == 2 && number.errors == "inbox: \(sentence)\n", "\(number.errors)")
    #expect(number.output == "{\"error\":{\"text\":\"\(sentence)\"}}\n", "\(number.output)")
    let limit = try await program.run("badge", "log", "--limit", "0")
    #expect(
      limit.status == 2 && limit.errors.contains("It must be a whole number from 1 to "), "\(limit.errors)")
    let other = try await program.run("badge", "set", "3", "--nope")
    #expect(other.status == 2 && other.errors.contains("Unknown option"))
  }

  @Test(
    "BD-1 what is no badge number is said to be that before anything else is read, in every form",
    arguments: [
      (["-1", "--json"], "must be 0 or more"), (["--profile", "own", "-3"], "must be 0 or more"),
      (["--", "-4"], "must be 0 or more"),
    ]
      + ["99999999999999999999", "three", "", "1.5", "-1e3", "-99999999999999999999"].map {
        ([$0, "--json"], "“\($0)” is not a badge number: use a whole number from 0 to 9223372036854775807.")
      })
  @MainActor func badgeNumber(arguments: [String], words: String) async throws {
    let line = Inbox.withNumbersBehind(["badge", "set"] + arguments)
    let set = try #require(try Inbox.parseAsRoot(line) as? BadgeCommand.Set)
    do {
      try await set.perform()
      Issue.record("\(line) was taken")
    } catch {
      let exit = try #require(Exit(error))
      #expect(exit.status == 2 && exit.sentence.contains(words), "\(exit.sentence)")
    }
  }

  @Test(
    "MC-15 SB-2 an option's value that is none is refused by its name, with what one is",
    arguments: [
      (["badge", "log", "--limit", "1e3"], "It must be a whole number from "),
      (["receipts", "--wait", "x"], "It must be a whole number from "),
      (["receipts", "--timeout", "9223372036854775807"], "It must be a whole number from "),
      (["receipts", "--quiet-ms", "1.5"], "It must be a whole number from "),
      (["demo", "--badge-maximum", "99999999999999999999"], "It must be a whole number from "),
      (["list", "--profile", ""], "'--profile <profile>': It is empty."),
      (["compare", "a", "b", "-p", ""], "'-p <profile>': It is empty."),
      (["tap", "--to", "http://127.0.0.1:9", "--center", ""], "'--center <name>': It is empty."),
      (["stale", "--center", ""], "'--center <center>': It is empty."),
      (["compare", "a", "b", "--center", ""], "'--center <center>': It is empty."),
      (["delete", "a", "--center", ""], "'--center <center>': It is empty."),
      (["--link", ""], "'--link <link>': It is empty."),
      (["demo", "--link", ""], "'--link <link>': It is empty."),
      (["receipts", "--message", ""], "'--message <id>': It is empty."),
      (["sandbox", "--store", ""], "'--store <url>': It is empty."),
      (["clock", "--control-token", ""], "'--control-token <file>': It is empty."),
      (["receipts", "--of", "clicks"], "--of says what --wait counts."),
      (["tap", "--to", "http://127.0.0.1:9", "--json", "--screen", "80x24"], "--json prints objects"),
    ])
  @MainActor func value(arguments: [String], words: String) throws {
    #expect(try #require(Self.flaw(arguments)).contains(words))
  }

  @Test(
    "MC-15 SB-2 an empty name is refused as what it is",
    arguments: [
      (["lint", ""], "The name of the file is empty."), (["check", ""], "The name of the file is empty."),
      (["keys", "check", ""], "The name of the file is empty."),
      (["campaign", "check", ""], "The name of the file is empty."),
      (["campaign", "withdraw", ""], "The id is empty."),
      (["list", "--center", ""], "'--center <center>': It is empty."),
      (["check", "two-devices", "--junit", ""], "--junit is empty. Name a file."),
      (["install", "--prefix", ""], "--prefix is empty."),
    ])
  func empty(arguments: [String], sentence: String) async throws {
    let outcome = try await program.run(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome)")
  }

  @Test(
    "MC-15 what cannot be used of standard input is said of it, by its name",
    arguments: [
      ["report", "-"],
      [
        "links", "match", "--aasa", "-", "--domain", "a.example", "--app-id", "TEAM123456.a.b",
        "https://a.example",
      ],
    ])
  func standardInput(arguments: [String]) async throws {
    let outcome = try await program.run(arguments)
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("inbox: Standard input"), "\(outcome)")
  }

  @Test("MC-15 UL-5 why a file cannot be used is said of the file that was named, with the place in it")
  func namedFiles() async throws {
    try Data([0x30, 0x82, 0xFF]).write(to: URL(fileURLWithPath: program.home.path + "/ca.der"))
    try program.home.write("{\"a\":\n", to: "event.json")
    for (option, file, sentence) in [
      ("--ca", "/ca.der", "/ca.der holds no PEM certificate"),
      (
        "--click-event", "/event.json", "/event.json is not a click event: it is not JSON at line 2, column 1"
      ),
    ] {
      let link = option == "--ca" ? ["http://a.example/"] : []
      let outcome = try await program.run(["resolve", "--dry-run", option, program.home.path + file] + link)
      #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome)")
    }
    let token = try await program.run("space", "list", "--control-token", program.home.path)
    #expect(token.status == 2 && token.errors.contains("cannot be read: it is a folder."), "\(token)")
  }

  @Test("SB-5 receipts print JSON, also where it is asked for")
  func receipts() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let (plain, json) = (try await program.run("receipts"), try await program.run("receipts", "--json"))
    #expect(json.status == 0 && json.output == plain.output && json.output.hasPrefix("{"))
    await sandbox.stop()
  }

  @Test("SB-2 campaign check and lint take a folder of campaign files, and say what a folder without any is")
  func folders() async throws {
    let folder = program.home.path + "/campaigns"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for command in [["campaign", "check"], ["lint"]] {
      let empty = try await program.run(command + [folder])
      #expect(
        empty.status == 2 && empty.errors == "inbox: \(folder) holds no .toml file.\n", "\(empty.errors)")
    }
    let other = Acme.campaigns.replacing("id = \"", with: "id = \"b-")
    try program.home.write(other, to: "campaigns/b.toml")
    try program.home.write(Acme.campaigns, to: "campaigns/a.toml")
    try program.home.write("half a", to: "campaigns/.a.toml")
    let check = try await program.run("campaign", "check", folder, folder + "/")
    let names = check.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(check.status == 0 && names.map { $0.suffix(7) } == ["/a.toml", "/b.toml", "/a.toml", "/b.toml"])
  }

  @Test("SB-2 an id that two files of a folder or of a scenario have for one center is reported with both")
  func sameID() async throws {
    let folder = program.home.path + "/campaigns"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["a", "b"] { try program.home.write(Acme.campaigns, to: "campaigns/\(name).toml") }
    let sentence = "“plain” is taken by a campaign of "
    for command in [
      ["campaign", "check", folder], ["sandbox", "--port", "0", "--campaigns", folder],
      ["tour", "check", "--campaigns", folder, program.home.path + "/tour.toml"],
    ] {
      let outcome = try await program.run(command)
      #expect(
        outcome.status == 2 && outcome.errors.contains("\(folder)/b.toml:")
          && outcome.errors.contains("\(sentence)\(folder)/a.toml. Rename one of them."), "\(outcome)")
    }
    // By themselves they are in order.
    let alone = try await program.run("campaign", "check", folder + "/a.toml", folder + "/b.toml")
    #expect(alone.status == 0, "\(alone)")
    let step = "[[step]]\nexpect = \"list\"\nshows = [\"A plain word\"]\n"
    for (campaigns, own) in [
      ("\"campaigns/a.toml\", \"campaigns/b.toml\"", ""), ("\"campaigns/a.toml\"", Acme.campaigns),
    ] {
      try program.home.write(
        "[scenario]\nname = \"x\"\ncampaigns = [\(campaigns)]\n\(step)\(own)", to: "x.toml")
      let outcome = try await program.run("check", program.home.path + "/x.toml")
      #expect(outcome.status == 2 && outcome.output.contains(sentence), "\(outcome)")
    }
  }

  @Test(
    "MC-2 a center's name that is blank, or Primary in another case, is refused with line and column",
    arguments: [
      ("[\"Primary\", \"  \"]", "a name is blank"), ("[\"\"]", "a name is blank"),
      ("[\"\\t\"]", "a name is blank"),
      ("[\"Primary\", \"primary\"]", "“primary” is not “Primary”"),
      ("[\"PRIMARY\"]", "“PRIMARY” is not “Primary”"),
    ])
  func centers(_ centers: String, _ words: String) throws {
    let flaw = try #require(Self.flaw(Self.configuration("", centers: centers)))
    #expect(flaw.hasPrefix("config.toml:6:1: ") && flaw.contains(words), "\(flaw)")
    let name = centers.split(separator: "\"").dropFirst(centers.contains("Primary\"") ? 3 : 1).first ?? ""
    guard words.contains("Primary") else { return }
    let text = Acme.campaigns.replacing("id = \"plain\"", with: "id = \"plain\"\ncenter = \"\(name)\"")
    let campaign = #expect(throws: (any Error).self) { try CampaignFile.parse(text, name: "a.toml") }
    #expect(campaign.map { "\($0)" }?.contains(words) == true, "\(text)")
  }

  @Test(
    "a table for the profile sandbox is refused, also where only that profile is opened; as default it is opened"
  )
  func sandboxProfile() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try configure("[profile.sandbox]\nback-end = \"http://127.0.0.1:9\"")
    for arguments in [["list"], ["list", "--profile", "sandbox"]] {
      let outcome = try await program.run(arguments)
      #expect(
        outcome.status == 2 && outcome.errors.contains("config.toml:7:1")
          && outcome.errors.contains("‘--profile sandbox’ opens the sandbox that runs here"),
        "\(outcome.errors)")
    }
    try configure("[profile.\"sandbox@checkout\"]")
    let space = try await program.run("list")
    #expect(
      space.status == 2 && space.errors.contains("‘--profile sandbox@checkout’ opens a space of a sandbox"))
    try program.home.write("default = \"sandbox\"\n", to: "config/inbox/config.toml")
    let list = try await program.run("list")
    #expect(list.status == 0 && list.output.contains("Primary  4 unread of 4"), "\(list.errors)")
    // The stand-in of Responsys by the form of the other vendors' names.
    let named = try await program.run("list", "--profile", "sandbox-responsys", "--offline")
    #expect(named.status == 0 && named.output == list.output, "\(named.errors)")
    try configure("[profile.sandbox-responsys]")
    let reserved = try await program.run("list", "--profile", "sandbox-responsys")
    let refusal = "‘--profile sandbox-responsys’ opens the sandbox"
    #expect(reserved.status == 2 && reserved.errors.contains(refusal), "\(reserved.errors)")
    for name in ["..", "a/b", " ", ".hidden"] {
      let flaw = try #require(Self.flaw(Self.configuration("[profile.\"\(name)\"]")))
      #expect(flaw.contains("cannot name the profile's folder"), "\(flaw)")
    }
    await sandbox.stop()
  }

  @Test("UL-11 the scheme of Bloomreach's authorization may be written in any case")
  func scheme() throws {
    func flaw(_ scheme: String) -> String? {
      Self.flaw(
        Self.configuration(
          "[profile.own.bloomreach]\nproject-token = \"project\"\nauthorization = \"\(scheme) secret-value\"")
      )
    }
    #expect(["bearer", "TOKEN", "Token"].compactMap(flaw) == [])
    #expect(try #require(flaw("basic")).contains("it begins with “Token ” or “Bearer ”."))
  }

  @Test("lint finds nothing wrong with the sandbox's own messages that no one has opened")
  func lint() async throws {
    let sandbox = try await program.startSandbox(
      Acme.campaigns + Acme.once, ["once.html": "<p>Once only</p>"])
    _ = try await program.run("list", "--profile", "sandbox")
    let lint = try await program.run("lint", "--profile", "sandbox")
    #expect(lint.output.contains("6 messages"), "\(lint.output)")
    for rule in ["kind-without-content", "rich-url-not-https"] {
      #expect(!lint.output.contains(rule), "\(lint.output)")
    }
    await sandbox.stop()
  }
}
