import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxTUI
import InboxVendors
import Synchronization
import Testing

@testable import inbox

/// Every command that reads a profile, over a back end that has one list, increments, no display event and no badge
/// (VE-2).
@MainActor
@Suite(.serialized, .queued)
struct LackingVendorCommandTests {
  private let folder: TemporaryFolder
  private let back = OneListBackEnd()
  private let profile: Profile

  init() throws {
    folder = try TemporaryFolder()
    var profile = Profile(
      name: "boxline", folder: folder.path + "/boxline",
      settings: MessageCenterSettings(centers: .primaryOnly), user: "maria",
      vendors: VendorSettings(
        responsys: ResponsysSettings(base: "http://127.0.0.1:9", appToken: "a", accountToken: "b")),
      transport: TransportSettings(),
      links: LinkSettings())
    profile.backEnd = back.port
    self.profile = profile
    back.list([.numbered(1), .numbered(2)])
  }

  /// What a command prints.
  private func output(_ body: () async throws -> Void) async throws -> String {
    let lines = Mutex<[String]>([])
    let add: @Sendable (String) -> Void = { text in lines.withLock { $0.append(text) } }
    try await Output.$collector.withValue(add) { try await body() }
    return lines.withLock { $0 }.joined(separator: "\n")
  }

  /// The sentence that a command ends with, and its exit status.
  private func refusal(_ body: () async throws -> Void) async -> (status: Int32, sentence: String)? {
    do { try await body() } catch let exit as Exit { return (exit.status, exit.sentence) } catch {
      let exit = (error as? InboxError).map { Exit($0) }
      return exit.map { ($0.status, $0.sentence) }
    }
    return nil
  }

  private func expectRefused(
    _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async {
    let refusal = await refusal(body)
    #expect(refusal?.status == 2 && refusal?.sentence == sentence, sourceLocation: sourceLocation)
    #expect(back.others == [] && back.reported == [], sourceLocation: sourceLocation)
  }

  @Test("VE-2 every command is one that these tests run, or one that asks no back end")
  func all() {
    let tested = [
      "open", "list", "show", "mark", "delete", "click", "token", "drive", "badge", "enable", "disable",
      "report", "lint", "compare",
    ]
    let others = [
      // A stand-in, files, links and what is on this machine: no back end of a profile is asked.
      "demo", "sandbox", "space", "campaign", "clock", "fault", "receipts", "check", "resolve", "links",
      "domain",
      "export", "diff", "replay", "lens", "stale", "tap", "theme", "tour", "keys", "init", "info", "install",
    ]
    let names = Inbox.configuration.subcommands.compactMap { type in type.configuration.commandName }
    #expect(Set(names) == Set(tested + others))
  }

  @Test("VE-2 BD every badge command says that there is none, with status 2, before anything is asked")
  func badge() async throws {
    let sentence = "Boxline has no badge."
    await expectRefused(sentence) { try await BadgeCommand.Get.asyncParse([]).shared.run(on: profile) }
    await expectRefused(sentence) {
      try await BadgeCommand.Set.asyncParse(["3"]).shared.run(on: profile, set: 3)
    }
    await expectRefused(sentence) {
      try await BadgeCommand.Reset.asyncParse([]).shared.run(on: profile, set: 0)
    }
    await expectRefused(sentence) { try await BadgeCommand.Log.asyncParse([]).run(on: profile) }
  }

  @Test("VE-2 VE-14 report --server says that the vendor cannot be asked, with status 2")
  func server() async throws {
    await expectRefused("Boxline has no request that says what it recorded.") {
      try await ReportCommand.asyncParse(["--server"]).run(on: profile)
    }
  }

  @Test("VE-2 QA-2 compare fetches for both people and leaves no trace")
  func compare() async throws {
    let comparison = try await CompareRun.compare(
      .user("maria"), with: "user:ben", in: profile, now: { .at(0) })
    // It serves each message once, no matter who asks.
    #expect(comparison.rows.map(\.verdict) == [.onlyFirst, .onlyFirst])
    #expect(comparison.first.label == "maria" && comparison.second.label == "ben")
    #expect(back.others == [] && back.reported == [])
    #expect(!FileManager.default.fileExists(atPath: profile.folder))
  }

  @Test("VE-2 MC-1 enable and disable say that there is no switch, with status 2")
  func feature() async throws {
    let sentence = "Boxline has no switch that turns its inbox off."
    await expectRefused(sentence) { _ = try await FeatureRun.run(profile, isOn: false) }
    await expectRefused(sentence) { _ = try await FeatureRun.run(profile, isOn: true) }
  }

  @Test("VE-2 list names the inbox, has no badge for programs, and refuses what would choose among lists")
  func list() async throws {
    let text = try await output { try await ListCommand.asyncParse([]).run(on: profile) }
    #expect(text.hasPrefix("Inbox  2 unread of 2"), "\(text)")
    let json = try await output {
      try await ListCommand.asyncParse(["--json", "--offline"]).run(on: profile)
    }
    #expect(try JSONValue.parse(Data(json.utf8))["badge"] == .null, "\(json)")
    await expectRefused("Boxline has one list. Leave --center out.") {
      try await ListCommand.asyncParse(["--center", "Offers"]).run(on: profile)
    }
    let filter = await refusal {
      try await ListCommand.asyncParse(["--filter", "center:x"]).run(on: profile)
    }
    #expect(filter?.status == 2 && filter?.sentence.contains("there is one list") == true)
  }

  @Test("VE-2 EN-5 show counts as an open where the vendor takes it, and else says that it does not")
  func show() async throws {
    _ = try await output { try await ListCommand.asyncParse([]).run(on: profile) }
    await expectRefused("Boxline has one list. Leave --center out.") {
      try await ShowCommand.asyncParse(["m1", "--center", "Offers"]).run(on: profile)
    }
    let shown = try await output { try await ShowCommand.asyncParse(["m1"]).run(on: profile) }
    #expect(shown.contains("· Inbox · m1") && shown.hasSuffix("This was reported as an open."), "\(shown)")
    #expect(back.reported == ["open m1"])
    var watching = profile
    watching.readsOnly = true
    let withheld = try await output { try await ShowCommand.asyncParse(["m2"]).run(on: watching) }
    #expect(withheld.hasSuffix("Nothing was reported: --read-only was given."), "\(withheld)")
    #expect(back.reported == ["open m1"])
    var capabilities = OneListBackEnd.capabilities
    capabilities.opens = false
    let silent = OneListBackEnd(capabilities)
    var silentProfile = profile
    silentProfile.backEnd = silent.port
    let unreported = try await output { try await ShowCommand.asyncParse(["m2"]).run(on: silentProfile) }
    #expect(unreported.hasSuffix("Nothing was reported: Boxline has no open event."), "\(unreported)")
    let json = try await output { try await ShowCommand.asyncParse(["m2", "--json"]).run(on: silentProfile) }
    #expect(try JSONValue.parse(Data(json.utf8))["countedAsOpen"] == .bool(false))
    #expect(silent.reported == [])
  }

  @Test("VE-2 VE-4 VE-7 mark and delete say where it is kept, click and token that there is none")
  func marks() async throws {
    _ = try await output { try await ListCommand.asyncParse([]).run(on: profile) }
    let unread = try await output {
      try await MarkCommand.asyncParse(["unread", "m1", "--json"]).run(on: profile)
    }
    let value = try JSONValue.parse(Data(unread.utf8))
    #expect(value["kept"]?.text == "here" && value["messages"]?.elements?.first?["read"] == .bool(false))
    await expectRefused("Boxline has no click event.") {
      try await ClickCommand.asyncParse(["m1", "https://x.example"]).run(on: profile)
    }
    await expectRefused("The vendor of the profile “boxline” asks for no JWT.") {
      try await TokenCommand.asyncParse([]).run(on: profile)
    }
    let restored = try await output {
      try await DeleteCommand.asyncParse(["--restore", "m1"]).run(on: profile)
    }
    #expect(restored.contains("m1: restored."), "\(restored)")
  }

  @Test("VE-4 VE-6 a mark held for another account stays so where this one takes none, and --held says why")
  func heldMark() async throws {
    var (former, now) = (profile, profile)
    former.backEnd?.application = "former"
    former.backEnd?.change = { _ throws(InboxError) in throw .noNetwork("x") }
    now.backEnd = OneListBackEnd(Capabilities(vendor: "Boxline")).port
    _ = try await output { try await ListCommand.asyncParse([]).run(on: former) }
    _ = try await output { try await MarkCommand.asyncParse(["read", "m1"]).run(on: former) }
    func held(_ fate: String) async throws -> String {
      try await output { try await ListCommand.asyncParse(["--held", fate]).run(on: now) }
    }
    let why =
      "1 event or change stays held: Boxline takes no mark of its kind. ‘inbox list --held drop’ drops it."
    #expect(try await held("send") == why)
    #expect(try await held("drop") == "1 event or change dropped.")
    #expect(try await held("send") == "Nothing is held for another account.")
  }

  @Test("VE-2 QA-6 drive answers what the vendor lacks with a reason, and what it cannot do with an error")
  func drive() async throws {
    var lines = [
      #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"appear"}"#, #"{"id":3,"do":"look","ids":["m1"]}"#,
      #"{"id":4,"do":"badge","count":3}"#, #"{"id":5,"do":"close","message":"m1"}"#,
      #"{"id":6,"do":"state"}"#,
    ].map { Data($0.utf8) }
    let text = try await output {
      try await DriveRun.run(profile) { lines.isEmpty ? nil : lines.removeFirst() }
    }
    let answers = try text.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    try #require(answers.count == 6, "\(text)")
    #expect(answers[0]["ok"] == .bool(true) && answers[0]["sent"]?.elements == [])
    #expect(answers[2]["notSent"]?.elements?.first?["why"]?.text == "Boxline has no display event.")
    #expect(answers[3]["error"]?["kind"]?.text == "unsupported")
    #expect(answers[4]["notSent"]?.elements?.first?["what"]?.text == "close m1")
    let list = answers[5]["result"]?["lists"]?.elements?.first
    #expect(list?["cursor"]?.text == "next" && list?["messages"]?.elements?.count == 2)
    #expect(answers[5]["result"]?["badge"]?["source"]?.text == "none" && back.others == [])
  }

  @Test("QA-6 drive ends with the reason where standard input cannot be read, after what it has done")
  func unreadableInput() async throws {
    var lines = [Data(#"{"id":1,"do":"refresh"}"#.utf8)]
    var exit: Exit?
    let text = try await output {
      do {
        try await DriveRun.run(profile) {
          guard !lines.isEmpty else { throw TextFile.noInput }
          return lines.removeFirst()
        }
      } catch let end as Exit { exit = end }
    }
    #expect(exit?.status == 2 && exit?.sentence == "Standard input cannot be read.")
    let response = try JSONValue.parse(Data(text.utf8))
    #expect(response["id"] == .integer(1) && response["ok"] == .bool(true), "\(text)")
  }

  @Test("QA-6 lines of standard input are read as they come, and a folder in its place is no end of them")
  func inputLines() throws {
    func read(_ path: String) throws -> (lines: [String], isUnreadable: Bool) {
      let file = Glibc.open(path, O_RDONLY)
      try #require(file >= 0)
      defer { Glibc.close(file) }
      var input = InputLines(of: file)
      var lines: [String] = []
      while let line = input.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      return (lines, input.isUnreadable)
    }
    try folder.write("a\r\n\nb c\nlast", to: "lines")
    let lines = try read(folder.path + "/lines")
    #expect(lines.lines == ["a", "", "b c", "last"] && !lines.isUnreadable)
    let none = try read(folder.path)
    #expect(none.lines == [] && none.isUnreadable)
    let long = [65_535, 65_536, 0, 65_537, 200_000].map { String(repeating: "x", count: $0) }
    try folder.write(long.joined(separator: "\n"), to: "long")
    #expect(try read(folder.path + "/long").lines == long)
  }

  @Test("QA-6 standard input that another program keeps from waiting is waited for all the same")
  func inputWithoutWaiting() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { for end in ends { close(end) } }
    let writer = ends[1]
    var input = InputLines(of: ends[0])
    // Over so many rounds some line is asked for before it is there.
    for round in 1...200 {
      DispatchQueue.global().async { _ = write(writer, "\(round)\n", "\(round)\n".utf8.count) }
      let line = input.next()
      try #require(line == Data("\(round)".utf8) && !input.isUnreadable)
    }
  }

  @Test("VE-2 EN-8 report says what the vendor has no event for, and counts no display as suppressed")
  func report() async throws {
    _ = try await screen("j k E E")
    let text = try await output { try await ReportCommand.asyncParse([]).run(on: profile) }
    #expect(text.contains("Nothing was reported. Boxline has no display event."), "\(text)")
    #expect(!text.contains("suppressed"))
    let json = try await output { try await ReportCommand.asyncParse(["--json"]).run(on: profile) }
    let value = try JSONValue.parse(Data(json.utf8))
    #expect(value["rows"]?.elements == [] && value["lacks"]?.elements?.count == 1)
  }

  @Test("VE-2 MC-4 lint knows no cap")
  func lint() async throws {
    back.list((1...25).map { .numbered($0) })
    _ = try await output { try await ListCommand.asyncParse([]).run(on: profile) }
    let report = try await LintCommand.asyncParse([]).inbox(profile)
    #expect(!report.findings.contains { $0.rule == .centerOverCap })
  }

  @Test("VE-2 the screen: the inbox by its name, no badge, no word of Responsys")
  func open() async throws {
    let shown = try await screen("j")
    #expect(shown.contains("1 Inbox 2") && shown.contains(" no badge"), "\(shown)")
    for word in ["Primary", "center", "server"] { #expect(!shown.contains(word), "\(shown)") }
    #expect(back.others == [] && back.reported == [])
  }

  private func screen(_ keys: String) async throws -> String {
    let composition = try Composition(profile, isScreen: true)
    let shown = try await output {
      try await HeadlessRun.run(
        composition, size: Size(columns: 100, rows: 30), keys: Key.sequence(keys), styles: false, link: nil,
        theme: FrontTheme(option: nil, depth: .mono), settings: FrontSettings.find(FrontOptions()))
    }
    await composition.close()
    return shown
  }
}
