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

  /// The number of the next exchange.
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
            ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)))
          try handlers.addHandler(VendorConnection(app.value))
        }
      }
      .connect(host: origin.address ?? origin.host, port: origin.port)
  }
}

extension LoopbackHost {
  /// Whether a host is an address, which no certificate is asked for by name.
  package static func isAddress(_ host: String) -> Bool {
    do {
      _ = try SocketAddress(ipAddress: host, port: 0)
      return true
    } catch {
      return false
    }
  }
}
