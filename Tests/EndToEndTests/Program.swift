import Corpus
import Foundation
import Glibc
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// The real binary, run without a terminal.
struct Program {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The binary under test lies beside the test bundle.
  static var path: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("inbox").path
  }

  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Everything that the program writes lies in the temporary folder.
  var environment: [String: String] {
    [
      "HOME": home.path, "XDG_STATE_HOME": home.path + "/state", "XDG_CONFIG_HOME": home.path + "/config",
      "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Where a sandbox must live so that `--profile sandbox` finds it.
  var sandboxFolder: String { home.path + "/state/inbox/sandbox" }

  /// - Parameters:
  ///   - files: What lies beside the campaign file, by name.
  ///   - realTime: What its slow responses wait on.
  func startSandbox(
    _ campaigns: String, _ files: [String: String] = [:], realTime: any Clock<Duration> = ContinuousClock()
  ) async throws -> Sandbox {
    await Turn.last()
    for folder in [sandboxFolder, home.path + "/played"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for (name, text) in files.merging(["test.toml": campaigns], uniquingKeysWith: { first, _ in first }) {
      try home.write(text, to: "played/" + name)
    }
    return try await Sandbox.start(
      SandboxOptions(folder: sandboxFolder, realTime: realTime, launchesTimed: false),
      campaigns: CampaignFile.read(folder: home.path + "/played"))
  }

  /// Puts invented messages into the archive of the sandbox's profile.
  func seed(_ messages: Int) async throws -> [CenterName: CenterCounts] {
    let newest = try #require(WireDate.parse("2026-11-21T09:00:00Z"))
    return try await SeededProfile(folder: home.path + "/state/inbox/profiles/sandbox")
      .fill(messages, centers: [.primary], newest: newest)
  }

  /// A binary that runs.
  struct Running {
    var process: pid_t
    /// How it ended: its wait status, which is the signal that killed it.
    var end: Task<Int32, Never>
  }

  /// Starts the binary, deaf and mute.
  func start(_ arguments: [String], environment extra: [String: String] = [:]) throws -> Running {
    let environment = environment.merging(extra) { _, new in new }
    let process = try Spawn.start([Self.path] + arguments, environment) { actions in
      for stream in [Int32(0), 1, 2] {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    return Running(process: process, end: Task { await Spawn.end(of: process) })
  }

  /// Writes a configuration with one profile for a sandbox that runs already.
  func configure(_ name: String, for sandbox: Sandbox, session: String, screen: String = "") throws {
    let endpoint = sandbox.endpoint
    let text = """
      default = "\(name)"
      \(screen)
      [profile.\(name)]
      back-end = "\(endpoint.httpURL)"
      app-token = "\(endpoint.appToken)"
      account-token = "\(endpoint.accountToken)"
      centers = ["Primary", "Offers"]
      [profile.\(name).session]
      \(session)
      """
    try FileManager.default.createDirectory(
      atPath: home.path + "/config/inbox", withIntermediateDirectories: true)
    try home.write(text, to: "config/inbox/config.toml")
  }

  /// Writes a configuration with one profile whose back end no one answers for: an inbox that needs no sandbox.
  func configureOffline(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/config/inbox", withIntermediateDirectories: true)
    try home.write(
      """
      default = "\(name)"
      [profile.\(name)]
      back-end = "http://127.0.0.1:9"
      app-token = "the-app-token"
      account-token = "the-account-token"
      """, to: "config/inbox/config.toml")
  }

  /// Runs the binary to its end.
  func run(
    _ arguments: String..., input: String = "/dev/null", environment extra: [String: String] = [:]
  ) async throws -> Outcome {
    try await run(arguments, input: input, environment: extra)
  }

  /// Runs the binary to its end.
  ///
  /// - Parameters:
  ///   - input: The file that is its standard input.
  ///   - binary: The program, where it is not the one beside the tests.
  func run(
    _ arguments: [String], input: String = "/dev/null", environment extra: [String: String] = [:],
    binary: String = Program.path
  ) async throws -> Outcome {
    let environment = environment.merging(extra) { _, new in new }
    let (output, errors) = (try ProcessOutput(), try ProcessOutput())
    let process: pid_t
    do {
      defer {
        output.start()
        errors.start()
      }
      process = try Spawn.start([binary] + arguments, environment) { actions in
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
      }
    }
    async let complaints = errors.all()
    let text = await output.all()
    let status = await Spawn.end(of: process)
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F, output: text,
      errors: await complaints)
  }
}
