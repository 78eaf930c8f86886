import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization

/// A wire that plays responses one after the other and records what is sent, and a source of customer tokens.
final class BloomreachPlay: Sendable {
  private let state: Mutex<(responses: [WireResponse], sent: [WireRequest], asked: [Bool], waits: [Double])>
  private let tokens: [String?]

  /// - Parameter tokens: What the source gives, one after the other; the last one from then on.
  init(_ responses: [WireResponse], tokens: [String?] = [nil]) {
    state = Mutex((responses, [], [], []))
    self.tokens = tokens
  }

  convenience init(_ bodies: String..., tokens: [String?] = [nil]) {
    self.init(bodies.map { WireResponse(status: 200, body: Data($0.utf8)) }, tokens: tokens)
  }

  /// What was sent, each as its method, address, head and body.
  var sent: [String] { requests.map(Self.text) }
  var requests: [WireRequest] { state.withLock { $0.sent } }
  /// Whether the source was asked for a new token, each time.
  var renewals: [Bool] { state.withLock { $0.asked } }
  /// Seconds that were slept, each time.
  var waits: [Double] { state.withLock { $0.waits } }

  static func text(_ request: WireRequest) -> String {
    let head = request.headers.map { "\($0.name): \($0.value)" }
    let body = request.body.map { String(decoding: $0, as: UTF8.self) }
    return (["\(request.method) \(request.url)"] + head + [body ?? ""]).joined(separator: "\n")
  }

  /// Plays the responses.
  var wire: WirePort {
    WirePort(
      send: { request throws(InboxError) in
        try self.state.withLock { state throws(InboxError) in
          state.sent.append(request)
          guard !state.responses.isEmpty else { throw .noNetwork("nothing is left to play") }
          return state.responses.removeFirst()
        }
      }, listen: { _, _ in AsyncThrowingStream { $0.finish() } })
  }

  func backEnd(_ settings: BloomreachSettings = BloomreachPlay.project) -> BackEnd {
    let source = TokenSource { renew in
      self.state.withLock { state in
        state.asked.append(renew)
        return self.tokens[min(state.asked.count, self.tokens.count) - 1]
      }
    }
    return BloomreachBackEnd.backEnd(
      settings, over: wire, credentials: source,
      sleep: { seconds in
        self.state.withLock { $0.waits.append(seconds) }
        return true
      }, now: { .at(0) })
  }

  /// Fetches with a token, if any, and reads the page.
  func page(
    _ token: String? = nil, _ settings: BloomreachSettings = BloomreachPlay.project
  ) async throws(InboxError) -> FetchedPage {
    try await backEnd(settings).fetch(
      FetchRequest(.primary, .user("maria"), cursor: token.map { FetchCursor($0) })
    ).page()
  }

  static let project = BloomreachSettings(.project(token: "p-1", key: "pk"), cookie: "c-1")
  static let customerToken = BloomreachSettings(
    .customerToken(project: "p-1", key: "pk"), cookie: "c-1", base: "https://api.brand.example/")
  static let stream = BloomreachSettings(
    .stream(id: "s 1"), cookie: "c-1", base: "https://api.brand.example", applicationID: "shop.app")

  /// What a message is stamped with.
  static let stamp = MessageStamp(
    #"{"customer_ids":{"cookie":"c-0","registered":"maria"},"sync_token":"t0"}"#)

  static func change(_ kind: MessageChange.Kind = .read, _ stamp: MessageStamp? = stamp) -> MessageChange {
    MessageChange(
      id: .numbered(1), kind: kind, identity: .user("maria"), message: .numbered(1), stamp: stamp,
      time: .at(0))
  }
}
