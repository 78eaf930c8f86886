import Foundation
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox

/// What the real binary does where there is too much, too little, or no such place.
@Suite("Limits", .queued)
struct LimitTests {
  private let program: Program

  init() throws { program = try Program() }

  private func configure(_ backEnd: String) throws {
    let folder = program.home.path + "/config/inbox"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try program.home.write(
      """
      default = "test"
      [profile.test]
      back-end = "\(backEnd)"
      app-token = "the-app-token"
      account-token = "the-account-token"
      """, to: "config/inbox/config.toml")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/config.toml")
  }

  @Test(
    "MC-15 a response of 50 MB or without end is refused with what it is, in text and in JSON",
    arguments: [true, false])
  func tooMuch(isEndless: Bool) async throws {
    let server = try await WireServer { _ in
      isEndless
        ? .endless("HTTP/1.1 200 OK\r\n\r\n[", " ")
        : WirePlay([
          Array("HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n".utf8),
          Array(repeating: 0x20, count: 50_000_000),
        ])
    }
    try configure("http://127.0.0.1:\(server.port)")
    for arguments in [["list", "--refresh"], ["list", "--refresh", "--json"]] {
      let outcome = try await program.run(arguments)
      #expect(outcome.status == 1, "\(outcome)")
      #expect((outcome.output + outcome.errors).contains("the server sent more than 8 MiB"), "\(outcome)")
      #expect(!(outcome.output + outcome.errors).contains("cannot be reached"))
    }
    try await server.stop()
  }

  @Test("MC-15 a status that is none is reported by the commands, and by the screen, which goes on")
  func status() async throws {
    let server = try await WireServer { _ in .stays("HTTP/1.1 000 X\r\nContent-Length: 2\r\n\r\nok") }
    try configure("http://127.0.0.1:\(server.port)")
    for arguments in [["list", "--refresh"], ["badge", "set", "3"]] {
      let outcome = try await program.run(arguments)
      #expect(
        outcome.status == 1 && outcome.errors.contains("status 000, which HTTP does not have"),
        "\(arguments): \(outcome)")
    }
    let place = "news.example.com:\(server.port)"
    let link = try await program.run(
      "resolve", "http://\(place)/a", "--resolve", "\(place):127.0.0.1", "--esp-domain", "news.example.com")
    #expect(link.status == 1 && link.output.contains("status 000"), "\(link)")
    let terminal = try TerminalProgram(program, size: Size(columns: 100, rows: 30))
    try await terminal.wait(for: "the server sent status 000")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    try await server.stop()
  }

  @Test(
    "MC-15 SB-5 an address that is none is not one of a sandbox, nor one of a profile",
    arguments: ["http://127.0.0.1:65536", "https://[::1]:99999", "http://127.0.0.1:0", "http://"])
  func noAddress(address: String) throws {
    let sandbox = #expect(throws: Exit.self) { try SandboxControl(url: address) }
    #expect(sandbox?.status == 2 && sandbox?.sentence.contains("is not a sandbox: ") == true)
    let profile = "[profile.test]\nback-end = \"\(address)\"\napp-token = \"a\"\naccount-token = \"b\"\n"
    let error = #expect(throws: (any Error).self) {
      try ConfigFile(text: profile, name: "config.toml").profile("test")
    }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.hasPrefix("config.toml:2:") && sentence.contains("is not an address: "), "\(sentence)")
  }

  @Test("MC-15 SB-5 an address that is none is reported with what is wrong with it, wherever it is given")
  func nowhere() async throws {
    let address = "http://127.0.0.1:65536"
    for arguments in [
      ["receipts", "--to", address], ["clock", "--to", address], ["fault", "list", "--to", address],
      ["check", "--against", address],
    ] {
      let outcome = try await program.run(arguments)
      #expect(
        outcome.status == 2 && outcome.errors.contains("is not a sandbox: "), "\(arguments): \(outcome)")
    }
    try configure(address)
    let list = try await program.run("list")
    #expect(list.status == 2 && list.errors.contains("is not an address: "), "\(list)")
    #expect(list.errors.contains("config.toml:3"), "\(list)")
  }

  @Test("SB-2 a campaign's link or page on a port that is none is reported with its line")
  func campaigns() async throws {
    for (key, value) in [
      ("[[link]]\nname = \"a\"\nurl", "https://127.0.0.1:65536/x"),
      ("[campaign.rich]\nfile = \"a.html\"\nurl", "https://a.example:0/"),
    ] {
      let isLink = key.hasPrefix("[[link")
      let campaign =
        "[[campaign]]\nid = \"c\"\nkind = \"open-rich-message\"\nsubject = \"s\"\nmessage = \"m\"\n"
      let text =
        "[brand]\nname = \"Brand\"\ndomain = \"news.brand.example\"\n"
        + (isLink
          ? "\(key) = \"\(value)\"\n\(campaign)[campaign.rich]\nhtml = \"x\"\n"
          : "\(campaign)\(key) = \"\(value)\"\n")
      try program.home.write(text, to: "c.toml")
      try program.home.write("<p>x</p>", to: "a.html")
      for command in [["campaign", "check"], ["lint"]] {
        let outcome = try await program.run(command + [program.home.path + "/c.toml"])
        #expect(outcome.status == 2 && outcome.errors.contains("is not a port"), "\(command): \(outcome)")
      }
    }
  }

  /// Runs the binary in a shell with a limit.
  private func run(_ limit: String, _ arguments: String) async throws -> Program.Outcome {
    try await program.run(
      ["-c", "ulimit \(limit) && exec \"$0\" \(arguments)", Program.path], binary: "/bin/sh")
  }

  @Test(
    "MC-16 SB-1 FE-5 too few descriptors or too little memory for the network is a sentence, on a screen and of every command"
  )
  func tooLittle() async throws {
    try configure("http://127.0.0.1:9")
    let few = try TerminalProgram(
      program, command: ["/bin/sh", "-c", "ulimit -n 24 && exec \"$0\"", Program.path])
    #expect(
      await few.end() >> 8 == 2 && few.text.replacing("\n", with: "").contains("Raise that limit")
        && few.hasFormerModesAtEnd)
    // What the program takes without the network, in KiB, and a third of what the network takes.
    try program.home.write(#"{"messages": []}"#, to: "captured.json")
    let terminal = try TerminalProgram(
      program, "--capture", program.home.path + "/captured.json", size: Size(columns: 120, rows: 30))
    try await terminal.wait(for: "1 Primary")
    let memory = try peak(of: terminal.process) + 40_000
    terminal.press("Q")
    #expect(await terminal.end() == 0 && terminal.hasFormerModesAtEnd)
    let commands = [
      "list --refresh", "badge set 3", "sandbox --port 0 --tls-port 0", "check",
      "resolve https://a.example/x --esp-domain a.example", "receipts --to http://127.0.0.1:9",
      "demo --screen 80x24 --keys q",
    ]
    // With the fewest no command is even read.
    for (limit, commands) in [
      ("-n 8", ["list --refresh"]), ("-n 24", commands), ("-n 40", commands), ("-v \(memory)", commands),
    ] {
      for arguments in commands {
        let outcome = try await run(limit, arguments)
        #expect((1...2).contains(outcome.status), "\(limit) \(arguments): \(outcome)")
        #expect(
          (outcome.errors + outcome.output).contains("Raise that limit"), "\(limit) \(arguments): \(outcome)")
      }
    }
  }

  /// The most address space that a process has had, in KiB.
  private func peak(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
  }
}
