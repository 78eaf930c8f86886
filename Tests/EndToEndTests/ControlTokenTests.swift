import Foundation
import InboxSandbox
import InboxTestSupport
import InboxVendors
import Testing

/// The program with a sandbox that listens beyond this machine, and what it keeps for itself on disk.
@Suite(.queued)
struct ControlTokenTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let token = "token-of-the-end-to-end-test"

  private func start(in folder: String? = nil) async throws -> Sandbox {
    let (address, _) = try #require(ListenAddress.parse("0.0.0.0"))
    await Turn.last()
    return try await Sandbox.start(
      SandboxOptions(
        address: address, controlToken: ControlToken(Self.token), folder: folder, launchesTimed: false),
      campaigns: [CampaignFile.parse(Acme.campaigns, name: "test.toml")])
  }

  @Test(
    "SB-5 commands give the control token from the environment or a file of their own, and never print it")
  func commands() async throws {
    let sandbox = try await start()
    let url = sandbox.endpoint.httpURL
    let bare = try await program.run("clock", "--to", url)
    #expect(bare.status == 1 && bare.errors.contains("need the control token"), "\(bare.errors)")
    #expect(bare.errors.contains("--control-token FILE, or in \(ControlToken.variable)"), "\(bare.errors)")
    let mistaken = try await program.run(
      "clock", "--to", url, environment: [ControlToken.variable: Self.token + "-not"])
    #expect(
      mistaken.status == 1 && mistaken.errors.contains("token is wrong. Give it with --control-token FILE"),
      "\(mistaken.errors)")
    let given = try await program.run("clock", "--to", url, environment: [ControlToken.variable: Self.token])
    #expect(given.status == 0, "\(given.errors)")
    try program.home.write(Self.token + "\n", to: "token")
    let file = program.home.path + "/token"
    let ofFile = try await program.run("clock", "+5m", "--to", url, "--control-token", file)
    #expect(ofFile.status == 0, "\(ofFile.errors)")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let open = try await program.run("clock", "--to", url, "--control-token", file)
    #expect(open.status == 2 && open.errors.contains("chmod 600"), "\(open.errors)")
    // A variable that holds no token is reported where one is needed, and nowhere else.
    let wrong = [ControlToken.variable: "too short"]
    let needed = try await program.run("clock", "--to", url, environment: wrong)
    #expect(needed.status == 2 && needed.errors.contains("holds no control token"), "\(needed.errors)")
    let other = try await Sandbox.start(SandboxOptions(launchesTimed: false), campaigns: [])
    let free = try await program.run("clock", "--to", other.endpoint.httpURL, environment: wrong)
    #expect(free.status == 0, "\(free.errors)")
    await other.stop()
    for outcome in [bare, given, ofFile, open] {
      #expect(!(outcome.output + outcome.errors).contains(Self.token))
    }
    await sandbox.stop()
  }

  @Test(
    "SB-5 another machine's sandbox is not asked without a token, and never with the one of this machine's")
  func elsewhere() async throws {
    let nobody = try await program.run("clock", "--to", "http://sandbox.example:8377")
    #expect(nobody.status == 2 && nobody.errors.contains("--control-token FILE"), "\(nobody.errors)")
    let sandbox = try await start(in: program.sandboxFolder)
    let url = sandbox.endpoint.httpURL
    let known = try await program.run("clock", "--to", url)
    #expect(known.status == 0, "\(known.errors)")
    // The port is the same, and the machine is another one.
    let other = url.replacing("127.0.0.1", with: "sandbox.example")
    let outcome = try await program.run("clock", "--to", other)
    #expect(outcome.status == 2 && outcome.errors.contains("--control-token FILE"), "\(outcome.errors)")
    await sandbox.stop()
  }

  @Test("SB-1 --listen is refused in a sentence where it is not an address, or says another port than --port")
  func refused() async throws {
    let name = try await program.run("sandbox", "--listen", "example.com")
    #expect(
      name.status == 2 && name.errors.contains("--listen “example.com” is not an address"), "\(name.errors)")
    let twice = try await program.run("sandbox", "--listen", "0.0.0.0:1", "--port", "2")
    #expect(twice.status == 2 && twice.errors.contains("Leave one of them out"), "\(twice.errors)")
  }

  @Test("a configuration that others can read is refused: it holds tokens")
  func configuration() async throws {
    try program.configureOffline("work")
    let path = program.home.path + "/config/inbox/config.toml"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let outcome = try await program.run("list", "--offline")
    #expect(outcome.status == 2 && outcome.errors.contains("chmod 600 '\(path)'"), "\(outcome.errors)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let status1 = try await program.run("list", "--offline").status
    #expect(status1 == 0)
  }

  @Test("SB-1 what the program and its sandbox write is for their owner alone, every file and folder of it")
  func everyFile() async throws {
    // As on a machine where everyone may read what is made: the program sees to it itself.
    let outcome = try await program.run("demo", "--screen", "80x24", "--keys", "j <enter> q")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try others().isEmpty)
    // As a copy or a backup leaves it.
    let root = program.home.path + "/state/inbox"
    let names = FileManager.default.enumerator(atPath: root)?.allObjects.compactMap { $0 as? String } ?? []
    #expect(
      names.contains { $0.hasSuffix("archive.sqlite") } && names.contains { $0.hasSuffix("ca-key.pem") })
    for name in names {
      let path = root + "/" + name
      let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      guard kind == .typeRegular || kind == .typeDirectory else { continue }
      try FileManager.default.setAttributes(
        [.posixPermissions: kind == .typeDirectory ? 0o755 : 0o644], ofItemAtPath: path)
    }
    let again = try await program.run("demo", "--keep", "--screen", "80x24")
    #expect(again.status == 0)
    #expect(again.errors.contains("Others on this machine could read "))
    #expect(try others().isEmpty)
  }

  /// What others could do something with, and with which mode.
  private func others() throws -> [String] {
    let root = program.home.path + "/state/inbox"
    let names = FileManager.default.enumerator(atPath: root)?.allObjects.compactMap { $0 as? String } ?? []
    return try ([""] + names).compactMap { name in
      // The authority's certificate is for everyone to trust.
      guard !name.hasSuffix("/ca.pem") else { return nil }
      let facts = try FileManager.default.attributesOfItem(atPath: root + "/" + name)
      let mode = try #require(facts[.posixPermissions] as? Int)
      return mode & 0o077 == 0 ? nil : "\(name) \(String(mode, radix: 8))"
    }
  }
}
