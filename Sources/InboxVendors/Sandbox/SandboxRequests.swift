package import struct Foundation.Data
package import InboxModel

/// Requests to the sandbox's own paths: clock, faults, campaigns, receipts (SB-2…5).
package struct SandboxRequests: Hashable, Sendable {
  /// Where it is, without a trailing slash: `http://127.0.0.1:8377`.
  package let base: String
  /// What it asks for where it listens beyond this machine; nil where it asks for nothing.
  package let token: ControlToken?

  package init(base: String, token: ControlToken? = nil) {
    self.base = BaseURL.trimmed(base)
    self.token = token
  }

  /// A request to a path.
  ///
  /// - Parameter seconds: That it may take; a path that waits for something needs more.
  package func control(
    _ method: String, _ path: String, body: Data? = nil, seconds: Int = 20
  ) -> WireRequest {
    var request = WireRequest(method, base + path, body: body, about: nil)
    if let token { request.headers = [WireHeader("Authorization", token.authorization)] }
    request.seconds = seconds
    // Receipts and the journal of a long day.
    request.limit = 64 << 20
    return request
  }

  /// What says that receipts are read back, so that faults of what was recorded strike the response.
  package static let readBackHeader = "X-Read-Back"

  /// What it got, read back for a report.
  ///
  /// - Parameters:
  ///   - identity: Whose displays and opens; nil for everybody's.
  ///   - limit: How many of each list, the newest; nil for all. How far they reach back is said whatever it is.
  package func receipts(of identity: Identity? = nil, limit: Int? = nil) -> WireRequest {
    let query = [
      identity.map { "identity=\(URLText.encode($0.storageKey))" }, limit.map { "limit=\($0)" },
    ].compactMap(\.self).joined(separator: "&")
    var request = control("GET", "/sandbox/receipts" + (query.isEmpty ? "" : "?\(query)"))
    request.headers.append(WireHeader(Self.readBackHeader, "yes"))
    return request
  }

  /// The forms of a command.
  static let forms = "clock CHANGE, fault WORDS, fault clear [ENDPOINT], launch ID [in CENTER], withdraw ID"

  /// The request of a command; nil for what is none of ``forms``.
  package func command(_ words: [String]) -> WireRequest? {
    let rest = Data(words.dropFirst().joined(separator: " ").utf8)
    return switch (words.first, words.dropFirst().first) {
    case ("clock"?, _?): control("POST", "/sandbox/clock", body: rest)
    case ("fault"?, "clear"?):
      control(
        "DELETE", "/sandbox/faults" + (words.count > 2 ? "?endpoint=\(URLText.encode(words[2]))" : ""))
    case ("fault"?, _?): control("POST", "/sandbox/faults", body: rest)
    case ("launch"?, _?): launch(Array(words.dropFirst()), body: rest)
    case ("withdraw"?, _?):
      control(
        "POST", "/sandbox/campaigns/\(URLText.encode(words.dropFirst().joined(separator: " ")))/withdraw",
        body: rest)
    default: nil
    }
  }

  /// Launches `ID` in every center that has it, or with `ID in CENTER` in one.
  ///
  /// Either may be several words; behind an id of one word, the center begins at the first “in”.
  private func launch(_ words: [String], body: Data) -> WireRequest {
    let inner = words.indices.dropFirst().dropLast()
    let end = inner.first == 1 && words[1] == "in" ? 1 : inner.last { words[$0] == "in" } ?? words.endIndex
    let id = URLText.encode(words[..<end].joined(separator: " "))
    let center = URLText.encode(words[end...].dropFirst().joined(separator: " "))
    return control(
      "POST", "/sandbox/campaigns/\(id)/launch" + (center.isEmpty ? "" : "?center=\(center)"), body: body)
  }
}
