import InboxModel

/// What Iterable's responses say (wires.md §2.5).
enum IterableResponses {
  /// Codes of a 401 that a new token may mend.
  private static let tokenCodes: Set<String> = [
    "InvalidJwtPayload", "BadAuthorizationHeader", "JwtUserIdentifiersMismatched",
  ]

  /// Whether a new token may mend it.
  static func refusesToken(_ response: WireResponse) -> Bool {
    response.status == 401 && status(of: response).map { tokenCodes.contains($0.code) } == true
  }

  /// Refuses what is not a success: only 200 with JSON is one.
  ///
  /// - Parameter usesToken: Whether the request carried a token.
  static func check(_ response: WireResponse, usesToken: Bool) throws(InboxError) {
    try checkHead(response, usesToken: usesToken)
    try response.requireBody()
    // What one record of a list holds sinks no other: it is read by itself.
    guard try JSONPiece(response.body).isObject() else { throw .invalidPayload("it is not a JSON object") }
  }

  /// Refuses what does not say that the server took what was sent to it.
  ///
  /// The SDKs look at the status alone, and no one would learn that the event is lost.
  static func checkTaken(_ response: WireResponse, usesToken: Bool) throws(InboxError) {
    try check(response, usesToken: usesToken)
    guard let status = status(of: response), status.code != "Success" else { return }
    throw .refused(status: response.status, detail: words(of: response))
  }

  /// The same for the sender, who lets go of what a success does not acknowledge, as the SDKs do.
  ///
  /// They send again only what got a status of 500 or above. Iterable has no ids of events, so each further try could
  /// count once more, and what waits behind it would never go.
  static func checkSent(_ response: WireResponse, usesToken: Bool) throws(InboxError) {
    do throws(InboxError) { try checkTaken(response, usesToken: usesToken) } catch {
      switch error {
      case .emptyResponse:
        throw .refused(
          status: response.status, detail: "its response is empty, and Iterable's success is 200 with JSON")
      case .invalidPayload(let reason): throw .refused(status: response.status, detail: reason)
      default: throw error
      }
    }
  }

  /// Refuses a head that is not one of success; the body goes on.
  static func checkHead(_ response: WireResponse, usesToken: Bool) throws(InboxError) {
    if response.status == 200 { return }
    let status = status(of: response)
    if status?.code == "RateLimitExceeded" {
      throw .serverBusy(status: response.status, retryAfter: response.retryAfter)
    }
    let said = words(of: response)
    if refusesToken(response) {
      throw .credentialsRefused(
        usesToken
          ? "Iterable refuses the JWT, also a new one (\(said)). ‘inbox token’ says what is wrong with it; what waits in "
            + "the outbox stays there until then."
          : "This API key requires a JWT (\(said)). Set jwt in the profile, or use a key that needs none.")
    }
    if [401, 403].contains(response.status) || status?.code == "BadApiKey" {
      throw .credentialsRefused(
        "Iterable refuses the API key (\(said)). Correct api-key in the profile: a mobile key of this "
          + "project and region; what was done under a key waits for that key.")
    }
    if (200..<300).contains(response.status) {
      throw .invalidPayload("its status is \(response.status), and Iterable's success is 200 alone")
    }
    try response.check()
  }

  /// What the vendor calls a refusal, such as `{"msg":"","code":"BadApiKey","params":null}`; nil where the body does not
  /// say.
  static func status(of response: WireResponse) -> (code: String, msg: String)? {
    let body = try? JSONPiece(response.body).value()
    return body?["code"]?.text.map { ($0, body?["msg"]?.text ?? "") }
  }

  private static func words(of response: WireResponse) -> String {
    guard let status = status(of: response) else { return "status \(response.status)" }
    return status.msg.isEmpty ? status.code : "\(status.code): \(status.msg)"
  }
}
