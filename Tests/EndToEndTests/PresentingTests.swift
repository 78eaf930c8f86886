import Foundation
import InboxSandbox
import InboxTUI
import InboxTestSupport
import Testing

/// Showing campaigns with the real binary: without a terminal, and on one.
@Suite(.serialized, .queued)
struct PresentingTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("EN-5 UL-5 BD-2 SB-5 the whole tour without a terminal, and a recording that replays")
  func headless() async throws {
    let (receipts, record) = (program.home.path + "/receipts.json", program.home.path + "/run.jsonl")
    let outcome = try await program.run(
      "demo", "--present", "--screen", "120x40", "--keys", "n n n n n n n n n", "--receipts", receipts,
      "--record",
      record)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains(" 10 / 10 ") && outcome.output.contains(" badge 0"))
    let data = try Data(contentsOf: URL(fileURLWithPath: receipts))
    let got = try JSONDecoder().decode(Receipts.self, from: data)
    let id = "skerrylight-premiere-night"
    #expect(got.engagements.filter { $0.messageID == id }.map(\.type).sorted() == ["display", "open"])
    #expect(got.clicks.map(\.campaign) == [id] && got.badge.map(\.count) == [0] && got.duplicates == 0)
    let replay = try await program.run("replay", "--check", record)
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
  }

  @Test(
    "VE-2 FE-11 the tour of a vendor's stand-in says what that vendor has, and is shown to its end",
    arguments: [
      ("bloomreach", "Bloomreach has no display event"),
      ("iterable", "Iterable has no event for each display"),
    ])
  func vendors(vendor: String, words: String) async throws {
    let tour = try await program.run("tour", "export", "--vendor", vendor).output
    #expect(
      tour.contains(words) && !tour.contains("the badge of the app goes up")
        && !tour.contains("Displayed once"))
    try program.home.write(tour, to: "tour.toml")
    let checked = try await program.run("tour", "check", program.home.path + "/tour.toml")
    #expect(checked.output == "The life of a campaign: 9 steps, no problems\n", "\(checked)")
    let keys = Array(repeating: "n", count: 8).joined(separator: " ")
    let receipts = program.home.path + "/receipts.json"
    let shown = try await program.run(
      "demo", "--vendor", vendor, "--present", "--screen", "100x30", "--keys", keys, "--receipts", receipts)
    #expect(shown.output.contains(" 9 / 9 ") && shown.output.contains("the end"), "\(shown)")
    let data = try Data(contentsOf: URL(fileURLWithPath: receipts))
    let events = try JSONDecoder().decode(Receipts.self, from: data).events.filter {
      $0.messageID == "skerrylight-premiere-night"
    }
    // What the captions say is counted once.
    for type in ["open", "click"] {
      #expect(events.filter { $0.type.rawValue == type }.map(\.count) == [1], "\(events)")
    }
  }

  @Test("FE-5 FE-6 the tour on a terminal: next, back, left, and the terminal given back")
  func terminal() async throws {
    let terminal = try TerminalProgram(program, "demo", "--present", size: Size(columns: 120, rows: 40))
    // A step that is still under way does not go on.
    try await terminal.wait(for: " 1 / 10 ", "›● ↗ The Salt Road, season 3", "Push banner")
    terminal.press(" ")
    try await terminal.wait(for: " 2 / 10 ", "The cast of The Salt Road is on stage", "badge 8")
    terminal.press("\u{1B}[D")
    try await terminal.wait(for: " 1 / 10 ", "read again: nothing is undone")
    terminal.resize(to: Size(columns: 40, rows: 12))
    try await terminal.wait(for: "n next", "Welcome.")
    terminal.press("\u{1B}")
    try await terminal.wait(without: "Welcome.")
    terminal.press("q")
    #expect(await terminal.end() == 0)
    #expect(terminal.isCookedAtEnd)
  }

  @Test("SB-2 a tour that cannot be shown is reported at the start, with status 2")
  func broken() async throws {
    try program.home.write(
      "[tour]\nname = \"x\"\n[[step]]\ncaption = \"a\"\n[[step.do]]\nlaunch = \"nobody\"\n", to: "t.toml")
    let file = program.home.path + "/t.toml"
    var outcome = try await program.run("demo", "--present", "--tour", file, "--screen", "80x24")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "inbox: \(file):6:1: [[do]] 1, launch: there is no campaign “nobody”. Those that come with the program were searched; --campaigns names others.\n"
    )
    outcome = try await program.run("tour", "check", file)
    #expect(outcome.status == 2 && outcome.errors.contains("there is no campaign “nobody”."))
    let shipped = try await program.run("tour", "export")
    try program.home.write(shipped.output, to: "shipped.toml")
    outcome = try await program.run("tour", "check", program.home.path + "/shipped.toml")
    #expect(outcome.status == 0 && outcome.output == "The life of a campaign: 10 steps, no problems\n")
    outcome = try await program.run("demo", "--tour", file, "--screen", "80x24")
    #expect(outcome.status == 2 && outcome.errors.contains("--tour needs --present"))
    outcome = try await program.run("demo", "--present", "--tour", "/nowhere.toml", "--screen", "80x24")
    #expect(
      outcome.status == 2 && outcome.errors.contains("/nowhere.toml cannot be read: there is no such file."))
  }

  @Test(
    "SB-2 FE-7 FE-13 a sandbox's messages have their brand before an audience, also those of a file launched later"
  )
  func brands() async throws {
    let sandbox = try await program.startSandbox(Self.campaign("first", of: "Acme Outdoors"))
    let terminal = try TerminalProgram(program, "--profile", "sandbox", size: Size(columns: 120, rows: 40))
    try await terminal.wait(for: "online", "About first")
    terminal.press("\u{1B}[15~")
    try await terminal.wait(for: "Push banner", "A  Acme Outdoors")
    try program.home.write(Self.campaign("later", of: "Zenith Travel"), to: "later.toml")
    #expect(try await program.run("campaign", "launch", program.home.path + "/later.toml").status == 0)
    try await terminal.wait(for: "About later")
    terminal.press("g")
    try await terminal.wait(for: "Z  Zenith Travel")
    terminal.press("L")
    try await terminal.wait(for: "Zenith Travel · About later")
    terminal.press("\u{1B}")
    try await terminal.wait(without: "Launch a campaign")
    terminal.press("Q")
    #expect(await terminal.end() & 0x7F == 0)
    await sandbox.stop()
  }

  private static func campaign(_ id: String, of brand: String) -> String {
    """
    [brand]
    name = "\(brand)"
    domain = "news.\(id).example"

    [[campaign]]
    id = "\(id)"
    kind = "launch-app"
    subject = "About \(id)"
    message = "Text"
    push = true

    """
  }
}
