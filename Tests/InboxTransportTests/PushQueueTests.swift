import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTransport

/// What a line has said and no one has taken yet.
@Suite("The queue of pushes", .queued)
struct PushQueueTests {
  private static func badge(_ count: Int, version: Int? = nil) -> Push {
    .badge(.init(count: count, cause: "campaign", version: version))
  }

  private static func message(_ number: Int) -> Push {
    .message(MessageKey(center: .primary, id: MessageID("m\(number)")), alert: "", badge: nil)
  }

  @Test("BD-7 while there is room every change of the badge is kept, in order")
  func room() async throws {
    let queue = PushQueue()
    for number in 0..<PushQueue.room { try await queue.put(Self.badge(number)) }
    for number in 0..<PushQueue.room { #expect(try await queue.next() == Self.badge(number)) }
  }

  @Test(
    "BD-7 when it is full the newest badge takes the place of older ones, but a 0 only of another, and no lower version of a higher"
  )
  func newest() async throws {
    let queue = PushQueue()
    try await queue.put(Self.badge(0, version: 1))
    for number in 2..<100_000 { try await queue.put(Self.badge(7, version: number)) }
    while await queue.count < PushQueue.room { try await queue.put(.keepAlive) }
    try await queue.put(Self.badge(3, version: 200_000))
    while await queue.count < PushQueue.room { try await queue.put(.keepAlive) }
    try await queue.put(Self.badge(4, version: 100_000))
    await queue.end(InboxError.noNetwork("over"))
    var taken: [Push] = []
    await #expect(throws: InboxError.noNetwork("over")) {
      while let push = try await queue.next() { taken.append(push) }
    }
    #expect(taken.first == Self.badge(0, version: 1) && taken.contains(Self.badge(3, version: 200_000)))
    #expect(
      !taken.contains(Self.badge(7, version: 99_999)) && !taken.contains(Self.badge(4, version: 100_000)))
  }

  @Test("MC-13 a message waits for room and none is lost")
  func messages() async throws {
    let queue = PushQueue()
    let writer = Task {
      for number in 0..<1_000 { try await queue.put(Self.message(number)) }
      await queue.end(InboxError.noNetwork("over"))
    }
    try await until { await queue.count == PushQueue.room }
    for number in 0..<1_000 { #expect(try await queue.next() == Self.message(number)) }
    try await writer.value
    await #expect(throws: InboxError.noNetwork("over")) { _ = try await queue.next() }
  }

  @Test("MC-12 who is cancelled while it waits, at either end, ends it")
  func calledOff() async throws {
    let empty = PushQueue()
    let reader = Task { try await empty.next() }
    reader.cancel()
    await #expect(throws: CancellationError.self) { _ = try await reader.value }
    let full = PushQueue()
    for number in 0..<PushQueue.room { try await full.put(Self.message(number)) }
    let writer = Task { try await full.put(Self.message(99)) }
    writer.cancel()
    await #expect(throws: CancellationError.self) { try await writer.value }
  }

  @Test("BD-7 of a flood of badges a reader who comes late hears the newest, each in its turn")
  func flood() async throws {
    let lines = (0..<200_000).map { "{\"type\":\"badge\",\"badge\":\($0)}\n" }.joined()
    let server = try await WireServer { _ in
      WirePlay([Array("HTTP/1.1 200 OK\r\n\r\n".utf8), Array(lines.utf8)])
    }
    let clients = try EveryClient(port: server.port)
    let pushes = clients.transport.responsys.pushes(EveryClient.identity)
    try await until { server.sent > lines.utf8.count && server.open == 0 }
    var counts: [Int] = []
    do {
      for try await case .badge(let change) in pushes { counts.append(change.count) }
    } catch {
      #expect(error as? InboxError == .noNetwork("the push service closed the line"))
    }
    #expect(counts.last == 199_999 && counts == counts.sorted(), "\(counts.count)")
    await clients.transport.close()
    try await server.stop()
  }

  @Test("MC-12 a line that no one holds any more is closed")
  func dropped() async throws {
    let server = try await WireServer { _ in .stays("HTTP/1.1 200 OK\r\n\r\n{\"type\":\"keep-alive\"}\n") }
    let clients = try EveryClient(port: server.port)
    for try await _ in clients.transport.responsys.pushes(EveryClient.identity) { break }
    try await until { server.open == 0 }
    await clients.transport.close()
    try await server.stop()
  }
}
