import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Synchronization
import Testing

/// Bodies with a content coding, as vendors' servers send them to anyone who asks for one.
@Suite("Content codings", .queued)
struct ContentCodingTests {
  private static let list = #"{"list":["spring","summer"]}"#
  /// The same, coded by Python's `gzip` and `zlib`.
  private static let gzip = "H4sIAAAAAAACA6tWysksLlGyilYqLijKzEtX0lEqLs3NTS1Siq0FAM6gojocAAAA"
  private static let deflate = "eJyrVsrJLC5RsopWKi4oysxLV9JRKi7NzU0tUoqtBQCMWQnL"

  /// What came of one request.
  private struct Outcome {
    var response: WireResponse?
    var error: InboxError?
    var exchange: HTTPExchange?
  }

  private func ask(
    _ status: Int, _ coding: String, _ body: Data,
    _ send: (WirePort, _ base: String) async throws(InboxError) -> WireResponse? = {
      wire, base async throws(InboxError) in try await wire.send(WireRequest("GET", base + "/x"))
    }
  ) async throws -> Outcome {
    let head =
      "HTTP/1.1 \(status) X\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n"
      + "Connection: close\r\n\r\n"
    let server = try await WireServer { _ in WirePlay([Array(head.utf8), Array(body)]) }
    let seen = Mutex<HTTPExchange?>(nil)
    let base = "http://127.0.0.1:\(server.port)"
    var settings = TransportSettings(origins: [base])
    settings.onExchange = { exchange in seen.withLock { $0 = exchange } }
    let transport = try Transport(settings)
    var outcome = Outcome()
    do throws(InboxError) {
      outcome.response = try await send(transport.wire, base)
    } catch { outcome.error = error }
    outcome.exchange = seen.withLock { $0 }
    await transport.close()
    try await server.stop()
    return outcome
  }

  private func decoded(_ text: String) throws -> Data { try #require(Data(base64Encoded: text)) }

  @Test(
    "MC-14 a body is asked for with gzip or deflate, and is read and recorded without it",
    arguments: [("gzip", gzip), ("x-gzip", gzip), (" GZIP ", gzip), ("deflate", deflate)])
  func codings(name: String, body: String) async throws {
    let outcome = try await ask(200, name, decoded(body))
    #expect(outcome.response?.body == Data(Self.list.utf8))
    #expect(outcome.exchange?.responseBody == Data(Self.list.utf8))
    #expect(
      outcome.exchange?.requestHeaders.first { $0.name == "Accept-Encoding" }?.value == "gzip, deflate")
  }

  @Test("MC-8 a body that names a coding and has none is read as it is", arguments: ["gzip", "deflate"])
  func liar(name: String) async throws {
    #expect(try await ask(200, name, Data(Self.list.utf8)).response?.body == Data(Self.list.utf8))
    #expect(try await ask(204, name, Data()).response?.body == Data())
  }

  @Test("MC-8 a coding that was not asked for, or is broken, is named, and nothing of it is taken")
  func broken() async throws {
    let whole = try decoded(Self.gzip)
    for (name, body, reason) in [
      ("zstd", whole, "it is coded as “zstd”, which is not read here"),
      ("br", whole, "its br coding is broken, or it has more than 8 MiB without it"),
      ("gzip, gzip", whole, "it is coded as “gzip, gzip”, which is not read here"),
      ("gzip", whole.prefix(20), "its gzip coding is broken"),
      ("gzip", whole.prefix(30) + Data([7, 7]) + whole.dropFirst(32), "its gzip coding is broken"),
      ("gzip", whole + Data("more".utf8), "its gzip coding is broken"),
    ] {
      #expect(try await ask(200, name, body).error == .invalidPayload(reason), "\(name), \(body.count) bytes")
    }
    // A failure is known by its status.
    let failed = try await ask(401, "br", whole)
    #expect(failed.response?.status == 401 && failed.response?.body == Data())
    let said = try await ask(400, "gzip", whole)
    #expect(said.response?.body == Data(Self.list.utf8))
  }

  @Test("EN-8 a success whose body cannot be read is judged by what its vendor makes of an empty one")
  func taken() async throws {
    for (coding, body, reason) in [
      ("gzip", Data([0x1F, 0x8B, 0xFF, 0xFF]), "its gzip coding is broken"),
      ("zstd", Data([0x28, 0xB5, 0x2F, 0xFD, 0xFF]), "it is coded as “zstd”, which is not read here"),
      ("identity", Data(count: 9 << 20), "the server sent more than 8 MiB, the most that is taken"),
    ] {
      let plain = try await ask(200, coding, body) { wire, base async throws(InboxError) in
        try await wire.send(WireRequest("POST", base + "/x", changes: true))
      }
      #expect(plain.response?.status == 200 && plain.response?.body == Data())
      #expect(plain.response?.flaw == reason && plain.exchange?.status == 200)
      #expect(plain.exchange?.truncated == [.response] && plain.exchange?.responseSize == nil)
      // Bloomreach's success is the status.
      let event = try await ask(200, coding, body) { wire, base async throws(InboxError) in
        let project = TrackingSettings(base: base, project: "p", authorization: "Token t")
        let tracker = EventTracker.bloomreach(CampaignSettings(cookie: "c"), at: project, over: wire)
        try await tracker.send?(
          VendorEvent(
            .sessionStart, id: UUID(), identity: .device("d"), customerIDs: ["cookie": "c"], at: Date(),
            properties: [:]))
        return nil
      }
      #expect(event.error == nil, "\(coding)")
      // Iterable's is 200 with JSON; what is not acknowledged is let go of.
      let deletion = try await ask(200, coding, body) { wire, base async throws(InboxError) in
        let settings = IterableSettings(base: base, apiKey: "k", deviceID: "d")
        _ = try await IterableBackEnd.backEnd(settings, over: wire).change?([
          MessageChange(
            id: UUID(), kind: .delete, identity: .user("jane"), message: .numbered(1), time: Date())
        ])
        return nil
      }
      #expect(deletion.error == .refused(status: 200, detail: reason), "\(coding)")
    }
  }

  @Test("MC-8 a body that is small with its coding and huge without is given up at the limit")
  func bomb() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "zeros")
    #expect(truncate(folder.path + "/zeros", 256 << 20) == 0)
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    gzip.arguments = [folder.path + "/zeros"]
    try gzip.run()
    gzip.waitUntilExit()
    let body = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/zeros.gz"))
    #expect(body.count < 1 << 20)
    let outcome = try await ask(200, "gzip", body)
    #expect(
      outcome.error
        == .invalidPayload("without its gzip coding it has more than 8 MiB, the most that is taken"))
  }

  @Test("UL-1 a link's hop asks for no coding and sees its body as it came")
  func hop() async throws {
    let body = try decoded(Self.gzip)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    let server = try await WireServer { _ in WirePlay([Array(head.utf8), Array(body)]) }
    let base = "http://127.0.0.1:\(server.port)"
    let seen = Mutex<HTTPExchange?>(nil)
    var settings = TransportSettings(origins: [base])
    settings.onExchange = { exchange in seen.withLock { $0 = exchange } }
    let transport = try Transport(settings)
    let response = try await transport.linkHop.get(
      LinkHop.Request(url: base + "/x", headers: [], timeout: 20))
    #expect(response.body == body && response.contentEncoding == "gzip")
    #expect(seen.withLock { $0 }?.requestHeaders.contains { $0.name == "Accept-Encoding" } == false)
    await transport.close()
    try await server.stop()
  }
}
