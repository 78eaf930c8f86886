import Foundation
import Glibc
import InboxSandbox
import InboxTestSupport
import Testing

/// A state that can be read and not written, as by someone who is not the administrator: those can write everywhere.
@Suite(.queued)
struct ReadOnlyStateTests {
  private let program: Program
  private var state: String { program.home.path + "/state" }
  private static let nobody: UInt32 = 65_534

  init() throws { program = try Program() }

  /// Everything in the home, owned by the user that the program runs as; folders and files of the state lose what `mode` lacks.
  private func handOver(writable: Bool) throws {
    let all =
      [""] + (FileManager.default.enumerator(atPath: program.home.path)?.compactMap { $0 as? String } ?? [])
    for name in all {
      let path = program.home.path + "/" + name
      if geteuid() == 0 { chown(path, Self.nobody, Self.nobody) }
      guard name.hasPrefix("state") else { continue }
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      chmod(path, (isFolder.boolValue ? 0o500 : 0o400) | (writable ? 0o200 : 0))
    }
  }

  /// Runs it as someone for whom modes count.
  private func run(_ arguments: String...) async throws -> Program.Outcome { try await run(arguments) }

  private func run(_ arguments: [String]) async throws -> Program.Outcome {
    guard geteuid() == 0 else { return try await program.run(arguments) }
    let user = ["--reuid", "\(Self.nobody)", "--regid", "\(Self.nobody)", "--clear-groups", Program.path]
    return try await program.run(user + arguments, binary: "/usr/bin/setpriv")
  }

  private func contents() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: state)?.compactMap({ $0 as? String }) ?? [] {
      found[name] = FileManager.default.contents(atPath: state + "/" + name) ?? Data()
    }
    return found
  }

  @Test(
    "MC-5 list, show --peek, report, lint and badge read a state that cannot be written, and leave it as it is"
  )
  func reads() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("own", for: sandbox, session: "")
    #expect(try await program.run("list").status == 0)
    #expect(try await program.run("show", "plain").status == 0)
    await sandbox.stop()
    try handOver(writable: false)
    let before = try contents()
    let list = try await run("list")
    #expect(list.status == 0 && list.output.contains("Primary  3 unread of 4"), "\(list)")
    #expect(
      list.errors.contains("is read-only: this is what it holds; nothing is fetched."),
      "\(list.errors)")
    let plain = try await run("--plain")
    #expect(plain.status == 0 && plain.output.contains("Primary  3 unread of 4"), "\(plain)")
    let peek = try await run("show", "plain", "--peek")
    #expect(peek.status == 0 && peek.output.contains("Nothing but words."), "\(peek)")
    let report = try await run("report")
    #expect(report.status == 0 && report.output.contains("exactly-once"), "\(report)")
    #expect(try await run("badge", "log").status == 0)
    let badge = try await run("badge", "get")
    #expect(badge.status == 0 && badge.output.hasPrefix("badge "), "\(badge)")
    let lint = try await run("lint")
    #expect(lint.output.contains("5 messages"), "\(lint)")
    // What must write says so, and asks nothing before.
    for arguments in [["show", "plain"], ["list", "--refresh"], ["badge", "set", "3"]] {
      let outcome = try await run(arguments)
      #expect(outcome.status == 2 && outcome.errors.contains("read-only"), "\(arguments) \(outcome)")
    }
    #expect(try contents() == before)
    try handOver(writable: true)
  }

  @Test(
    "MC-16 an archive that was read-only for a while serves again, also where a start has left its journals so"
  )
  func forAWhile() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("own", for: sandbox, session: "")
    #expect(try await program.run("list").status == 0)
    await sandbox.stop()
    try handOver(writable: true)
    let archive = state + "/inbox/profiles/own/archive.sqlite"
    chmod(archive, 0o400)
    let refused = try await run("badge", "set", "3")
    #expect(refused.status == 2 && refused.errors.contains("read-only"), "\(refused)")
    for journal in [archive + "-wal", archive + "-shm"] {
      #expect(!FileManager.default.fileExists(atPath: journal))
      try Data().write(to: URL(fileURLWithPath: journal))
      if geteuid() == 0 { chown(journal, Self.nobody, Self.nobody) }
      chmod(journal, 0o400)
    }
    chmod(archive, 0o600)
    let list = try await run("list", "--offline")
    #expect(list.status == 0 && list.output.contains("of 4"), "\(list)")
  }

  @Test(
    "MC-5 MC-16 an archive is read where SQLite has no room for what it makes beside it, and what must write says why"
  )
  func full() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("own", for: sandbox, session: "")
    #expect(try await program.run("list").status == 0)
    await sandbox.stop()
    // A file that may not grow fails as one on a full disk does.
    func run(_ arguments: String) async throws -> Program.Outcome {
      let command = "ulimit -f 1; trap '' XFSZ; exec \"$0\" \(arguments)"
      return try await program.run(["-c", command, Program.path], binary: "/bin/sh")
    }
    let list = try await run("list")
    #expect(list.status == 0 && list.output.contains("of 4"), "\(list)")
    let reason = "the disk is full, or its files may not grow"
    #expect(list.errors.contains("cannot be written (\(reason)"), "\(list)")
    #expect(list.errors.contains("this is what it holds; nothing is fetched."), "\(list)")
    let badge = try await run("badge set 3")
    #expect(badge.status == 2 && badge.errors.contains("cannot be used: \(reason)"), "\(badge)")
  }

  @Test(
    "a folder above the state in which everyone can put another is reported, once, and one with the sticky bit is not"
  )
  func parents() async throws {
    try program.configureOffline("own")
    let open = program.home.path + "/open"
    try FileManager.default.createDirectory(atPath: open + "/state", withIntermediateDirectories: true)
    func errors() async throws -> String {
      try await program.run(["badge", "get"], environment: ["XDG_STATE_HOME": open + "/state"]).errors
    }
    #expect(try await errors() == "")
    chmod(open, 0o777)
    let reported = try await errors()
    #expect(
      reported.contains("Everyone on this machine can write in \(open)")
        && reported.split(separator: "\n").count == 1)
    chmod(open, 0o1777)
    #expect(try await errors() == "")
    guard geteuid() == 0 else { return }
    chown(open, 4_711, 4_711)
    #expect(try await errors().contains("\(open) belongs to another user"))
  }
}
