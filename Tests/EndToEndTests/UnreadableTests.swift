import Foundation
import InboxModel
import InboxTestSupport
import Testing

/// A server whose responses hold what is not text, through the real program.
@Suite(.queued)
struct UnreadableTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let token = "tok-3nOfTheTest/x"

  private static func record(_ id: String, _ subject: [UInt8], sent: String = "2026-01-01T10:00:00Z")
    -> [UInt8]
  {
    Array("{\"id\":\"\(id)\",\"sent_ts\":\"\(sent)\",\"message\":\"m\",\"subject\":\"".utf8) + subject
      + Array("\"}".utf8)
  }

  private static func server(_ records: [[UInt8]]) throws -> ScriptedServer {
    let body =
      Array("{\"x\":1e400,\"messages\":[".utf8) + records.joined(separator: Array(",".utf8))
      + Array("]}".utf8)
    return try ScriptedServer { request in
      let isList = request.hasSuffix("/centers/Primary/messages")
      let content = isList ? body : Array("{\"messages\":[]}".utf8)
      return Array("HTTP/1.1 200 OK\r\nContent-Length: \(content.count)\r\nConnection: close\r\n\r\n".utf8)
        + content
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
      app-token = "\(Self.token)"
      account-token = "other-token"
      """, to: "config/inbox/config.toml")
  }

  @Test(
    "MC-9 of five messages the one that is not text is named with its byte, and stays named; four are in the list"
  )
  func oneOfFive() async throws {
    let server = try Self.server(
      (1...4).map { Self.record("m\($0)", Array("Subject \($0)".utf8)) } + [Self.record("bad", [0x61, 0xFF])])
    try configure(server.port)
    let sentence =
      "Primary: message “bad” was left out: subject, at byte 71 of the record: the byte 0xFF is not UTF-8."
    let list = try await program.run("list")
    #expect(list.status == 1 && list.errors == "inbox: \(sentence)\n", "\(list.errors)")
    #expect(list.output.contains("Primary  4 unread of 4"))
    let asked = server.requests.count { $0.hasSuffix("/messages") }
    for arguments in [["list", "--json"], ["list", "--json", "--offline"]] {
      let json = try await program.run(arguments)
      #expect(json.status == 1 && json.errors.contains(sentence))
      let center = try JSONValue.parse(Data(json.output.utf8))["centers"]?.elements?.first
      #expect(center?["messages"]?.elements?.count == 4)
      let unreadable = center?["unreadable"]?.elements ?? []
      #expect(unreadable.map { $0["id"] } == [.string("bad")] && unreadable.first?["index"] == .integer(4))
    }
    // Nothing is due: what the command fetched is what is shown.
    let screen = try await program.run("--screen", "100x30", "--keys", "i")
    #expect(screen.output.contains("record “bad”: subject, at byte 71 of the record"), "\(screen.output)")
    #expect(server.requests.count { $0.hasSuffix("/messages") } == asked)
    let lint = try await program.run("lint")
    #expect(lint.status == 1 && lint.output.contains("message-unreadable"), "\(lint.output)")
  }

  @Test("MC-14 what list --raw prints of such a response says the same as the response itself")
  func raw() async throws {
    let server = try Self.server([Self.record("bad", [0xED, 0xA0, 0x80]), Self.record("good", [0x61])])
    try configure(server.port)
    let raw = try await program.run("list", "--raw")
    #expect(raw.status == 0)
    try program.home.write(raw.output, to: "raw.jsonl")
    let list = try await program.run("list", "--capture", program.home.path + "/raw.jsonl")
    #expect(list.status == 1 && list.output.contains("* good  "))
    #expect(list.errors.contains("message “bad” was left out: subject, at byte"), "\(list.errors)")
  }

  @Test(
    "FE-3 FE-9 a token that a server repeats, in whatever it says, reaches no error, no screen and no recording"
  )
  func repeated() async throws {
    let code = Data("x:\(Self.token)".utf8).base64EncodedString()
    let said = "no \(Self.token) and \(URLText.encode(Self.token)) and \(code)"
    let refusing = try ScriptedServer { _ in
      Array("HTTP/1.1 422 No\r\nContent-Length: \(said.utf8.count)\r\nConnection: close\r\n\r\n\(said)".utf8)
    }
    let malformed = try Self.server([
      Self.record(Self.token, Array("s".utf8), sent: Self.token),
      Self.record("a", Array("\",\"custom_key_value_pairs\":{\"\(Self.token)\":1},\"x\":\"".utf8)),
    ])
    for (number, server) in [refusing, malformed].enumerated() {
      try configure(server.port)
      let file = program.home.path + "/run-\(number).jsonl"
      let list = try await program.run("list", "--refresh", "--record", file)
      #expect(list.status == 1 && list.errors.contains("•••"), "\(list.errors)")
      let screen = try await program.run("--screen", "120x40", "--keys", "E R")
      let recording = try String(contentsOfFile: file, encoding: .utf8)
      #expect(recording.contains("•••"))
      // The first response fails the command, the second one leaves records out.
      let json = try await program.run("list", "--refresh", "--json")
      let raw = try await program.run("badge", "set", "3", "--json")
      for text in [
        list.errors, screen.output, screen.errors, recording, json.output, json.errors, raw.output,
        raw.errors,
      ] {
        for form in [
          Self.token, URLText.encode(Self.token), "tok-3nOfTheTest\\/x", String(code.dropFirst(4).prefix(16)),
        ] {
          #expect(!text.contains(form), "\(form) in \(text)")
        }
      }
    }
  }
}
