import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

/// What Iterable's refusals mean, what is repeated, and how a token is renewed (wires.md §2.5).
struct IterableResponseTests {
  private static let keySentence =
    "Iterable refuses the API key (BadApiKey: Invalid API key). Correct api-key in the profile: a mobile key of this project "
    + "and region; what was done under a key waits for that key."

  private static func refused(_ code: String, _ msg: String = "") -> WireResponse {
    IterablePlay.response(401, #"{"msg":"\#(msg)","code":"\#(code)","params":null}"#)
  }

  private static let expired = refused("InvalidJwtPayload", "JWT token is expired")

  @Test(
    "VE-10 MC-15 only 200 with JSON is a success",
    arguments: [
      (refused("BadApiKey", "Invalid API key"), InboxError.credentialsRefused(keySentence)),
      (
        IterablePlay.response(401, "nothing"),
        .credentialsRefused(
          keySentence.replacing("BadApiKey: Invalid API key", with: "status 401"))
      ),
      (
        IterablePlay.response(403, "no"),
        .credentialsRefused(keySentence.replacing("BadApiKey: Invalid API key", with: "status 403"))
      ),
      (
        expired,
        .credentialsRefused(
          "This API key requires a JWT (InvalidJwtPayload: JWT token is expired). Set jwt in the profile, or use a key that needs none."
        )
      ),
      (
        IterablePlay.response(400, #"{"code":"BadParams"}"#),
        .refused(status: 400, detail: #"{"code":"BadParams"}"#)
      ),
      (IterablePlay.response(404, ""), .refused(status: 404, detail: "")),
      (
        IterablePlay.response(429, #"{"code":"RateLimitExceeded"}"#, retryAfter: 3),
        .serverBusy(status: 429, retryAfter: 3)
      ),
      (
        IterablePlay.response(400, #"{"code":"RateLimitExceeded"}"#, retryAfter: 3),
        .serverBusy(status: 400, retryAfter: 3)
      ),
      (
        IterablePlay.response(401, #"{"code":"RateLimitExceeded"}"#, retryAfter: 3),
        .serverBusy(status: 401, retryAfter: 3)
      ),
      (IterablePlay.response(302, ""), .refused(status: 302, detail: "")),
      (
        IterablePlay.response(204, ""),
        .invalidPayload("its status is 204, and Iterable's success is 200 alone")
      ),
      (IterablePlay.response(200, ""), .emptyResponse),
      (IterablePlay.response(200, "[]"), .invalidPayload("it is not a JSON object")),
    ])
  func refusals(response: WireResponse, error: InboxError) async {
    let play = IterablePlay([response])
    await #expect(throws: error) {
      try await play.backEnd().fetch(FetchRequest(.primary, IterablePlay.maria))
    }
    #expect(play.requests.count == 1)
    #expect(play.naps.isEmpty)
  }

  @Test("VE-10 200 with what is not JSON is an error")
  func noJSON() async {
    let play = IterablePlay([IterablePlay.response(200, "<html>")])
    let error = await #expect(throws: InboxError.self) {
      try await play.backEnd().fetch(FetchRequest(.primary, IterablePlay.maria))
    }
    guard case .invalidPayload? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "VE-10 EN-8 an event or a deletion that is not acknowledged is refused for good, as the SDKs let go of it, and holds up nothing",
    arguments: [
      (200, "", "its response is empty, and Iterable's success is 200 with JSON"),
      (204, "", "its status is 204, and Iterable's success is 200 alone"),
      (201, #"{"code":"Success"}"#, "its status is 201, and Iterable's success is 200 alone"),
      (200, "[]", "it is not a JSON object"),
      (200, #"{"code":"BadParams","msg":"no such message"}"#, "BadParams: no such message"),
    ])
  func unacknowledged(status: Int, body: String, reason: String) async {
    let play = IterablePlay([IterablePlay.response(status, body)])
    let error = InboxError.refused(status: status, detail: reason)
    let change = MessageChange(
      id: .numbered(1), kind: .delete, identity: IterablePlay.maria, message: .numbered(1), time: .at(0))
    await #expect(throws: error) { try await play.backEnd().change?([change]) }
    #expect(play.requests.count == 1 && play.naps.isEmpty)
    #expect(RetryPolicy().disposition(of: error) == .drop)
  }

  // MARK: Retries

  @Test(
    "VE-10 500 and above is repeated up to five times, twice at once and then every 2 s",
    arguments: [(0, [Double]()), (1, []), (2, []), (3, [2]), (4, [2, 2]), (5, [2, 2, 2])])
  func retries(failures: Int, naps: [Double]) async throws {
    let failure = IterablePlay.response(503, "busy")
    let play = IterablePlay(Array(repeating: failure, count: failures) + [IterablePlay.success])
    let change = MessageChange(
      id: .numbered(1), kind: .delete, identity: IterablePlay.maria, message: .numbered(1), time: .at(0))
    #expect(try await play.backEnd().change?([change]) == [.numbered(1)])
    #expect(play.requests.count == failures + 1)
    #expect(Set(play.requests).count == 1)
    #expect(play.naps == naps)
  }

  @Test("VE-10 after five further tries it is the outbox's and the schedule's turn")
  func usedUp() async {
    let play = IterablePlay([IterablePlay.response(500, "down", retryAfter: 9)])
    await #expect(throws: InboxError.serverBusy(status: 500, retryAfter: 9)) {
      try await play.backEnd().fetch(FetchRequest(.primary, IterablePlay.maria))
    }
    #expect(play.requests.count == 6)
    #expect(play.naps == [2, 2, 2])
  }

  @Test("VE-10 a request for which no response came is not repeated")
  func noResponse() async {
    let count = Mutex(0)
    let wire = WirePort(
      send: { _ async throws(InboxError) in
        count.withLock { $0 += 1 }
        throw .responseLost("reset")
      }, listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    let port = WireRetry(delays: [0, 0]) { $0.status >= 500 }.over(wire) { _ in true }
    await #expect(throws: InboxError.responseLost("reset")) {
      try await port.send(WireRequest("GET", "https://x.example"))
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("VE-10 what is cancelled while it waits is not sent again")
  func cancelledWait() async {
    let play = IterablePlay([IterablePlay.response(500, "")])
    let port = WireRetry(delays: [1]) { $0.status >= 500 }.over(play.wire) { _ in false }
    await #expect(throws: InboxError.cancelled) {
      try await port.send(WireRequest("GET", "https://x.example"))
    }
    #expect(play.requests.count == 1)
  }

  // MARK: Tokens

  private static func tokens(_ play: IterablePlay) -> [String?] {
    play.requests.map { request in request.headers.first { $0.name == "Authorization" }?.value }
  }

  @Test(
    "VE-7 VE-10 a refused token is asked for once more, and the request is sent once again",
    arguments: ["InvalidJwtPayload", "BadAuthorizationHeader", "JwtUserIdentifiersMismatched"])
  func renews(code: String) async throws {
    let list = IterablePlay.response(200, #"{"inAppMessages":[]}"#)
    let play = IterablePlay([Self.refused(code), list])
    let asked = Asked()
    let backEnd = play.backEnd(IterablePlay.tokenSettings, token: asked.source)
    _ = try await backEnd.fetch(FetchRequest(.primary, IterablePlay.maria))
    #expect(asked.renewals == [false, true])
    #expect(Self.tokens(play) == ["Bearer old.b.c", "Bearer new.b.c"])
  }

  @Test("VE-7 a token that is refused twice pauses what waits, and the sentence says what the server said")
  func refusedTwice() async {
    let play = IterablePlay([Self.expired])
    let asked = Asked()
    let error = InboxError.credentialsRefused(
      "Iterable refuses the JWT, also a new one (InvalidJwtPayload: JWT token is expired). ‘inbox token’ says what is wrong "
        + "with it; what waits in the outbox stays there until then.")
    await #expect(throws: error) {
      try await play.backEnd(IterablePlay.tokenSettings, token: asked.source)
        .fetch(FetchRequest(.primary, IterablePlay.maria))
    }
    #expect(play.requests.count == 2)
    #expect(RetryPolicy().disposition(of: error) == .pause)
  }

  @Test("VE-7 a refused key asks for no new token")
  func badKey() async {
    let play = IterablePlay([Self.refused("BadApiKey", "Invalid API key")])
    let asked = Asked()
    await #expect(throws: InboxError.credentialsRefused(Self.keySentence)) {
      try await play.backEnd(IterablePlay.tokenSettings, token: asked.source)
        .fetch(FetchRequest(.primary, IterablePlay.maria))
    }
    #expect(asked.renewals == [false])
  }

  @Test("VE-7 without the token that the profile names nothing is sent", arguments: [nil, ""] as [String?])
  func noToken(token: String?) async {
    let play = IterablePlay()
    await #expect(
      throws: InboxError.configuration(
        "There is no JWT: what jwt in the profile names gave none. Nothing was sent.")
    ) {
      try await play.backEnd(IterablePlay.tokenSettings, token: TokenSource { _ in token })
        .fetch(FetchRequest(.primary, IterablePlay.maria))
    }
    #expect(play.requests.isEmpty)
  }

  @Test("VE-6 VE-7 a request carries the token of the person whom it is about")
  func tokenOfPerson() async throws {
    let play = IterablePlay([IterablePlay.response(200, #"{"inAppMessages":[]}"#)])
    let source = TokenSource(ofPerson: { _, person in person.map { $0.storageKey + ".b.c" } })
    let backEnd = play.backEnd(IterablePlay.tokenSettings, token: source)
    for name in ["anna", "ben"] { _ = try await backEnd.fetch(FetchRequest(.primary, .user(name))) }
    #expect(
      play.requests.map { $0.headers.last?.value } == ["Bearer user:anna.b.c", "Bearer user:ben.b.c"])
  }

  /// Gives `old.b.c` until it is asked for a new token, and notes what it was asked for.
  private final class Asked: Sendable {
    private let noted = Mutex<[Bool]>([])

    var renewals: [Bool] { noted.withLock { $0 } }

    var source: TokenSource {
      TokenSource { renew in
        self.noted.withLock { $0.append(renew) }
        return renew ? "new.b.c" : "old.b.c"
      }
    }
  }
}
