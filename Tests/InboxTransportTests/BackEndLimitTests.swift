import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// A back end that sends more than anyone keeps.
@Suite(.queued)
struct BackEndLimitTests {
  private static let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"

  private func with(_ path: String, _ body: String, _ ask: (BackEnd) async throws -> Void) async throws {
    let server = try await RawServer([path: .response(Self.head + body)])
    let transport = try Transport(TransportSettings(origins: ["http://127.0.0.1:\(server.port)"]))
    try await ask(transport.responsys)
    await transport.close()
    try await server.stop()
  }

  @Test("MC-8 a response without an end is given up after 8 MiB")
  func response() async throws {
    let body = #"{"messages":[]}"#
    for (blanks, isTaken) in [(8 << 20 - 15, true), (9 << 20, false)] {
      try await with(Endpoint.messages(.primary), body + String(repeating: " ", count: blanks)) { backEnd in
        let response: Int?
        do throws(InboxError) {
          response = try await backEnd.fetch(FetchRequest(.primary, .device("d"))).raw.body.count
        } catch { response = nil }
        #expect(response == (isTaken ? body.utf8.count + blanks : nil))
      }
    }
  }

  @Test("BD-5 a push of more than 64 KiB ends its line, and those before it are not lost")
  func push() async throws {
    let line = String(decoding: PushWire.encode(.keepAlive), as: UTF8.self) + "\n"
    let long = String(repeating: " ", count: 300_000) + line
    try await with(Endpoint.pushes, line + long + line) { backEnd in
      var pushes: [Push] = []
      await #expect(throws: InboxError.invalidPayload("a push of more than 65536 bytes")) {
        for try await push in backEnd.pushes(.device("d")) { pushes.append(push) }
      }
      #expect(pushes == [.keepAlive])
    }
  }
}
