import Foundation
import InboxTestSupport
import InboxTUI
import Testing

/// A server that sends whatever could do something to a terminal, in everything that a server may say: what the real
/// binary puts on the line is only its own.
@Suite(.queued)
struct HostileServerTests {
  private let program: Program

  init() throws { program = try Program() }

  /// A message with the attacks from one on in every field, the first of them where it can be seen.
  private static func message(_ number: Int) -> String {
    let (own, all) = (Attack.json("\(number) " + Attack.all[number]), Attack.json(Attack.whole))
    let id = Attack.json("id\(number)\(Attack.all[number])")
    let html = Attack.json(
      "<h1>\(Attack.whole)</h1><p title=\"\(Attack.whole)\"><a href=\"https://x.example/\(Attack.whole)\">\(Attack.whole)</a>"
        + "<img alt=\"\(Attack.whole)\" src=\"\(Attack.whole)\">&#27;[2J&#x9b;31m&#8238;&#xFEFF;&#0;&lt;\(Attack.whole)</p>"
        + "<title>\(Attack.whole)</title>")
    let rich = number.isMultiple(of: 3) ? "\"richmessage_html\":\(html)," : ""
    let link =
      number % 3 == 1
      ? "\"deeplink_url\":\(Attack.json("shop://\(Attack.all[number])/%1B%5B2J%C2%9B%E2%80%AE"))," : ""
    let stamp = String(format: "2026-01-%02dT10:00:00Z", 31 - number)
    return """
      {"id":\(id),"sent_ts":"\(stamp)","subject":\(own),"message":\(all),\(rich)\(link)"icon_url":\(all),
       "custom_key_value_pairs":{\(all):\(all),"k":\(own)},"unknown":\(all),\(all):1}
      """
  }

  private static let messages = (0..<min(20, Attack.all.count)).map(message).joined(separator: ",")
  /// Fields that are not text, ids that are none, and names of centers that no one has.
  private static let broken =
    "{\"id\":\(Attack.json(Attack.whole)),\"sent_ts\":\(Attack.json(Attack.whole)),\"subject\":\"x\",\"message\":\"y\"},"
    + "{\"id\":\(Attack.json(Attack.whole)),\"subject\":[\(Attack.json(Attack.whole))]},\(Attack.json(Attack.whole)),"
    + "{\"id\":\"c\",\"sent_ts\":\"2026-01-01T10:00:00Z\",\"subject\":\"x\",\"message\":\"y\","
    + "\"message_center_name\":\(Attack.json("Evil " + Attack.whole))}"

  private static func response(_ body: String, status: String = "200 OK", headers: String = "") -> [UInt8] {
    Array(
      ("HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
        .utf8)
  }

  /// Everything that the back end is asked.
  private static func backEnd(_ request: String) -> [UInt8] {
    let error = "{\"error\":\(Attack.json(Attack.whole)),\"message\":\(Attack.json(Attack.whole))}"
    switch request {
    case _ where request.hasSuffix("/centers/Primary/messages"):
      return response(
        "{\"message_center_name\":\(Attack.json(Attack.whole)),\"messages\":[\(messages),\(broken)]}",
        // What HTTP lets through in a header.
        headers: "Content-Type: application/json; x=\u{9B}31m\u{202E}\u{200B}\r\nETag: \u{9D}0;x\u{9C}\r\n")
    case _ where request.contains("/centers/"):
      return response(
        error, status: "422 No\u{1B}[2J",
        headers: "Retry-After: \u{1B}[2J\r\nLocation: \u{1B}]52;c;eA==\u{7}\r\n")
    case _ where request.contains("/pushes"):
      let push =
        "{\"type\":\"push\",\"message_id\":\(Attack.json(Attack.whole)),\"alert\":\(Attack.json(Attack.whole)),"
        + "\"message_center_name\":\(Attack.json(Attack.whole)),\"badge\":4,\"badge_version\":12,\"cause\":\(Attack.json(Attack.whole))}\n"
      return response(
        "{\"type\":\"state\",\"badge\":3,\"badge_version\":11}\n" + push
          + "{\"type\":\(Attack.json(Attack.whole))}\n"
          + Attack.whole + "\n")
    case _ where request.hasPrefix("PUT"): return response(error, status: "422 Unprocessable")
    default: return response(error, status: "400 \(Attack.all[0])")
    }
  }

  private func configure(_ port: Int) throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write(
      """
      default = "own"
      [profile.own]
      back-end = "http://127.0.0.1:\(port)"
      app-token = "t"
      account-token = "t"
      centers = ["Primary", "Offers"]
      """, to: "config/inbox/config.toml")
  }

  /// Presses keys one after another, each when what the one before led to is on the screen: what the back end pushes
  /// meanwhile paints, too.
  private func inspect(_ terminal: TerminalProgram, _ keys: [String]) async throws {
    for key in keys {
      let count = terminal.bytes.count
      // Alone in front of the key that paints, Escape would be Alt.
      terminal.press(key == "\u{1B}" ? "\u{1B}\u{1B}\u{0C}" : key + "\u{0C}")
      try await terminal.wait {
        // What can be pressed is painted last.
        terminal.hints.contains { $0 != " " }
          && terminal.bytes[count...].firstRange(of: Self.cleared) != nil
      }
    }
  }

  /// What painting everything again begins with.
  private static let cleared = Array("\u{1B}[H\u{1B}[2J".utf8)

  private func expectHarmless(_ terminal: TerminalProgram) async throws {
    terminal.press("Q")
    #expect(await terminal.end() & 0x7F == 0)
    let transcript = TerminalTranscript(terminal.bytes)
    #expect(transcript.problems.prefix(5) == [])
    #expect(transcript.isRestored)
    // It was shown, as pictures.
    let text = String(decoding: terminal.bytes, as: UTF8.self)
    #expect(text.contains("␛") && text.contains("\u{FFFD}"))
    // What is copied is obeyed where it is pasted.
    for copied in transcript.copied {
      let text = String(decoding: try #require(Data(base64Encoded: copied)), as: UTF8.self)
      let minded: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
      #expect(
        !text.isEmpty
          && !text.unicodeScalars.contains { $0 != "\n" && minded.contains($0.properties.generalCategory) })
    }
  }

  private func expectHarmless(_ outcome: Program.Outcome, _ command: String) {
    for (name, text) in [("output", outcome.output), ("errors", outcome.errors)] {
      let wrong = text.unicodeScalars.filter { $0 != "\n" && !TerminalTranscript.isVisible($0) }
      // In JSON for programs letters keep their variants and fillers: no terminal minds those.
      let isJSON = command.contains("--json") || command.contains("--raw")
      let minded =
        isJSON
        ? wrong.filter {
          [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        } : wrong
      #expect(
        minded.prefix(5).map { String($0.value, radix: 16) } == [], "\(name) of \(command)")
    }
  }

  @Test(
    "FE-9 nothing that a back end says in any field, header or error reaches the terminal as more than text")
  func backEnd() async throws {
    let server = try ScriptedServer(Self.backEnd)
    try configure(server.port)
    let terminal = try TerminalProgram(program, size: Size(columns: 120, rows: 40))
    try await terminal.wait(for: "0 ␛[2J")
    let lists = ["E", "j", "j", "j", "G", "\u{1B}[H", "E", "E"]
    try await inspect(terminal, lists + ["\r"])
    try await inspect(terminal, ["J", "J", "J", "K", "G", "\u{1B}"])
    try await inspect(
      terminal, ["i", "\u{1B}", "?", "\u{1B}", ":", "\u{1B}", "/", "c", "\u{1B}", "]", "[", "r"])
    try await inspect(terminal, ["b"])
    terminal.press("5\r")
    try await terminal.wait(for: "The badge is still")
    try await inspect(terminal, ["P", "\u{1B}", "T"])
    try await terminal.wait(for: "Enter save")
    try await inspect(terminal, ["\u{1B}", "y", "Y", "d", "u"])
    for size in [Size(columns: 40, rows: 12), Size(columns: 200, rows: 60)] {
      terminal.resize(to: size)
      try await inspect(terminal, [""])
    }
    try await inspect(terminal, ["\u{1B}[15~", "\u{1B}[15~"])
    try await expectHarmless(terminal)
    #expect(TerminalTranscript(terminal.bytes).copied.count == 2)
    #expect(server.requests.contains { $0.contains("/badge") })
    for command in [
      ["list"], ["list", "--json"], ["list", "--raw"], ["list", "--gone"], ["list", "--refresh"],
      ["show", "id0\(Attack.all[0])"], ["show", "id3\(Attack.all[3])", "--json"],
      ["show", "no\(Attack.whole.replacing("\u{0}", with: ""))"],
      ["badge", "set", "3"], ["badge", "log"], ["badge", "log", "--json"], ["report"], ["report", "--json"],
      ["lint"], ["lint", "--json"], ["info"],
    ] {
      expectHarmless(try await program.run(command), command.joined(separator: " "))
    }
  }

  @Test(
    "FE-9 MC-9 captured responses as no honest server sends them: bytes that are not UTF-8, half characters, half pairs"
  )
  func captured() async throws {
    var bytes = Array("{\"messages\":[".utf8)
    for (number, tail) in [
      [0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80], [0x9B, 0x33, 0x31, 0x6D], [0xF5, 0x80],
    ].enumerated() {
      bytes +=
        Array("{\"id\":\"m\(number)\",\"sent_ts\":\"2026-01-03T10:00:00Z\",\"subject\":\"half\(number) ".utf8)
        + tail.map(UInt8.init)
      bytes += Array("\",\"message\":\"x\"},".utf8)
    }
    bytes += Array(Self.messages.utf8)
    bytes += Array("]}".utf8)
    let raw = program.home.path + "/raw.json"
    try Data(bytes).write(to: URL(fileURLWithPath: raw))
    let pairs =
      #"[{"id":"s","sent_ts":"2026-01-03T10:00:00Z","subject":"lone \ud800 and \udc00\u0000","message":"\ud83d"}]"#
    try program.home.write(pairs, to: "pairs.json")
    try program.home.write("{\"messages\":[\(Self.messages),\(Self.broken)]}", to: "good.json")
    let (lone, good) = (program.home.path + "/pairs.json", program.home.path + "/good.json")
    for file in [raw, lone, good] {
      for command in [
        ["list", "--capture", file], ["list", "--json", "--capture", file], ["lint", file],
        ["lint", "--json", file],
        ["show", "id1\(Attack.all[1])", "--capture", file],
        ["open", "--capture", file, "--screen", "120x40", "--keys", "j <enter> E"],
      ] {
        expectHarmless(try await program.run(command), command.joined(separator: " "))
      }
    }
    // One text is half of a pair: its record is left out, named with the place, and nothing else is.
    try program.home.write(
      pairs.replacing(
        "]", with: #",{"id":"t","sent_ts":"2026-01-03T10:00:00Z","subject":"T","message":"\ud83d\ude00"}]"#),
      to: "pairs.json")
    let list = try await program.run("list", "--capture", lone)
    #expect(list.status == 1 && list.output.contains("Primary  1 unread of 1\n* t  "), "\(list.output)")
    #expect(
      list.errors
        == "inbox: Primary: message “s” was left out: subject, at byte 59 of the record: \\ud800 is half of a surrogate pair, which is not a character.\n"
    )
    let terminal = try TerminalProgram(program, "open", "--capture", good, size: Size(columns: 100, rows: 30))
    try await terminal.wait(for: "0 ␛[2J", "read-only")
    try await inspect(terminal, ["j", "\r", "J", "J", "\u{1B}", "E", "i"])
    try await expectHarmless(terminal)
  }

  @Test("FE-9 what a link's server answers, and where it redirects to, is reported harmless")
  func links() async throws {
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server", TestAuthority.CertificateRequest())
    let evil = Attack.json(Attack.whole)
    let header = "\u{1B}[2J\u{9B}31m\u{202E}"
    let server = try await TLSServer(
      authority, "server",
      site: [
        "/pub/acc?_ri_=1": TLSServer.response("{\"webLinkUrl\":\(evil),\"mobileDeepLinkUrl\":\(evil)}"),
        "/pub/acc?_ri_=2": TLSServer.response(Attack.whole, status: "500 \(header)", type: "text/\(header)"),
        "/pub/acc?_ri_=3": TLSServer.response("{\(Attack.whole)"),
        "/moved": "HTTP/1.0 302 Found\r\nLocation: https://x.example/\(header)\r\nContent-Length: 0\r\n\r\n",
        "/.well-known/apple-app-site-association": TLSServer.response(
          "{\"applinks\":{\"details\":[{\"appID\":\(evil),\"paths\":[\(evil)]}]}}"),
      ])
    try program.home.write(authority.rootPEM, to: "ca.pem")
    let place = "news.example.com:\(server.port)"
    let options = [
      "--resolve", "\(place):127.0.0.1", "--ca", program.home.path + "/ca.pem", "--branded-domain",
      "news.example.com",
      "--esp-domain", "news.example.com",
    ]
    for command in [
      ["resolve", "https://\(place)/pub/acc?_ri_=1"], ["resolve", "https://\(place)/pub/acc?_ri_=2"],
      ["resolve", "https://\(place)/pub/acc?_ri_=3"], ["resolve", "https://\(place)/moved"],
      ["resolve", "https://\(place)/pub/acc?_ri_=1", "--json"],
      ["resolve", "https://\(place)/moved", "--json"],
      ["resolve", "https://\(place)/\(Attack.whole.replacing("\u{0}", with: ""))", "--dry-run"],
    ] {
      let outcome = try await program.run(command + options)
      #expect(!(outcome.output + outcome.errors).isEmpty)
      expectHarmless(outcome, command.joined(separator: " "))
    }
    let check = [
      "domain", "check", place, "--resolve", "\(place):127.0.0.1", "--ca", program.home.path + "/ca.pem",
      "--dns-server", "127.0.0.1:9",
    ]
    expectHarmless(try await program.run(check), "domain check")
    expectHarmless(try await program.run(check + ["--json"]), "domain check --json")
    await server.stop()
  }
}
