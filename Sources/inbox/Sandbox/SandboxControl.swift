import ArgumentParser
import Foundation
import InboxCore
import InboxSandbox
import InboxTransport

/// A running sandbox, asked over HTTP on its own paths.
nonisolated struct SandboxControl: Sendable {
  /// Where it is: `http://127.0.0.1:8377`.
  let url: String

  /// - Parameter url: As the command line has it; nil is the sandbox that `inbox sandbox` runs.
  /// - Throws: ``SandboxError/notRunning(path:)`` when none runs, ``Exit`` for an address that is not this machine's.
  init(url: String?) throws {
    guard let url else {
      self.url = try SandboxEndpoint.read(folder: StateFolder.sandbox).httpURL
      return
    }
    let host = URLComponents(string: url)?.host
    guard url.hasPrefix("http://"), let host, ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host) else {
      throw Exit(
        Exit.usage, "“\(url)” is no sandbox of this machine. Write it like http://127.0.0.1:8377.")
    }
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  /// Asks, and returns the body of a good answer.
  ///
  /// - Throws: ``Exit`` with the sandbox's own sentence when it refuses, or with what to do when it does not answer.
  func send(_ method: String, _ path: String, body: Data? = nil, seconds: Int = 20) async throws -> Data {
    let transport = try Transport(TransportSettings(backEnd: url, appToken: "", accountToken: ""))
    let answer: (status: Int, body: Data)
    do {
      answer = try await transport.control(method, path, body: body, seconds: seconds)
    } catch {
      await transport.close()
      throw Exit(
        Exit.notReady, "Nothing answers at \(url). Start a sandbox there with ‘inbox sandbox’.")
    }
    await transport.close()
    guard (200..<300).contains(answer.status) else {
      // What it cannot understand was written wrongly; everything else is its no.
      let isWrong = answer.status == 400 || answer.status == 422
      throw Exit(isWrong ? Exit.usage : Exit.failed, Transport.sentence(of: answer))
    }
    return answer.body
  }
}

/// Which sandbox a command means.
struct SandboxOption: ParsableArguments {
  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The sandbox's address; without it the one that ‘inbox sandbox’ runs.", valueName: "url"))
  var url: String?

  func control() throws -> SandboxControl { try SandboxControl(url: url) }
}
