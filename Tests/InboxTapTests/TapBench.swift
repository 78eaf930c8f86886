import InboxSandbox
import InboxTap
import InboxTestSupport
import NIOConcurrencyHelpers

/// A tap in front of a vendor by bytes, and an app by bytes.
struct TapBench: Sendable {
  let origin: ByteOrigin
  let tap: Tap
  let app: Wire
  private let reported: NIOLockedValueBox<[TappedExchange]>

  static func with(
    bodyLimit: Int = TapOptions.usualBodyLimit, authority: CertificateAuthority? = nil,
    _ body: (TapBench) async throws -> Void
  ) async throws {
    let origin = try await ByteOrigin()
    let reported = NIOLockedValueBox<[TappedExchange]>([])
    let options = TapOptions(
      try TapOrigin("http://127.0.0.1:\(origin.port)/base"), authority: authority, bodyLimit: bodyLimit)
    let tap = try await Tap.start(options) { exchange in reported.withLockedValue { $0.append(exchange) } }
    let app = try await Wire.connect(tap.port, trusting: authority)
    do {
      try await body(TapBench(origin: origin, tap: tap, app: app, reported: reported))
    } catch {
      await tap.stop()
      await origin.close()
      throw error
    }
    await tap.stop()
    await origin.close()
  }

  var exchanges: [TappedExchange] { reported.withLockedValue { $0 } }

  /// The first connection to the vendor, when it has read a text.
  func vendor(reads text: String) async throws -> Wire {
    try await until { origin.connections.first?.text.contains(text) == true }
    guard let wire = origin.connections.first else { throw ServerTrouble("no connection came") }
    return wire
  }

  /// Waits until the app has a text.
  func app(reads text: String) async throws { try await until { app.text.contains(text) } }

  /// Waits for exchanges to be reported.
  func reported(_ count: Int = 1) async throws -> [TappedExchange] {
    try await until { exchanges.count >= count }
    return exchanges
  }
}
