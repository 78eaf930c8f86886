package import struct Foundation.Data
package import InboxModel

/// A running sandbox, asked at its own paths (SB-2…5).
package struct SandboxCommander: Sendable {
  package let requests: SandboxRequests
  private let wire: WirePort

  package init(_ requests: SandboxRequests, over wire: WirePort) {
    self.requests = requests
    self.wire = wire
  }

  /// Sends a request to a path, and returns the response whatever its status.
  ///
  /// - Throws: what kept a response from coming.
  package func send(
    _ method: String, _ path: String, body: Data? = nil, seconds: Int = 20
  ) async throws(InboxError) -> WireResponse {
    try await wire.send(requests.control(method, path, body: body, seconds: seconds))
  }

  /// Sends a request to a path, and returns the body of a good response.
  ///
  /// - Throws: what kept a response from coming, or ``InboxError/configuration(_:)`` with the sandbox's refusal.
  package func body(
    _ method: String, _ path: String, body: Data? = nil
  ) async throws(InboxError) -> Data {
    try await self.body(of: requests.control(method, path, body: body))
  }

  func body(of request: WireRequest, remedy: String? = nil) async throws(InboxError) -> Data {
    let response = try await wire.send(request)
    guard response.isSuccess else { throw .configuration(refusal(response, remedy: remedy)) }
    return response.body
  }

  /// Has the sandbox do what a command of the front says: `clock +5m`, `fault messages 500`, `fault clear`, `launch
  /// ID`, `withdraw ID`.
  ///
  /// - Parameter listener: Hears of a clock that was changed before this returns.
  package func ask(
    _ command: String, for listener: SandboxListener? = nil
  ) async -> (response: String, failed: Bool) {
    guard let request = requests.command(command) else {
      return ("“\(command)” lacks something: \(SandboxRequests.forms).", true)
    }
    do throws(InboxError) {
      let response = try await wire.send(request)
      guard response.isSuccess else { return (refusal(response), true) }
      let value = try JSONValue.parse(response.body)
      let verb = command.prefix { $0 != " " }
      if verb == "clock" { listener?.clock(try ClockWire.reading(value)) }
      return (Self.sentence(verb, value), false)
    } catch {
      return ("The sandbox does not respond: \(error.description)", true)
    }
  }

  /// What a refusal says, and what to do about tokens that a space does not know.
  ///
  /// - Parameter remedy: What to do about one that says nothing, as a sentence.
  package func refusal(_ response: WireResponse, remedy: String? = nil) -> String {
    let reason =
      ServerSentence.text(in: response.body)
      ?? "The sandbox refuses with status \(response.status)." + (remedy.map { " \($0)" } ?? "")
    guard response.status == 401, requests.token != nil, let space = requests.space else { return reason }
    return SandboxRequests.refusedTokens(of: space)
  }

  private static func sentence(_ verb: Substring, _ value: JSONValue) -> String {
    switch verb {
    case "clock":
      let reading = try? ClockWire.reading(value)
      return (reading?.words.capitalizedFirst ?? "The clock was changed") + "."
    case "fault":
      let count = value.elements?.count ?? 0
      return count == 0 ? "No active faults." : "\(count.counted("active fault"))."
    case "launch": return "Launched \(ids(value["launched"]))."
    default: return "Withdrew \(ids(value["withdrawn"])); the next fetch shows it."
    }
  }

  private static func ids(_ messages: JSONValue?) -> String {
    (messages?.elements ?? []).compactMap { $0["message_id"]?.text }.joined(separator: ", ")
  }
}
