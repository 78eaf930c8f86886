import Foundation
import InboxCore
import InboxVendors

/// What the sandbox that plays the back end answers to a command of the front (SB-2…4).
package struct SandboxCommander: Sendable {
  private let transport: Transport

  /// - Parameter transport: Of the profile.
  package init(_ transport: Transport) { self.transport = transport }

  /// Has the sandbox do what a command says: `clock +5m`, `fault messages 500`, `fault clear`, `launch ID`,
  /// `withdraw ID`.
  package func ask(_ command: String) async -> (answer: String, failed: Bool) {
    let words = command.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    guard let (method, path) = Self.route(words) else {
      return ("“\(command)” lacks something: \(Self.forms).", true)
    }
    do throws(InboxError) {
      let answer = try await transport.control(method, path, body: method == "POST" ? Data(rest.utf8) : nil)
      guard (200..<300).contains(answer.status) else { return (Transport.sentence(of: answer), true) }
      return (Self.sentence(words, try JSONValue.parse(answer.body)), false)
    } catch {
      return ("The sandbox does not answer: \(error.description)", true)
    }
  }

  private static let forms = "clock CHANGE, fault WORDS, fault clear [ENDPOINT], launch ID, withdraw ID"

  private static func route(_ words: [String]) -> (method: String, path: String)? {
    let second = words.dropFirst().first
    switch (words.first, second) {
    case ("clock"?, _?): return ("POST", "/sandbox/clock")
    case ("fault"?, "clear"?):
      return ("DELETE", "/sandbox/faults" + (words.count > 2 ? "?endpoint=\(URLText.encode(words[2]))" : ""))
    case ("fault"?, _?): return ("POST", "/sandbox/faults")
    case ("launch"?, let id?): return ("POST", "/sandbox/campaigns/\(URLText.encode(id))/launch")
    case ("withdraw"?, let id?): return ("POST", "/sandbox/campaigns/\(URLText.encode(id))/withdraw")
    default: return nil
    }
  }

  private static func sentence(_ words: [String], _ value: JSONValue) -> String {
    switch words.first {
    case "clock":
      let reading = try? ClockWire.reading(value)
      return (reading?.words ?? "the clock was changed") + "."
    case "fault":
      let count = value.elements?.count ?? 0
      return count == 0 ? "No fault is on." : count == 1 ? "One fault is on." : "\(count) faults are on."
    case "launch": return "Launched \(ids(value["launched"]))."
    default: return "Withdrew \(ids(value["withdrawn"])); the next fetch shows it."
    }
  }

  private static func ids(_ messages: JSONValue?) -> String {
    (messages?.elements ?? []).compactMap { $0["message_id"]?.text }.joined(separator: ", ")
  }
}
