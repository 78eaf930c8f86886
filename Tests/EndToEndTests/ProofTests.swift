import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// What the program says of receipts, beside what another program reads of them.
@Suite(.queued)
struct ProofTests {
  private let program: Program

  init() throws { program = try Program() }

  /// What curl reads at an address.
  private func curl(_ url: String) async throws -> JSONValue {
    let text = try await ServerProcess.run(
      ["/usr/bin/curl", "--silent", "--show-error", "--fail", url], in: program.home.path)
    return try JSONValue.parse(Data(text.utf8))
  }

  private func scenario(_ displays: Int, _ opens: Int, _ clicks: Int) -> String {
    """
    [scenario]
    name = "Read by curl"
    user = "proof"

    [[step]]
    press = "<enter> <esc> j <enter> <esc> j <enter> <enter>"

    [[step]]
    expect = "displays"
    identity = "user:proof"
    exactly = \(displays)

    [[step]]
    expect = "opens"
    identity = "user:proof"
    exactly = \(opens)

    [[step]]
    expect = "clicks"
    exactly = \(clicks)

    [[step]]
    expect = "duplicates"
    exactly = 0
    """
  }

  @Test("SB-5 a scenario's verdict on receipts is what curl reads from a sandbox of its own process")
  func curl() async throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/played", withIntermediateDirectories: true)
    try program.home.write(Acme.campaigns, to: "played/acme.toml")
    let variables = program.environment.map { "\($0.key)=\($0.value)" }
    let server = try ServerProcess(
      ["/usr/bin/env"] + variables + [
        Program.path, "sandbox", "--port", "0", "--tls-port", "0", "--campaigns",
        program.home.path + "/played",
      ], in: program.home.path)
    let url = try await server.line(containing: "http://127.0.0.1:")
    // No one has come: what it says is wanted and came is told apart from what is there.
    try program.home.write(scenario(99, 99, 99), to: "wrong.toml")
    let wrong = try await program.run("check", program.home.path + "/wrong.toml", "--against", url)
    #expect(wrong.status == 1)
    let receipts = try await curl(url + "/sandbox/receipts")
    let events = receipts["engagements"]?.elements ?? []
    let own = events.filter { $0["identity"]?.text == "user:proof" }
    let (displays, opens) = (
      own.count { $0["type"]?.text == "display" }, own.count { $0["type"]?.text == "open" }
    )
    let clicks = receipts["clicks"]?.elements?.count ?? 0
    #expect(own.count == events.count && displays == 4 && opens == 3 && clicks == 1)
    #expect(wrong.output.contains("expected exactly 99 by user:proof, got \(displays)."))
    #expect(wrong.output.contains("expected exactly 99 by user:proof, got \(opens)."))
    #expect(wrong.output.contains("expected exactly 99, got \(clicks)."))
    for (type, count) in [("display", displays), ("open", opens)] {
      let filtered = try await curl(url + "/sandbox/receipts?type=\(type)&identity=user:proof")
      #expect(filtered["engagements"]?.elements?.count == count)
    }
    // The same again, as it is: the first run's receipts are there and are not its own.
    try program.home.write(scenario(displays, opens, clicks), to: "right.toml")
    let right = try await program.run("check", program.home.path + "/right.toml", "--against", url)
    #expect(right.status == 0, "\(right.output)\(right.errors)")
    let both = try await curl(url + "/sandbox/receipts?identity=user:proof")
    #expect(both["engagements"]?.elements?.count == 2 * (displays + opens))
    #expect(both["duplicates"]?.integer == 0)
    await server.stop()
  }
}
