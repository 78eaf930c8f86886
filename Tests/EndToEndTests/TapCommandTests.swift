import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

/// An app behind the real tap, in front of a sandbox's stand-ins: the app is this program with a profile of its own.
@Suite(.queued)
struct TapCommandTests {
  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "hello"
    kind = "launch-app"
    subject = "Hello"
    message = "Words."
    sent = "-1m"
    """

  private let program: Program

  init() throws { program = try Program() }

  /// A tap that runs until it is stopped.
  private func tap(_ target: String, record file: String, _ more: [String] = []) throws -> ServerProcess {
    let place = program.environment.map { "\($0)=\($1)" }
    return try ServerProcess(
      ["/usr/bin/env"] + place
        + [Program.path, "tap", "--to", target, "--listen", "127.0.0.1:0", "--plain", "--record", file]
        + more,
      in: program.home.path)
  }

  /// The app's profile: it asks the tap in the place of the vendor.
  private func configure(_ vendor: VendorName, _ endpoint: VendorEndpoint, at tap: String) throws {
    let account =
      vendor == .iterable
      ? """
      api-key = "\(try endpoint["apiKey"])"
      email = "maria@acme.example"
      base-url = "\(tap)/api"
      """
      : """
      project-token = "\(try endpoint["project"])"
      api-key = "\(try endpoint["authorization"].replacing("Token ", with: ""))"
      ids = { registered = "maria" }
      base-url = "\(tap)"
      """
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(
      "[profile.default]\nvendor = \"\(vendor.rawValue)\"\n\(account)\n", to: "config/inbox/config.toml")
  }

  @Test(
    "QA-4 VE-14 what an app did is in the recording, is judged by the vendor's responses, and is compared with what the server has",
    arguments: [VendorName.iterable, .bloomreach])
  func report(vendor: VendorName) async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let endpoint = try sandbox.endpoint.vendor(vendor)
    let file = program.home.path + "/tap.jsonl"
    let tap = try tap(endpoint.baseURL, record: file)
    try configure(vendor, endpoint, at: try await tap.line(containing: "http://"))
    _ = try await program.run("list")
    let shown = try await program.run("show", "hello")
    #expect(shown.status == 0, "\(shown.errors)")
    await tap.stop()
    #expect(tap.text.contains("open"), "\(tap.text)")
    let report = try await program.run("report", file)
    #expect(report.status == 0 && report.output.contains("exactly-once"), "\(report.output)\(report.errors)")
    #expect(report.output.contains("open hello"), "\(report.output)")
    let own = ["report", file, "--server", "--profile", "sandbox-\(vendor.rawValue)"]
    let matched = try await program.run(own)
    #expect(matched.status == 0 && matched.output.contains("matched"), "\(matched.output)\(matched.errors)")
    #expect(matched.output.contains("sent by the app"), "\(matched.output)")
    let person = vendor == .iterable ? "maria@acme.example" : "maria"
    let hers = try await program.run(own + ["--user", person])
    #expect(hers.status == 0 && hers.output.contains("sent by the app"), "\(hers)")
    if vendor == .iterable { try await expectRefusal(beside: file) }
    try await expectNoProof(beside: file, Array(own.dropFirst(2)))
    await sandbox.setFault(Fault(.recorded, flaw: .lost))
    let lost = try await program.run(own)
    #expect(lost.status == 1 && lost.output.contains("missing"), "\(lost.output)")
    let wrong = try await program.run("report", file, "--server", "--profile", "sandbox")
    #expect(wrong.status == 2 && wrong.errors.contains("The recording is of"), "\(wrong.errors)")
    // Nothing would be compared, which is no proof.
    let nobody = try await program.run(own + ["--user", "nobody"])
    #expect(nobody.status == 2 && nobody.errors.contains("holds no event of nobody. "), "\(nobody)")
    let alone = try await program.run("report", file, "--user", "maria")
    #expect(alone.status == 2 && alone.errors.contains("without a profile"), "\(alone.errors)")
    await sandbox.stop()
  }

  /// What an app only fetched: nothing would be judged, whoever is asked about.
  private func expectNoProof(beside file: String, _ server: [String]) async throws {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let fetched = lines.filter { line in
      !line.contains("\"method\":") || line.contains("/getMessages") || line.contains("/appinbox/fetch")
    }
    #expect(fetched.count < lines.count && fetched.contains { $0.contains("\"method\":") })
    try program.home.write(fetched.joined(separator: "\n") + "\n", to: "fetched.jsonl")
    for more in [[], server] {
      let report = try await program.run(["report", program.home.path + "/fetched.jsonl"] + more)
      #expect(report.status == 2 && report.output.isEmpty, "\(report)")
      #expect(report.errors.contains("The recording holds no event, so it proves nothing"), "\(report)")
    }
  }

  /// A deletion of which Iterable makes no event, and which it refused: nothing but that stands against the comparison.
  private func expectRefusal(beside file: String) async throws {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let refused = lines.flatMap { line -> [String] in
      guard line.contains("/trackInAppOpen\"") else { return [String(line)] }
      let deletion = line.replacing("trackInAppOpen", with: "inAppConsume")
      return [String(line), String(deletion.replacing("\"status\":200", with: "\"status\":400"))]
    }
    #expect(refused.count == lines.count + 1)
    let uncounted = refused.joined(separator: "\n").replacing(#/"lines":[0-9]+,/#, with: "")
    try program.home.write(uncounted + "\n", to: "refused.jsonl")
    let report = try await program.run(
      "report", program.home.path + "/refused.jsonl", "--server", "--profile", "sandbox-iterable")
    #expect(report.status == 1 && report.output.contains("matched"), "\(report.output)\(report.errors)")
    #expect(report.output.contains("matched. The vendor refused 1 of the app's marks"), "\(report.output)")
  }

  @Test(
    "QA-4 FE-1 on a terminal that has lines only the tap prints lines, says at once that its recording is full, and goes on"
  )
  func lines() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let target = sandbox.endpoint.httpURL
    let terminal = try TerminalProgram(
      program, "tap", "--to", target, "--listen", "127.0.0.1:0", "--record", "/dev/full",
      environment: ["TERM": "dumb"])
    try await terminal.wait(for: "http://", target, "/dev/full is incomplete from here on")
    terminal.send(signal: SIGINT)
    _ = await terminal.end()
    #expect(!terminal.bytes.contains(0x1B))
    await sandbox.stop()
  }

  @Test(
    "QA-4 SB-3 a fault of the tap is not the vendor's doing: the event never reached the vendor, and waits")
  func fault() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let endpoint = try sandbox.endpoint.vendor(.iterable)
    let file = program.home.path + "/tap.jsonl"
    let tap = try tap(endpoint.baseURL, record: file, ["--fault", "engagements 400"])
    try configure(.iterable, endpoint, at: try await tap.line(containing: "http://"))
    _ = try await program.run("list")
    _ = try await program.run("show", "hello")
    await tap.stop()
    #expect(tap.text.contains("the vendor did not get the request"), "\(tap.text)")
    let report = try await program.run("report", file, "--json")
    let rows = try JSONValue.parse(Data(report.output.utf8))["rows"]?.elements ?? []
    #expect(
      !rows.isEmpty
        && rows.allSatisfy { $0["verdict"] == .string("waiting") && $0["sent"] == .integer(0) },
      "\(report.output)")
    await sandbox.stop()
  }

  @Test(
    "QA-4 SB-3 QA-1 on the screen of a tap F switches faults on and off one by one, and C counts the app's gestures"
  )
  func screen() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    let endpoint = try sandbox.endpoint.vendor(.iterable)
    let terminal = try TerminalProgram(
      program, "tap", "--to", endpoint.baseURL, "--listen", "127.0.0.1:0",
      size: Size(columns: 120, rows: 40))
    try await terminal.wait(for: "tap, read-only")
    terminal.press("EE")
    try await terminal.wait(for: "The app finds the tap at http://")
    let place = try #require(
      terminal.text.firstMatch(of: /The app finds the tap at (http:\/\/[0-9.:]+[0-9])/))
    try configure(.iterable, endpoint, at: String(place.output.1))
    _ = try await program.run("list")
    _ = try await program.run("show", "hello")
    // The line about the tap stays when the first person appears.
    try await terminal.wait(
      for: "The app finds the tap", "Inbox: 1 message, 1 new", "the app: trackInAppOpen")

    terminal.press("F")
    try await terminal.wait(for: "Faults", "messages offline")
    terminal.press("\r")
    try await terminal.wait(for: "● messages offline")
    terminal.press("jjjjjjjj\r")
    try await terminal.wait(for: "● messages offline", "● engagements")
    let struck = try await program.run("list", "--refresh")
    #expect(struck.status == 1, "\(struck.output)")
    terminal.press("kkkkkkkk\r")
    try await terminal.wait(without: "● messages offline")
    #expect(terminal.text.contains("● engagements"), "\(terminal.text)")
    terminal.press("c")
    try await terminal.wait(without: "●")
    terminal.press("\u{1B}")
    try await terminal.wait(for: "a fault of the tap")
    let good = try await program.run("list", "--refresh")
    #expect(good.status == 0, "\(good.errors)")

    terminal.press("C")
    try await terminal.wait(for: "Lens: what each vendor would count", "hello", "1 message")
    terminal.press("\u{1B}Q")
    _ = await terminal.end()
    await sandbox.stop()
  }

  @Test("QA-4 a name of the certificate that is an address is refused in a sentence")
  func name() async throws {
    let tap = try await program.run("tap", "--to", "http://127.0.0.1:1", "--name", "192.0.2.1", "--plain")
    #expect(tap.status == 2 && tap.errors.contains("names only hosts"), "\(tap.errors)")
  }

  @Test("VE-7 QA-4 a key of the app that the vendor repeats is in no line and no recording of a tap")
  func repeatedKey() async throws {
    let body = #"{"code":"InvalidApiKey","msg":"no such key: secretkey0815","params":null}"#
    let server = try ScriptedServer { _ in
      Array(
        ("HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nConnection: close\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
    }
    let file = program.home.path + "/tap.jsonl"
    let tap = try tap("http://127.0.0.1:\(server.port)", record: file)
    let place = try await tap.line(containing: "http://")
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(
      """
      [profile.default]
      vendor = "iterable"
      api-key = "secretkey0815"
      email = "maria@acme.example"
      base-url = "\(place)/api"
      """, to: "config/inbox/config.toml")
    _ = try await program.run("list")
    await tap.stop()
    #expect(!server.requests.isEmpty)
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    #expect(recording.contains("no such key: •••"), "\(recording)")
    #expect(!(recording + tap.text).contains("secretkey0815"))
  }
}
