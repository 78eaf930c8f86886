import InboxDomains
import InboxTestSupport
import InboxTransport
import NIOCore
import NIOPosix
import Testing

/// Servers with which there is no handshake.
@Suite("UL-9 no TLS", .queued)
struct TLSFailureTests {
  private func failure(port: Int, limit: Duration = .seconds(5)) async throws -> TLSFailure? {
    let target = HostMap.Target(address: "127.0.0.1", port: port)
    let probe = try TLSProbe(
      hosts: HostMap([.init(host: "news.example.com", port: 443): target]), timeLimit: limit)
    switch await probe.facts("news.example.com", 443) {
    case .failure(let failure): return failure
    case .success: return nil
    }
  }

  @Test("UL-9 a closed port refuses the connection")
  func closed() async throws {
    let port = try LoopbackPort(.refusing)
    #expect(try await failure(port: port.number) == .connectionRefused)
  }

  @Test("UL-9 a server that accepts and never speaks runs into the time limit")
  func silent() async throws {
    let port = try LoopbackPort(.silent)
    // As short as can be: it always runs out.
    #expect(try await failure(port: port.number, limit: .milliseconds(50)) == .timedOut(milliseconds: 50))
  }

  @Test("UL-9 a server of plain HTTP is reported as such")
  func plain() async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(PlainResponse())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    #expect(try await failure(port: server.localAddress?.port ?? 0) == .plainHTTP)
    try await server.close()
  }

  @Test(
    "UL-9 a server of plain HTTP that waits for a whole request is reported as such, and so is one of another protocol"
  )
  func patient() async throws {
    let server = try ScriptedServer { _ in Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8) }
    #expect(try await failure(port: server.port, limit: .seconds(8)) == .plainHTTP)
    #expect(server.requests.contains("HEAD /"))
    let mail = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Greeting())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    #expect(try await failure(port: mail.localAddress?.port ?? 0) == .notTLS)
    try await mail.close()
  }

  @Test("UL-9 a server that asks for a certificate of ours has suites in common with us")
  func clientCertificate() async throws {
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server")
    let server = try await TLSServer(authority, "server", options: ["-tls1_2", "-Verify", "1"])
    let failure = try await failure(port: server.port)
    if case .noCommonCipher? = failure { Issue.record("reported as no common cipher") }
    await server.stop()
  }

  @Test("UL-9 a server that wants other suites than ours ends the handshake with a reason")
  func noCommonSuite() async throws {
    let authority = try await TestAuthority()
    try await authority.makeCertificate("server", .init { $0.key = "rsa:2048" })
    let server = try await TLSServer(
      authority, "server", options: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"])
    #expect(
      try await failure(port: server.port) == .noCommonCipher("the server's alert “handshake failure”"))
    await server.stop()
  }

  @Test("UL-9 a name without an address is reported as such")
  func unknownHost() async throws {
    let probe = try TLSProbe()
    guard case .failure(.unknownHost("nowhere.invalid")) = await probe.facts("nowhere.invalid", 443) else {
      Issue.record("not reported")
      return
    }
  }

  @Test("UL-9 an authority that is not a certificate is refused at once")
  func unreadableAuthority() {
    #expect(throws: TLSFailure.unreadableAuthority) { try TLSProbe(authorities: ["no certificate"]) }
  }
}

/// What a web server says to a handshake.
private final class PlainResponse: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let response = ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
    context.writeAndFlush(NIOAny(response), promise: nil)
    context.close(promise: nil)
  }
}

/// What a mail server says before anyone asks.
private final class Greeting: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(NIOAny(ByteBuffer(string: "220 mail.example ESMTP\r\n")), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
