import ArgumentParser
import Dispatch
import Foundation
import InboxSandbox

/// The sandbox alone.
struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Run the sandbox alone: the vendors' servers on loopback.",
    discussion: "Open it from another terminal with ‘inbox --profile sandbox’. Ctrl-C ends it.")

  @Option(help: "The port for HTTP on 127.0.0.1; 0 takes a free one.")
  var port = 8377

  @Option(help: "The port for HTTPS on 127.0.0.1; 0 takes a free one.")
  var tlsPort = 8378

  @Option(help: "Campaign files to play instead of the built-in ones (a folder of .toml files).")
  var campaigns: String?

  @Flag(help: "Go on with the state of the last run.")
  var keep = false

  func run() async throws {
    try await reporting {
      let files = try campaigns.map { try CampaignFile.read(folder: $0) } ?? CampaignFile.bundled()
      let folder = StateFolder.sandbox
      try StateFolder.make(folder)
      let lock = try ProfileLock(folder: folder, program: "The sandbox")
      if !keep {
        try StateFolder.remove(["sandbox.sqlite", "sandbox.sqlite-wal", "sandbox.sqlite-shm"], of: folder)
      }
      let sandbox = try await Sandbox.start(
        SandboxOptions(port: port, tlsPort: tlsPort, folder: folder, launchesTimed: true), campaigns: files)
      let endpoint = sandbox.endpoint
      Output.line(endpoint.httpURL)
      Output.line(
        "https on 127.0.0.1:\(endpoint.tlsPort) for \(endpoint.hosts.sorted().joined(separator: ", "))")
      Output.line("Open it:   inbox --profile sandbox")
      Output.line("Look at it: curl \(endpoint.httpURL)/sandbox")
      let signal = await Signals.first(of: [SIGINT, SIGTERM, SIGHUP])
      await sandbox.stop()
      withExtendedLifetime(lock) {}
      if signal != SIGINT { throw ExitCode(128 + signal) }
    }
  }
}

/// Waits for signals without a handler that could interrupt anything.
nonisolated enum Signals {
  static func first(of signals: [Int32]) async -> Int32 {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    for await number in stream { return number }
    return SIGTERM
  }
}
