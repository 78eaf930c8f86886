import InboxModel
import InboxSandbox
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// What all connections of a tap have in common.
struct TapLine: Sendable {
  let origin: TapOrigin
  /// Nil where the vendor is asked without TLS.
  let tls: NIOSSLContext?
  /// How many bytes of each body are retained for a reader.
  let bodyLimit: Int
  let faults: TapFaults
  /// What every exchange is reported to, on the loop of its connection: it must not wait.
  let report: @Sendable (TappedExchange) -> Void
  private let count = NIOLockedValueBox(0)
  /// Both ends of its open connections to the vendor: only together they are unique on a machine.
  private let ends = NIOLockedValueBox<Set<String>>([])
  private let hasEndedBox = NIOLockedValueBox(false)

  /// Whether the tap ends, and closes what is open.
  var hasEnded: Bool { hasEndedBox.withLockedValue { $0 } }

  func end() { hasEndedBox.withLockedValue { $0 = true } }

  /// Counts up from the first exchange of the tap.
  func next() -> Int {
    count.withLockedValue { count in
      count += 1
      return count
    }
  }

  /// Opens a connection to the vendor, on the loop of the app's.
  func connect(_ app: NIOLoopBound<AppConnection>, on loop: any EventLoop) -> EventLoopFuture<any Channel> {
    let (tls, host) = (tls, LoopbackHost.isAddress(origin.host) ? nil : origin.host)
    return ClientBootstrap(group: loop)
      .connectTimeout(.seconds(10))
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handlers = channel.pipeline.syncOperations
          if let tls { try handlers.addHandler(NIOSSLClientHandler(context: tls, serverHostname: host)) }
          try handlers.addHandler(RawPassage(app.value))
          try handlers.addHandler(
            ByteToMessageHandler(
              HTTPResponseDecoder(
                leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward)))
          try handlers.addHandler(VendorConnection(app.value))
        }
      }
      .connect(host: origin.address ?? origin.host, port: origin.port)
  }

  /// Takes a connection to the vendor, so that ``comesFromHere(_:)`` knows it.
  func take(_ vendor: any Channel) {
    guard let pair = Self.pair(vendor.localAddress, vendor.remoteAddress) else { return }
    ends.withLockedValue { _ = $0.insert(pair) }
    vendor.closeFuture.whenComplete { _ in ends.withLockedValue { _ = $0.remove(pair) } }
  }

  /// Whether a connection is the tap's own: what it passes on comes back to it.
  func comesFromHere(_ app: any Channel) -> Bool {
    guard let pair = Self.pair(app.remoteAddress, app.localAddress) else { return false }
    return ends.withLockedValue { $0.contains(pair) }
  }

  private static func pair(_ from: SocketAddress?, _ to: SocketAddress?) -> String? {
    guard let from = text(from), let to = text(to) else { return nil }
    return "\(from) \(to)"
  }

  /// An address without the form that IPv4 has on a socket of both.
  private static func text(_ address: SocketAddress?) -> String? {
    guard let address, let host = address.ipAddress, let port = address.port else { return nil }
    return "\(host.replacing("::ffff:", with: "")) \(port)"
  }
}
