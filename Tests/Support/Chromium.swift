import Foundation
import Glibc
package import InboxModel

/// A real Chromium (Debian package `chromium`) without a window, with a profile of its own, driven over a pipe by the protocol of its
/// developer tools. It reaches nothing but 127.0.0.1 and files.
package actor Chromium {
  package static let path = "/usr/bin/chromium"

  private static let arguments = [
    "--headless", "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--disable-default-apps",
    // No name is found.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    // Its sandbox refuses to run as root.
    "--no-sandbox",
  ]

  private let folder: TemporaryFolder
  private let process: pid_t
  private let writing: Int32
  private var lastID = 0
  private var waiting: [Int: CheckedContinuation<JSONValue, Never>] = [:]
  private var waitingForEvent: (name: String, continuation: CheckedContinuation<Void, Never>)?
  private var session: String?
  /// What it has said of the page since the last navigation.
  package private(set) var events: [JSONValue] = []
  private var isGone = false

  /// Starts it with an empty page.
  package init() async throws {
    folder = try TemporaryFolder()
    let (commands, said) = (try ProcessOutput.pair(), try ProcessOutput.pair())
    writing = commands.writing
    // It reads commands from 3 and writes to 4.
    let script = "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>&1"
    let profile = "--user-data-dir=\(folder.path)/profile"
    process = try Spawn.start(
      ["/bin/sh", "-c", script, "sh", Self.path] + Self.arguments + [profile, "about:blank"],
      ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]
    ) {
      posix_spawn_file_actions_adddup2(&$0, commands.reading, 0)
      posix_spawn_file_actions_adddup2(&$0, said.writing, 1)
      posix_spawn_file_actions_addopen(&$0, 2, "/dev/null", O_WRONLY, 0)
    }
    close(commands.reading)
    close(said.writing)
    Self.read(said.reading) { message in await self.take(message) }
    let page = try await send("Target.createTarget", ["url": .string("about:blank")])
    let attached = try await send(
      "Target.attachToTarget", ["targetId": page["targetId"] ?? .null, "flatten": .bool(true)])
    session = attached["sessionId"]?.text
    for part in ["Page", "Runtime", "Network", "Log"] { try await send("\(part).enable") }
  }

  /// Opens an address and waits until it is loaded.
  package func open(_ address: String) async throws {
    events = []
    try await send("Page.navigate", ["url": .string(address)])
    await event("Page.loadEventFired")
  }

  /// The width of the window, as a phone has it where it is narrow.
  package func resize(to width: Int) async throws {
    try await send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(Int64(width)), "height": .integer(800), "deviceScaleFactor": .integer(1),
        "mobile": .bool(width < 600),
      ])
  }

  /// Whether pages run scripts from the next one on.
  package func runScripts(_ isOn: Bool) async throws {
    try await send("Emulation.setScriptExecutionDisabled", ["value": .bool(!isOn)])
  }

  /// The value of an expression, of a promise what it comes to.
  package func value(of expression: String) async throws -> JSONValue {
    let result = try await send(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": .bool(true), "returnByValue": .bool(true),
      ])
    guard result["exceptionDetails"] == nil else {
      throw ServerTrouble("\(expression): \(result.serialized)")
    }
    return result["result"]?["value"] ?? .null
  }

  /// The addresses that the page has requested.
  package var requests: [String] {
    events.filter { $0["method"]?.text == "Network.requestWillBeSent" }.compactMap {
      $0["params"]?["request"]?["url"]?.text
    }
  }

  /// What stands in the console as an error.
  package var errors: [String] {
    events.filter { event in
      switch event["method"]?.text {
      case "Runtime.exceptionThrown": true
      case "Runtime.consoleAPICalled": event["params"]?["type"]?.text == "error"
      case "Log.entryAdded": event["params"]?["entry"]?["level"]?.text == "error"
      default: false
      }
    }.map(\.serialized)
  }

  /// - Throws: ``ServerTrouble`` where it refuses, or is gone.
  @discardableResult
  package func send(_ method: String, _ parameters: [String: JSONValue] = [:]) async throws -> JSONValue {
    guard !isGone else { throw ServerTrouble("Chromium has ended") }
    lastID += 1
    let id = lastID
    var message: [String: JSONValue] = [
      "id": .integer(Int64(id)), "method": .string(method), "params": .object(parameters),
    ]
    if let session { message["sessionId"] = .string(session) }
    let bytes = Array(JSONValue.object(message).serialized.utf8) + [0]
    let reply = await withCheckedContinuation { continuation in
      waiting[id] = continuation
      bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
          let count = write(writing, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          guard count > 0 || errno == EINTR else { break }
          rest = rest.dropFirst(max(0, count))
        }
      }
    }
    guard let result = reply["result"] else { throw ServerTrouble("\(method): \(reply.serialized)") }
    return result
  }

  package func stop() async {
    kill(-process, SIGKILL)
    close(writing)
    _ = await Spawn.end(of: process)
  }

  private func event(_ name: String) async {
    guard !isGone, !events.contains(where: { $0["method"]?.text == name }) else { return }
    await withCheckedContinuation { waitingForEvent = (name, $0) }
  }

  /// - Parameter message: nil at the end.
  private func take(_ message: JSONValue?) {
    guard let message else {
      isGone = true
      for continuation in waiting.values { continuation.resume(returning: .null) }
      waiting = [:]
      waitingForEvent?.continuation.resume()
      waitingForEvent = nil
      return
    }
    if let id = message["id"]?.integer {
      waiting.removeValue(forKey: Int(id))?.resume(returning: message)
      return
    }
    events.append(message)
    if let wanted = waitingForEvent, message["method"]?.text == wanted.name {
      waitingForEvent = nil
      wanted.continuation.resume()
    }
  }

  /// Reads messages, each of which a zero byte ends, on a thread of its own.
  private static func read(_ descriptor: Int32, _ take: @escaping @Sendable (JSONValue?) async -> Void) {
    let (messages, continuation) = AsyncStream<JSONValue>.makeStream()
    Thread.detachNewThread {
      var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes += buffer[..<count]
        while let end = bytes.firstIndex(of: 0) {
          if let message = try? JSONValue.parse(Data(bytes[..<end])) { continuation.yield(message) }
          bytes.removeSubrange(...end)
        }
      }
      close(descriptor)
      continuation.finish()
    }
    Task {
      for await message in messages { await take(message) }
      await take(nil)
    }
  }
}
