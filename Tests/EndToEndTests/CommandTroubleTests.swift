import Foundation
import InboxSandbox
import InboxTestSupport
import Testing

/// What a command says where a file, a folder or a port keeps it from its work.
@Suite(.serialized, .queued)
struct CommandTroubleTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test(
    "MC-16 EN-7 a damaged archive: a command tells and touches nothing, the screen sets it aside and goes on")
  func damagedArchive() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    let folder = program.home.path + "/state/inbox/profiles/sandbox"
    let text = String(repeating: "no database at all. ", count: 50)
    for suffix in ["-wal", "-shm"] { unlink(folder + "/archive.sqlite" + suffix) }
    try program.home.write(text, to: "state/inbox/profiles/sandbox/archive.sqlite")
    let list = try await program.run("list", "--profile", "sandbox")
    #expect(list.status == 2 && list.errors.contains("‘inbox’ sets it aside at its next start"))
    #expect(FileManager.default.contents(atPath: folder + "/archive.sqlite") == Data(text.utf8))
    let screen = try await program.run("--profile", "sandbox", "--screen", "100x24")
    #expect(screen.status == 0)
    #expect(
      screen.output.contains("A plain word")
        && screen.output.contains("The damaged archive is now archive.damaged-"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let aside = try #require(files.first { $0.hasPrefix("archive.damaged-") })
    #expect(FileManager.default.contents(atPath: folder + "/" + aside) == Data(text.utf8))
    #expect(try await program.run("list", "--profile", "sandbox").status == 0)
    await sandbox.stop()
  }

  @Test("without a configuration, with init, and with a broken one: what to do is said, with line and column")
  func configuration() async throws {
    let none = try await program.run("--screen", "80x24")
    #expect(none.status == 2)
    #expect(none.errors.contains("‘inbox demo’") && none.errors.contains("‘inbox init’"))
    let made = try await program.run("init")
    #expect(made.status == 0)
    let again = try await program.run("init")
    #expect(again.status == 1)
    let path = program.home.path + "/config/inbox/config.toml"
    #expect(try await program.run("badge", "get").errors.contains("it still says “replace me”"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    for (text, complaint) in [
      ("default = \n", ":1:"), ("[profile.default]\nback-end = 5\n", ":2:1: [profile], default, back-end"),
      ("[profile.default]\nback-end = \"x\"\n", ":2:1:"),
      ("[profile.default]\nbackend = \"x\"\n", "Did you mean “back-end”?"),
      (
        "[profile.default]\nback-end=\"https://h\"\napp-token=\"a\"\naccount-token=\"b\"\n"
          + "centers=[\"A\",\"B\",\"C\",\"D\",\"E\"]\n",
        ":5:1: [profile], default, centers: “E” would be the sixth message center"
      ),
      ("[profile.other]\n", "There is no profile “default”"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let outcome = try await program.run("list")
      #expect(outcome.status == 2, "\(text)")
      #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }
  }

  @Test(
    "VE-7 FE-5 a program that prints a secret does not go on when what waits for it is ended",
    arguments: [["list"], ["drive"], ["--screen", "80x24"]], [SIGINT, SIGTERM, SIGHUP])
  func secretOfAnEndedRun(arguments: [String], signal: Int32) async throws {
    try program.configureOffline("own")
    let file = program.home.path + "/config/inbox/config.toml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let number = program.home.path + "/number"
    let command = "[\"/bin/sh\", \"-c\", \"echo $$ > \(number); sleep 600\"]"
    try program.home.write(
      text.replacing("\"the-app-token\"", with: "{ command = \(command) }"), to: "config/inbox/config.toml")
    let running = try program.start(arguments)
    var written = ""
    try await until {
      written = FileManager.default.contents(atPath: number).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return written.hasSuffix("\n")
    }
    let child = try #require(pid_t(written.dropLast()))
    kill(running.process, signal)
    #expect(await running.end.value != 0)
    // Who has taken it over may leave it a zombie.
    try await until { ProcessTable.entry(child).map { $0.state == "Z" } ?? true }
  }

  @Test("a broken campaign file and a port in use stop the sandbox with a sentence")
  func brokenCampaigns() async throws {
    let folder = program.home.path + "/campaigns"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("[brand]\nname = \"A\"\ndomain = \"a.example\"\n\n[[campaign]]\nid = \"x\"\nknd = \"y\"\n".utf8)
      .write(to: URL(fileURLWithPath: folder + "/a.toml"))
    let outcome = try await program.run("demo", "--screen", "80x24", "--campaigns", folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a.toml:7:1:") && outcome.errors.contains("Did you mean “kind”?"))
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let port = try #require(sandbox.endpoint.httpURL.split(separator: ":").last)
    let elsewhere = ["XDG_STATE_HOME": program.home.path + "/other"]
    let taken = try await program.run("sandbox", "--port", String(port), environment: elsewhere)
    #expect(taken.status == 2)
    #expect(taken.errors.contains("in use"))
    await sandbox.stop()
  }

  @Test("a configuration for which there is no room is reported with the reason, and no half of it is left")
  func noRoomForConfiguration() async throws {
    let command = "ulimit -f 0; trap '' XFSZ; exec \"$0\" init"
    let outcome = try await program.run(["-c", command, Program.path], binary: "/bin/sh")
    let path = program.home.path + "/config/inbox/config.toml"
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains("\(path) cannot be written: File too large. Fix that"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a state folder that cannot be written is reported with what to do")
  func unwritableState() async throws {
    try Data().write(to: URL(fileURLWithPath: program.home.path + "/state"))
    let outcome = try await program.run("demo", "--screen", "80x24")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("XDG_STATE_HOME"))
  }

  @Test("a damaged database is reported with its path and what to do, and left as it is")
  func damagedDatabase() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox")
    let path = program.home.path + "/state/inbox/profiles/sandbox/archive.sqlite"
    let damage = Data(String(repeating: "no database at all. ", count: 300).utf8)
    try damage.write(to: URL(fileURLWithPath: path))
    for journal in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + journal) {
      try FileManager.default.removeItem(atPath: path + journal)
    }
    let outcome = try await program.run("list", "--profile", "sandbox")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("damaged") && outcome.errors.contains(path))
    #expect(FileManager.default.contents(atPath: path) == damage)
    await sandbox.stop()
  }
}
