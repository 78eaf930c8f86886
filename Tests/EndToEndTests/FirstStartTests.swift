import ArgumentParser
import Foundation
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox

/// What someone is offered who has no configuration (FE-11).
@Suite(.queued)
struct FirstStartTests {
  private let program: Program

  init() throws { program = try Program() }

  private var file: String { program.home.path + "/config/inbox/config.toml" }
  private var isWritten: Bool { FileManager.default.fileExists(atPath: program.home.path + "/config") }

  private func start(_ size: Size = Size(columns: 80, rows: 24)) async throws -> TerminalProgram {
    let terminal = try TerminalProgram(program, [], size: size)
    try await terminal.wait(for: "There is no configuration yet.", "3  a commented", "[1]:")
    return terminal
  }

  @Test("FE-11 plain inbox on a terminal offers the demonstration, which Enter opens")
  func demonstration() async throws {
    let terminal = try await start()
    terminal.press("9\r")
    try await terminal.wait(for: "“9” is not one of them.")
    terminal.press("\r")
    try await terminal.wait(for: "The demonstration", "any key closes this")
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    #expect(!isWritten)
    // The card was seen.
    let again = try TerminalProgram(program, "demo")
    try await again.wait(for: "1 Primary 15", "New sign-in")
    again.press("q")
    #expect(await again.end() == 0)
  }

  @Test(
    "FE-11 the example is written as init does, for its owner alone, and refused until it is edited (VE-8)")
  func example() async throws {
    let terminal = try await start(Size(columns: 40, rows: 12))
    terminal.press("3\r")
    #expect(await terminal.end() == 0)
    let said = terminal.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      said.joined(separator: " ").contains("fill in what your back end or vendor needs, then run ‘inbox’."))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let place = try #require(lines.firstIndex { $0.contains("replace me") }) + 1
    let key = lines[place - 1].prefix { $0 != " " }
    for arguments in [["list"], ["show", "m1"], ["badge", "get"]] {
      let refused = try await program.run(arguments)
      #expect(refused.status == 2, "\(refused)")
      #expect(
        refused.errors.contains("config.toml:\(place):1: [profile], work, \(key): it still says"))
    }
    // What asks nothing of the account goes on.
    let dry = try await program.run("resolve", "--dry-run", "acme://x")
    #expect(dry.status == 0, "\(dry.errors)")
    // Another start asks nothing, and leaves the file alone.
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let next = try TerminalProgram(program, [])
    #expect(await next.end() == Int32(Exit.notReady) << 8)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test("FE-11 VE-7 an account: a secret is not shown, and Ctrl-C and Ctrl-D leave nothing behind")
  func leaving() async throws {
    for (key, status) in [("\u{3}", (128 + SIGINT) << 8), ("\u{4}", Int32(0))] {
      let terminal = try await start()
      terminal.press("2\r")
      try await terminal.wait(for: "Vendor (1 Bloomreach, 2 Iterable):")
      terminal.press("\(Int.min)\r")
      try await terminal.wait(for: "is not one of them.")
      terminal.press("iterable\r")
      try await terminal.wait(for: "API key, of the type Mobile", "not shown:")
      terminal.press("\r")
      // Asked again, it is hidden again.
      try await terminal.wait {
        String(decoding: terminal.bytes, as: UTF8.self).split(separator: "not shown:").count > 2
      }
      terminal.press("top-secret" + (key == "\u{4}" ? "\u{15}" : ""))
      terminal.press(key)
      #expect(await terminal.end() == status)
      #expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("secret"))
      #expect(terminal.isCookedAtEnd && !isWritten)
    }
    // What is typed before a question comes answers it.
    let hasty = try await start()
    hasty.press("2\riterable\rkey\r")
    try await hasty.wait(for: "Who reads, by e-mail or user id:")
    hasty.press("\u{3}")
    _ = await hasty.end()
    #expect(hasty.isCookedAtEnd && !isWritten)
    let terminal = try await start()
    terminal.press("\u{4}")
    #expect(await terminal.end() == 0)
    #expect(!isWritten)
  }

  @Test(
    "FE-11 VE-8 an account is asked for its server, and whether events may be reported, before anything is written",
    arguments: [80, 40])
  func account(columns: Int) async throws {
    for reply in ["\u{3}", "n"] {
      let terminal = try await start(Size(columns: columns, rows: 24))
      terminal.press("2\r")
      try await terminal.wait(for: "Vendor (1 Bloomreach, 2 Iterable):")
      terminal.press("2\r")
      try await terminal.wait(for: "not shown:")
      terminal.press("key\r")
      try await terminal.wait(for: "Who reads, by e-mail or user id:")
      terminal.press("maria@brand.example\r")
      try await terminal.wait(for: "Data center, us or eu [us]:")
      terminal.press("moon\r")
      try await terminal.wait(for: "It is us or eu.")
      terminal.press("eu\r")
      try await terminal.wait(for: "api.eu.iterable.com", "[y/N]")
      #expect(!isWritten)
      // Lines break between words.
      let words = Set(terminal.text.split(whereSeparator: \.isWhitespace))
      for word in ["reported,", "deleted", "changes"] {
        #expect(words.contains(Substring(word)), "\(columns) \(word): \(terminal.text)")
      }
      terminal.press(reply == "n" ? "n\r" : reply)
      guard reply == "n" else {
        _ = await terminal.end()
        #expect(!isWritten)
        continue
      }
      try await terminal.wait(for: "1 Inbox")
      terminal.press("Q")
      #expect(await terminal.end() == 0)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("region = \"eu\"") && text.contains("email = \"maria@brand.example\""))
    }
  }

  @Test("FE-11 without a terminal, or with a profile, there is no question", arguments: [[], ["-p", "x"]])
  func noTerminal(arguments: [String]) async throws {
    let outcome = try await program.run(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains("There is no configuration at"))
    #expect(outcome.errors.contains("‘inbox demo’") && !isWritten)
  }

  @Test("FE-11 VE-1 what is written for each vendor can be read, whatever is in it")
  func written() throws {
    for vendor in VendorProfile.all {
      guard let form = vendor.form else {
        #expect(vendor.name == "responsys")
        continue
      }
      for reply in ["abc", #"a"b\c"#, "é‘x’", "# [profile.x]", "maria@example.com"] {
        let text = FirstStart.configuration(vendor, form.lines(form.fields.map { $0.usual ?? reply }))
        let profile = try ConfigFile(text: text, name: "config.toml").profile(vendor.name)
        #expect(profile.placeholder == nil && profile.account != nil, "\(text)")
      }
    }
  }

  @Test("FE-11 a bad reply is asked again with what is wrong, and a secret is not repeated in it")
  func problems() {
    let field = AccountForm.Field(text: "A key", isSecret: true)
    for (reply, words) in [
      ("", "needed"), ("x y", "blank"), ("a\u{1B}[Ab", "arrow"), ("replaceme", "example"),
    ] {
      let problem = field.problem(with: reply)
      #expect(problem?.contains(words) == true && problem?.contains("x y") == false, "\(reply)")
    }
    #expect(field.problem(with: "k3y-é") == nil)
    let fields = VendorProfile.all.compactMap(\.form).flatMap(\.fields).filter { $0.usual != nil }
    #expect(fields.count == 2)
    for (reply, isGood) in [("", true), ("eu", true), ("https://cz.brand.example", true), ("mars", false)] {
      #expect(fields.contains { $0.problem(with: reply) == nil } == isGood, "\(reply)")
    }
  }
}
