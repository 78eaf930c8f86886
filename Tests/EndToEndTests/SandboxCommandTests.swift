import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// A running sandbox from the command line.
@Suite(.queued)
struct SandboxCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test(
    "SB-2 SB-3 SB-4 SB-5 clock, faults, campaigns and receipts of a running sandbox from the command line")
  func control() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(
      try await program.run("clock", "+5m").output.hasSuffix("the clock runs 5 m ahead of the machine's\n"))
    #expect(try await program.run("clock", "soon").status == 2)
    #expect(
      try await program.run("fault", "set", "messages", "503", "retry-after", "5").output
        == "messages 503 retry-after 5\n")
    #expect(try await program.run("fault").output == "messages 503 retry-after 5\n")
    #expect(try await program.run("fault", "set", "moon", "500").status == 2)
    #expect(try await program.run("fault", "clear", "messages").output == "No active faults.\n")
    try program.home.write("<p>Hello</p>", to: "hello.html")
    try program.home.write(
      Self.campaigns.replacing("first", with: "second").replacing("launch-app", with: "open-rich-message")
        + "[campaign.rich]\nfile = \"hello.html\"\n",
      to: "more.toml")
    let file = program.home.path + "/more.toml"
    #expect(try await program.run("campaign", "check", file).output == "\(file): Acme, 1 campaign\n")
    try program.home.write("[brand]\nname = 3\n", to: "bad.toml")
    let half = try await program.run("campaign", "launch", file, program.home.path + "/bad.toml")
    #expect(half.status == 2 && half.output.isEmpty && half.errors.contains("bad.toml:1:1"), "\(half)")
    #expect(try await program.run("campaign", "launch", file).output == "launched second in Primary\n")
    #expect(try await program.run("campaign", "launch", "first").output == "launched first-2 in Primary\n")
    let campaigns = try await program.run("campaign", "list")
    #expect(
      campaigns.output.hasPrefix("id      launched  center   subject\nfirst   yes       Primary  Acme · "))
    #expect(campaigns.output.contains("\nsecond  yes       Primary  "), "\(campaigns.output)")
    let ids = try await program.run("campaign", "list", "--json")
    #expect(
      try JSONValue.parse(Data(ids.output.utf8)).elements?.compactMap { $0["id"]?.text } == [
        "first", "second",
      ])
    try program.home.write(
      Self.campaigns.replacing("first", with: "abroad").replacing(
        "[[campaign]]", with: "[[campaign]]\nvendors = [\"iterable\"]"), to: "abroad.toml")
    let abroad = try await program.run("campaign", "launch", program.home.path + "/abroad.toml")
    #expect(abroad.output == "launched abroad in Primary, for Iterable alone\n", "\(abroad)")
    #expect(try await program.run("campaign", "list").output.contains(" · Iterable alone\n"))
    let unknown = try await program.run("campaign", "launch", "third")
    #expect(unknown.errors.contains("There is no campaign “third”. ‘inbox campaign list’ and"))
    // A bare word is a campaign, and no folder that lies there, as this one of the package does.
    let folder = try await program.run("campaign", "launch", "Sources")
    #expect(folder.errors.contains("There is no campaign “Sources”."), "\(folder)")
    let list = try await program.run("list", "--profile", "sandbox", "--json")
    #expect(list.output.contains(#""id":"second""#) && list.output.contains(#""id":"first-2""#))
    #expect(
      try await program.run("campaign", "withdraw", "first").output == "withdrew first\nwithdrew first-2\n")
    let none = try await program.run("campaign", "withdraw", "first")
    #expect(none.status == 1 && none.errors.contains("The campaign “first” has no launched message."))
    let receipts = try await program.run("receipts", "--wait", "1", "--of", "fetches")
    #expect(try JSONValue.parse(Data(receipts.output.utf8))["fetches"]?.elements?.isEmpty == false)
    #expect(try await program.run("receipts", "--reset").output == "{\"generation\":2}\n")
    let bad = try await program.run("campaign", "check", program.home.path + "/bad.toml")
    #expect(bad.status == 2 && bad.errors.contains("bad.toml:1:1"))
    #expect(try await program.run("clock", "--to", "http://example.com").status == 2)
    await sandbox.stop()
    #expect(try await program.run("clock").status == 2)
  }

  @Test(
    "SB-2 SB-3 SB-4 SB-5 what is no sandbox is told by its response, whatever it responds",
    arguments: [
      (
        "{}",
        [
          ["receipts", "--wait", "1"], ["receipts", "--reset"], ["campaign", "launch", "x"],
          ["campaign", "list"], ["campaign", "withdraw", "x"], ["fault", "list"],
          ["fault", "list", "--json"],
          ["fault", "set", "messages", "503"], ["fault", "clear"], ["clock"], ["clock", "+5m", "--json"],
        ]
      ),
      // What is no list of theirs, and what is none of their objects.
      ("[1]", [["campaign", "list"], ["fault", "list"], ["fault", "list", "--json"], ["clock"]]),
      ("<html></html>", [["receipts", "--wait", "1"], ["clock"]]),
    ])
  func stranger(body: String, commands: [[String]]) async throws {
    let server = try await WireServer { _ in
      .stays("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    let url = "http://127.0.0.1:\(server.port)"
    for arguments in commands {
      let outcome = try await program.run(arguments + ["--to", url])
      #expect(outcome.status == 2, "\(arguments): \(outcome)")
      let text = outcome.output + outcome.errors
      #expect(text.contains("is not a sandbox of this version: its response is"), "\(arguments): \(outcome)")
    }
    try await server.stop()
  }

  @Test("SB-3 SB-4 SB-5 what a command cannot do is refused, not left out; all faults are cleared by name")
  func refused() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    for (option, value) in [("--wait", "1"), ("--of", "clicks"), ("--vendor", "iterable"), ("--limit", "1")] {
      let reset = try await program.run("receipts", "--reset", option, value)
      #expect(reset.status == 2 && reset.errors.contains("it cannot go with \(option)."), "\(reset.errors)")
    }
    #expect(try await program.run("receipts").output.contains(#""generation":1,"#))
    let clock = try await program.run("clock", "+3650000d")
    #expect(clock.status == 2 && clock.errors.contains("moves the clock too far"), "\(clock.errors)")
    _ = try await program.run("fault", "set", "messages", "503")
    _ = try await program.run("fault", "set", "badge", "500")
    let clear = try await program.run("fault", "clear", "all")
    #expect(clear.status == 0 && clear.output == "No active faults.\n", "\(clear.errors)")
    await sandbox.stop()
  }

  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "first"
    kind = "launch-app"
    subject = "One"
    message = "A first."

    """
}
