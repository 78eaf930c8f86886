import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// Captured responses through the real binary.
@Suite(.queued)
struct CaptureTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let response = """
    {"messages":[
      {"id":"m1","sent_ts":"2026-01-03T10:00:00Z","subject":"Spring sale","message":"Half price.",
       "deeplink_url":"DEEPLINK"},
      {"id":"m2","sent_ts":"2026-01-02T10:00:00Z","subject":"It is over","message":"Too late.",
       "expiry_ts":"2026-01-02T12:00:00Z"},
      {"id":"m3","subject":"No time"},
      {"id":"m4","sent_ts":"2026-01-01T10:00:00Z","subject":"An offer","message":"x","message_center_name":"Offers"}
    ]}
    """

  /// Everything that lies in the person's home.
  private func files() -> [String] {
    (FileManager.default.enumerator(atPath: program.home.path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  @Test(
    "MC-14 EN-9 UL-5 a capture is shown read-only: no request, no receipt, no file, though a profile is there"
  )
  func screen() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("own", for: sandbox, session: "")
    var config = try String(contentsOfFile: program.home.path + "/config/inbox/config.toml", encoding: .utf8)
    config = config.replacing(
      "[profile.own.session]", with: "[profile.own.links]\nbranded-domains = [\"news.acme.example\"]")
    try program.home.write(config, to: "config/inbox/config.toml")
    let link = try #require(try await sandbox.mail().first { $0.url.contains("/pub/acc") }).url
    try program.home.write(
      Self.response.replacing("DEEPLINK", with: URLText.encode(link)), to: "a.json")
    let before = files()
    let frame = try await program.run(
      "open", "--capture", program.home.path + "/a.json", "--screen", "100x30", "--keys", "<enter> <enter>")
    #expect(frame.status == 0, "\(frame.errors)")
    for words in [
      "1 Primary 1", "2 Offers 1", "captured, read-only", "responsys-app", "Click counted: no",
      "nothing was sent", "captured in a.json · read-only · 3 messages, 1 expired", "expired",
    ] { #expect(frame.output.contains(words), "“\(words)” is missing:\n\(frame.output)") }
    let events = try await program.run(
      "--capture", program.home.path + "/a.json", "--screen", "120x40", "--keys",
      "<enter> <esc> <esc> E b")
    for words in [
      "message “m3” was left out: sent_ts is missing",
      "display   2 messages  ", "open      m1  ", "  suppressed: captured responses are read-only",
      "Captured responses are read-only: the badge belongs to the server",
    ] { #expect(events.output.contains(words), "“\(words)” is missing:\n\(events.output)") }
    #expect(try await sandbox.requests().isEmpty)
    let receipts = try await sandbox.receipts()
    #expect(receipts.engagements.isEmpty && receipts.clicks.isEmpty && receipts.fetches.isEmpty)
    #expect(files() == before)
    await sandbox.stop()
  }

  @Test("MC-14 MC-2 list and show look at captures as well; a sixth center and a broken message are reported")
  func commands() async throws {
    let five = (1...5).map {
      #"{"id":"c\#($0)","sent_ts":"2026-01-01T10:00:00Z","subject":"S","message":"x","message_center_name":"Center \#($0)"}"#
    }
    try program.home.write(Self.response, to: "a.json")
    try program.home.write("[\(five.joined(separator: ","))]", to: "b.json")
    let list = try await program.run(
      "list", "--capture", program.home.path + "/a.json", program.home.path + "/b.json")
    #expect(list.status == 1, "not all that was captured is in the list")
    #expect(list.output.contains("Primary  1 unread of 2\n* m1") && list.output.contains("\n  m2  "))
    #expect(list.errors.contains("An app has at most five centers, so “Center 4”, “Center 5” are not shown."))
    #expect(list.errors.contains("Primary: message “m3” was left out: sent_ts is missing."))
    let json = try await program.run("list", "--json", "--capture", program.home.path + "/a.json")
    let centers = try JSONValue.parse(Data(json.output.utf8))["centers"]?.elements ?? []
    #expect(centers.first?["messages"]?.elements?.map { $0["expired"] } == [.bool(false), .bool(true)])
    let show = try await program.run("show", "m2", "--capture", "-", input: program.home.path + "/a.json")
    #expect(
      show.status == 0 && show.output.contains("Captured elsewhere, read-only: no open was reported.")
    )
    let unknown = try await program.run("show", "m9", "--capture", program.home.path + "/a.json")
    #expect(unknown.status == 1)
    #expect(files() == ["a.json", "b.json"])
  }

  @Test(
    "MC-14 a capture that cannot be read is reported, with line and column, and status 2",
    arguments: [
      ("{\n  \"messages\": [1, 2", "line 2, column 15: the list that begins here has no end"),
      ("{}", "it has no list named messages and is not a message either"), ("", "it is empty"),
    ])
  func unreadable(text: String, reason: String) async throws {
    try program.home.write(text, to: "bad.json")
    let file = program.home.path + "/bad.json"
    for arguments in [
      ["open", "--screen", "80x24", "--capture", file], ["list", "--capture", file], ["lint", file],
    ] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(arguments)")
      #expect(
        outcome.errors.contains("\(file) is not a response of a message center: ")
          && outcome.errors.contains(reason),
        "\(outcome.errors)")
    }
  }

  @Test("MC-14 what makes no sense with a capture is refused before anything is read")
  func refused() async throws {
    for arguments in [
      ["open", "--capture", "nope.json", "--screen", "80x24"], ["list", "--capture", "a", "--refresh"],
      ["open", "--capture", "-", "-", "--screen", "80x24"],
    ] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(arguments)")
    }
    let missing = try await program.run("list", "--capture", "nope.json")
    #expect(missing.errors == "inbox: nope.json cannot be read: there is no such file.\n")
  }

  @Test(
    "MC-14 FE-5 on a terminal it says what it is, and leaves nothing behind after a quit and after a signal",
    arguments: [nil, SIGTERM, SIGHUP])
  func terminal(signal: Int32?) async throws {
    try program.home.write(Self.response, to: "a.json")
    let place = program.home.path + "/tmp"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let terminal = try TerminalProgram(
      program, "open", "--capture", program.home.path + "/a.json", environment: ["TMPDIR": place + "/"])
    try await terminal.wait(for: "captured, read-only", "Spring sale", "read-only · 3 messages")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 1)
    if let signal { terminal.send(signal: signal) } else { terminal.press("q") }
    let status = await terminal.end()
    #expect((status >> 8) & 0xFF == signal.map { 128 + $0 } ?? 0)
    #expect(terminal.isCookedAtEnd && files() == ["a.json", "tmp"])
  }
}
