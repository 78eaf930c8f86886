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

  /// The name of the space whose paths these are; nil for a sandbox's own.
  package var space: String? {
    let parts = WebLink(valid: base)?.path.split(separator: "/") ?? []
    return parts.count == 2 && parts[0] == "s" ? String(parts[1]) : nil
  }

  /// What a space says to tokens that it does not know, and what to do.
  package static func refusedTokens(of space: String) -> String {
    "The sandbox refuses the tokens of the space “\(space)”: it was removed, or has new ones. Get its file again from "
      + "the person who made it, or make the space anew with ‘inbox space create \(space)’."
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

  /// Where the first page of receipts begins.
  package static let firstPage = "0"

  /// What it got, read back for a report.
  ///
  /// - Parameters:
  ///   - identity: Whose displays and opens; nil for everybody's.
  ///   - limit: How many of each list: the newest, or of a page the oldest that follow; nil for all, or for as many as a
  ///     page may have. How far they reach back is said whatever it is.
  ///   - place: Where a page of them begins, which has the oldest that follow: ``firstPage``, or what a page named as the
  ///     next one.
  package func receipts(
    of identity: Identity? = nil, limit: Int? = nil, after place: String? = nil
  ) -> WireRequest {
    let query = [
      identity.map { "identity=\(URLText.encode($0.storageKey))" }, limit.map { "limit=\($0)" },
      place.map { "after=\(URLText.encode($0))" },
    ].compactMap(\.self).joined(separator: "&")
    var request = control("GET", "/sandbox/receipts" + (query.isEmpty ? "" : "?\(query)"))
    request.headers.append(WireHeader(Self.readBackHeader, "yes"))
    return request
  }

  /// The forms of a command.
  static let forms = "clock CHANGE, fault WORDS, fault clear [ENDPOINT], launch ID [in CENTER], withdraw ID"

  /// The request of a command; nil for what is none of ``forms``.
  package func command(_ text: String) -> WireRequest? {
    let words = text.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    let body = Data(rest.utf8)
    if let launch = LaunchCommand(text) {
      let center = launch.center.map { "?center=\(URLText.encode($0.rawValue))" } ?? ""
      return campaign(launch.campaign, "launch" + center, body)
    }
    return switch (words.first, words.dropFirst().first) {
    case ("clock"?, _?): control("POST", "/sandbox/clock", body: body)
    case ("fault"?, "clear"?):
      control(
        "DELETE", "/sandbox/faults" + (words.count > 2 ? "?endpoint=\(URLText.encode(words[2]))" : ""))
    case ("fault"?, _?): control("POST", "/sandbox/faults", body: body)
    case ("withdraw"?, _?): campaign(rest, "withdraw", body)
    default: nil
    }
  }

  private func campaign(_ id: String, _ verb: String, _ body: Data) -> WireRequest {
    control("POST", "/sandbox/campaigns/\(URLText.encode(id))/\(verb)", body: body)
  }
}
