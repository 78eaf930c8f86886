import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// An HTTP server on loopback that answers each path with bytes as they are given, and remembers what it was asked.
final class RawServer: Sendable {
  /// What happens to a request.
  enum Behaviour: Sendable {
    /// The bytes are sent and the connection is closed.
    case response(String)
    /// Nothing is ever sent.
    case silence
  }

  let port: Int
  private let channel: any Channel
  private let asked: NIOLockedValueBox<[String]>

  /// Listens when it returns; a path that has no behaviour is 404.
  init(_ behaviours: [String: Behaviour]) async throws {
    let asked = NIOLockedValueBox<[String]>([])
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(behaviours: behaviours, asked: asked))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.asked = asked
    port = channel.localAddress?.port ?? 0
  }

  /// The paths that were requested, in order.
  var paths: [String] { asked.withLockedValue { $0 } }

  func stop() async throws { try await channel.close() }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behaviours: [String: Behaviour]
    private let asked: NIOLockedValueBox<[String]>
    private var head = ""

    init(behaviours: [String: Behaviour], asked: NIOLockedValueBox<[String]>) {
      self.behaviours = behaviours
      self.asked = asked
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      head += String(buffer: unwrapInboundIn(data))
      guard head.contains("\r\n\r\n") else { return }
      let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
      let path = words.count > 1 ? String(words[1]) : ""
      head = ""
      asked.withLockedValue { $0.append(path) }
      guard case .response(let text) = behaviours[path] ?? .response(Self.missing) else { return }
      let channel = context.channel
      // A server that redirects to itself by name must know its port.
      let whole = text.replacing("{port}", with: String(channel.localAddress?.port ?? 0))
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: whole))).whenComplete { _ in
        channel.close(promise: nil)
      }
    }

    private static let missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
  }
}

extension RawServer.Behaviour {
  /// A redirect; without a place to go when it is nil.
  static func redirect(_ status: Int, _ location: String?) -> Self {
    let line = location.map { "Location: \($0)\r\n" } ?? ""
    return .response("HTTP/1.1 \(status) Moved\r\n\(line)Content-Length: 0\r\nConnection: close\r\n\r\n")
  }

  /// A redirect whose body never ends.
  static func endlessRedirect(_ location: String) -> Self {
    .response(
      "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 99999999\r\n\r\n"
        + String(repeating: "x", count: 300_000))
  }

  /// A page that is larger than anyone wants.
  static let largePage = Self.response(
    "HTTP/1.1 404 Not Found\r\nContent-Length: 400000\r\nConnection: close\r\n\r\n"
      + String(repeating: "x", count: 400_000))
  /// A page.
  static let page = Self.response("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
  /// A head without its body: closed half-way.
  static let half = Self.response("HTTP/1.1 200 OK\r\nContent-Length: 200\r\nConnection: close\r\n\r\nhalf")
  /// A head that breaks off.
  static let broken = Self.response("HTTP/1.1 302 Fou")
}
