import Foundation
import InboxCore
import InboxStore
import InboxTestSupport
import Synchronization
import Testing

/// A back end that lists what changed since a cursor, has one list, takes nothing and has no badge.
@Suite(.queued, .timeLimit(.minutes(15)))
struct CursorTests {
  /// What it was asked, and what it lists next.
  private final class Increments: Sendable {
    private let state = Mutex((asked: [FetchCursor?](), next: [Message]()))

    var asked: [FetchCursor?] { state.withLock { $0.asked } }

    func list(_ messages: [Message]) { state.withLock { $0.next = messages } }

    func port(_ application: String) -> BackEnd {
      var capabilities = Capabilities(vendor: "Increments")
      capabilities.paging = .increment
      var port = BackEnd(
        capabilities: capabilities,
        fetch: { request throws(InboxError) in
          let (count, messages) = self.state.withLock { state in
            state.asked.append(request.cursor)
            return (state.asked.count, state.next)
          }
          return FetchResponse(RawAnswer(body: Data(), requestURL: "increments")) { () throws(InboxError) in
            MessageListAnswer(
              messages: messages, cursor: FetchCursor("after \(count)"), absence: .meansNothing)
          }
        },
        richContent: { id, _, _ throws(InboxError) in throw .richContentAlreadyServed(id) },
        report: { _, _ throws(InboxError) in EngagementReceipt(taken: []) },
        setBadge: { _, _ throws(InboxError) in throw .captured("it has no badge") },
        badge: { _ throws(InboxError) in throw .captured("it has no badge") },
        pushes: { _ in AsyncThrowingStream { $0.finish() } })
      port.application = application
      return port
    }
  }

  private func core(_ backEnd: BackEnd, _ archive: any Archive, _ identity: Identity = .user("maria"))
    -> MessageCenter
  {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    return MessageCenter(
      settings: settings, identity: identity, backEnd: backEnd, archive: archive,
      time: VirtualClock.standing().time)
  }

  @Test(
    "VE-3 MC-11 an increment removes nothing, and the next request begins where it ended, in the next run too"
  )
  func increments() async throws {
    let (back, archive) = (Increments(), try InboxDatabase.inMemory())
    let first = core(back.port("one"), archive)
    try await first.start()
    back.list([.numbered(1), .numbered(2)])
    try await first.refresh(.primary)
    back.list([.numbered(3)])
    try await first.refresh(.primary)
    let window = try await first.window(.primary, limit: 10)
    #expect(window.rows.map(\.key) == [.numbered(3), .numbered(2), .numbered(1)])
    #expect(window.rows.allSatisfy { $0.presence == .listed })
    await first.stop()
    let second = core(back.port("one"), archive)
    try await second.start()
    try await second.refresh(.primary)
    #expect(back.asked == [nil, FetchCursor("after 1"), FetchCursor("after 2")])
    await second.stop()
  }

  @Test(
    "VE-3 a cursor is of one person and one application: another one's list is asked for from its beginning")
  func others() async throws {
    let (back, archive) = (Increments(), try InboxDatabase.inMemory())
    for (application, person) in [("one", "maria"), ("one", "jonas"), ("two", "maria")] {
      let center = core(back.port(application), archive, .user(person))
      try await center.start()
      try await center.refresh(.primary)
      await center.stop()
    }
    #expect(back.asked == [nil, nil, nil])
  }
}
