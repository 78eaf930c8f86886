import InboxModel

/// Sends requests with the authorization that the account asks for (wires.md 1.1).
struct BloomreachCaller: Sendable {
  let settings: BloomreachSettings
  let wire: WirePort
  let tokens: TokenSource
  let sleep: @Sendable (Double) async -> Bool

  /// Sends a request with a key, or with the customer token where there is none; one that the token was refused for
  /// goes once more with a new one (VE-7), on a stream a second later, as the iOS SDK does (wires.md 1.1).
  ///
  /// - Throws: ``InboxError/configuration(_:)`` where a token is needed and there is none: then nothing is sent, and
  ///   the key never takes its place.
  func send(_ request: WireRequest, key: String?) async throws(InboxError) -> WireResponse {
    if let key {
      return try await wire.send(request.adding("Authorization", "Token \(key)"))
    }
    let person = request.about?.first
    guard let token = try await tokens.token(false, for: person), !token.isEmpty else {
      throw .configuration(
        "This profile reads Bloomreach with a customer token, and customer-token gives none. Nothing was sent."
      )
    }
    let isStream = settings.isStream
    let retry = WireRetry(delays: [isStream ? 1 : 0]) { $0.status == 401 }
    return try await retry.over(wire, sleep: sleep) { _ async throws(InboxError) in
      guard let renewed = try await tokens.token(true, for: person), !renewed.isEmpty,
        isStream || renewed != token
      else { return nil }
      return request.adding("Authorization", "Bearer \(renewed)")
    }.send(request.adding("Authorization", "Bearer \(token)"))
  }

  /// Refuses what is not a success, in the vendor's words.
  func check(_ response: WireResponse, key: String?) throws(InboxError) {
    switch response.status {
    case 401, 403:
      let isKey = key != nil
      let said = "status \(response.status)" + (response.detail.isEmpty ? "" : ": \(response.detail)")
      throw .credentialsRefused(
        "Bloomreach refuses the \(isKey ? "API key" : "customer token") (\(said)). Correct "
          + (isKey
            ? "api-key and \(place)"
            : "customer-token (‘inbox token’ says what is wrong with it) and \(place)")
          + " in the profile; what waits in the outbox stays there until then.")
    case 410:
      // The list is asked for again from its beginning; what was sent with what is gone is never taken.
      throw .refused(status: 410, detail: "what it was sent with is gone")
    case 404:
      throw .configuration(
        BloomreachBackEnd.unknownProject
          + " Correct base-url and \(place) in the profile, and have App Inbox switched on for the project.")
    default: try response.check()
    }
  }

  /// Sends an event or a mark; throws as the others do, and where the server did not take it.
  func deliver(_ request: WireRequest, key: String?) async throws(InboxError) {
    let response = try await send(request, key: key)
    try check(response, key: key)
    try response.checkTaken()
  }

  private var place: String { settings.isStream ? "stream-id" : "project-token" }
}
