import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization

/// A wire that notes requests and plays responses, the last of them for ever, and a clock that notes naps.
final class IterablePlay: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant

  static let success = WireResponse(
    status: 200, body: Data(#"{"msg":"","code":"Success","params":null}"#.utf8))
  static let maria = Identity.user("maria@brand.example")
  static let settings = IterableSettings(
    base: "https://api.brand.example/api/", apiKey: "key", packageName: "com.brand.app", deviceID: "device-1")
  static let tokenSettings: IterableSettings = {
    var settings = IterablePlay.settings
    settings.usesToken = true
    return settings
  }()

  let now = ContinuousClock.now
  let minimumResolution = Duration.zero
  private let noted = Mutex<[WireRequest]>([])
  private let played: Mutex<[WireResponse]>
  private let slept = Mutex<[Double]>([])

  init(_ responses: [WireResponse] = [success]) { played = Mutex(responses) }

  /// The requests so far, in order.
  var requests: [WireRequest] { noted.withLock { $0 } }
  /// Seconds of the naps so far, in order.
  var naps: [Double] { slept.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    slept.withLock { $0.append((deadline - now) / .seconds(1)) }
  }

  var wire: WirePort {
    WirePort(
      send: { request async throws(InboxError) in
        self.noted.withLock { $0.append(request) }
        return self.played.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? Self.success }
      },
      listen: { request, reader in
        self.noted.withLock { $0.append(request) }
        return AsyncThrowingStream { continuation in
          do {
            try reader.check(WireResponse(status: 200))
            for line in Self.lines { continuation.yield(try reader.read(Data(line.utf8))) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      })
  }

  /// What the line of pushes says.
  static let lines = [
    #"{"type":"keep-alive"}"#, #"{"notificationType":"InAppUpdate","itbl":{"isGhostPush":true}}"#,
    #"{"notificationType":"InAppRemove","messageId":"m1"}"#, #"{"notificationType":"UpdateEmbedded"}"#,
  ]

  func backEnd(_ settings: IterableSettings = settings, token: TokenSource = .none) -> BackEnd {
    IterableBackEnd.backEnd(settings, token: token, over: wire, time: time)
  }

  var time: TimeSource { TimeSource(clock: self) { .at(0.7508) } }

  static func response(_ status: Int, _ json: String, retryAfter: Int? = nil) -> WireResponse {
    WireResponse(status: status, body: Data(json.utf8), retryAfter: retryAfter, detail: json)
  }

  /// The page of a literal response.
  static func page(_ json: String, _ center: CenterName = .primary) async throws -> FetchedPage {
    let play = IterablePlay([response(200, json)])
    return try await play.backEnd().fetch(FetchRequest(center, maria)).page()
  }
}

extension WireRequest {
  /// The body as JSON.
  var json: JSONValue {
    get throws { try JSONValue.parse(body ?? Data()) }
  }
}
