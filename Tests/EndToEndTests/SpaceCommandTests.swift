import Foundation
import InboxCore
import InboxSandbox
import InboxTestSupport
import Testing

/// Spaces from the command line (TS-2, TS-8).
@Suite(.queued, .timeLimit(.minutes(10)))
struct SpaceCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("TS-2 a space is made, opened by a profile, read by an address, given other tokens and removed")
  func life() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(
      try await program.run("space").output == "There is no space. ‘inbox space create NAME’ makes one.\n")
    let made = try await program.run("space", "create", "checkout")
    #expect(made.status == 0, "\(made.errors)")
    let url = "\(sandbox.endpoint.httpURL)/s/checkout"
    #expect(made.output.hasPrefix("checkout is at \(url)\n"))
    #expect(try await program.run("space", "list").output.hasPrefix("checkout  since "))
    let file = program.home.path + "/state/inbox/spaces/checkout.json"
    let facts = try FileManager.default.attributesOfItem(atPath: file)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    for profile in ["sandbox@checkout", "sandbox-iterable@checkout", "sandbox-bloomreach@checkout"] {
      let list = try await program.run("list", "--profile", profile, "--json")
      #expect(list.output.contains(#""id":"first""#), "\(profile): \(list.errors)")
    }
    let receipts = try await program.run("receipts", "--to", url, "--wait", "1", "--of", "fetches")
    #expect(receipts.status == 0, "\(receipts.errors)")
    #expect(try await sandbox.receipts().fetches.isEmpty)
    #expect(try await program.run("clock", "+5m", "--to", url).status == 0)
    #expect(sandbox.endpoint.clock == .machine)
    let again = try await program.run("space", "create", "checkout")
    #expect(again.status == 1 && again.errors.contains("There is a space “checkout” already."))
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(try await program.run("space", "rotate", "checkout").status == 0)
    #expect(try await program.run("receipts", "--to", url).status == 0)
    try before.write(to: URL(fileURLWithPath: file))
    #expect(try await program.run("receipts", "--to", url).status != 0)
    #expect(try await program.run("space", "remove", "checkout").output == "Removed checkout.\n")
    #expect(
      try await program.run("list", "--profile", "sandbox@checkout").errors.contains(
        "‘inbox space create checkout’"))
    #expect(try await program.run("space", "create", "No Way").status != 0)
    await sandbox.stop()
  }

  @Test("TS-2 a scenario runs against a space")
  func check() async throws {
    let sandbox = try await program.startSandbox(Self.campaigns)
    #expect(try await program.run("space", "create", "ci").status == 0)
    try program.home.write(Self.scenario, to: "scenario.toml")
    let run = try await program.run(
      "check", "--against", "\(sandbox.endpoint.httpURL)/s/ci", program.home.path + "/scenario.toml")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try await sandbox.receipts().engagements.isEmpty)
    await sandbox.stop()
  }

  private static let scenario = """
    [scenario]
    name = "an open is counted in the space"

    [[step]]
    press = "<enter> <esc>"

    [[step]]
    expect = "opens"
    message = "first"
    exactly = 1

    """

  private static let campaigns = """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    [[campaign]]
    id = "first"
    kind = "launch-app"
    subject = "Hello"
    message = "Text"

    """
}
