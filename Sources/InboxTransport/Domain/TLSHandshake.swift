import InboxCore
import InboxDomains
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// One handshake with a server, after which the connection is closed: nothing is asked.
struct TLSHandshake: Sendable {
  struct Outcome: Sendable {
    var version: TLSVersion
    /// What the server sent, its own certificate first, DER-encoded; empty when NIOSSL verified it.
    var certificates: [[UInt8]]
  }

  var target: HostMap.Target
  /// The name that is asked for in the handshake.
  var serverName: String
  var timeLimit: Duration

  /// Shakes hands; returns when the connection is closed.
  ///
  /// - Parameter isVerified: Whether NIOSSL judges the server's certificate, but not the name; otherwise whatever
  ///   certificate is sent is accepted, and handed over.
  func perform(
    _ configuration: TLSConfiguration, isVerified: Bool
  ) async throws(TLSFailure) -> Outcome {
    do {
      return try await attempt(configuration, isVerified)
    } catch {
      let failed = error as? Failed
      let failure = TLSFailure(failed?.error ?? error, host: target.address, timeLimit: timeLimit)
      // A server that has sent its certificate has taken a suite; it refuses us for something else.
      guard case .noCommonCipher(let reason) = failure, failed?.isAgreed == true else { throw failure }
      throw .handshakeFailed(reason)
    }
  }

  /// A handshake that failed, and whether the server had agreed on a suite before.
  private struct Failed: Error {
    var error: any Error
    var isAgreed: Bool
  }

  private func attempt(_ configuration: TLSConfiguration, _ isVerified: Bool) async throws -> Outcome {
    try ProcessRoom.requireNetwork()
    var configuration = configuration
    configuration.certificateVerification = .noHostnameVerification
    // How long a server that does not say goodbye is waited for.
    configuration.shutdownTimeout = .milliseconds(500)
    let context = try NIOSSLContext(configuration: configuration)
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let version = loop.makePromise(of: TLSVersion.self)
    let received = NIOLockedValueBox<[[UInt8]]>([])
    let limit = TimeAmount(timeLimit)
    let connecting = ClientBootstrap(group: loop).connectTimeout(limit).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let handler = try handler(context, isVerified, received)
        try channel.pipeline.syncOperations.addHandlers(handler, HandshakeObserver(version, limit: limit))
      }
    }
    let channel: any Channel
    do {
      channel = try await connecting.connect(host: target.address, port: target.port).get()
    } catch {
      version.fail(error)
      throw error
    }
    let result = await version.futureResult.result()
    channel.close(promise: nil)
    await channel.closeFuture.settled()
    let certificates = received.withLockedValue { $0 }
    do { return Outcome(version: try result.get(), certificates: certificates) } catch {
      throw Failed(error: error, isAgreed: !certificates.isEmpty)
    }
  }

  private func handler(
    _ context: NIOSSLContext, _ isVerified: Bool, _ received: NIOLockedValueBox<[[UInt8]]>
  ) throws -> NIOSSLClientHandler {
    if isVerified { return try NIOSSLClientHandler(context: context, serverHostname: serverName) }
    return try NIOSSLClientHandler(context: context, serverHostname: serverName) { certificates, promise in
      promise.completeWith(
        Result {
          let encoded = try certificates.map { try $0.toDERBytes() }
          received.withLockedValue { $0 = encoded }
          return .certificateVerified
        })
    }
  }
}

extension EventLoopFuture where Value: Sendable {
  fileprivate func result() async -> Result<Value, any Error> {
    do { return .success(try await get()) } catch { return .failure(error) }
  }

  /// Waits until it is over, one way or the other.
  fileprivate func settled() async { _ = await result() }
}
