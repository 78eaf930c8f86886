import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Synchronization
import Testing

/// What a vendor makes of gestures and visits (VE-5), on a real database.
@Suite(.queued)
struct GestureTests {
  private let maria = Identity.user("maria")
  private let clock = VirtualClock.standing()
  private let archive: InboxDatabase
  private let server = MarkingServer()
  private let received = Received()

  private final class Received: Sendable {
    let events = Mutex<[EngagementEvent]>([])
    let visits = Mutex<[VendorEvent]>([])
  }

  init() throws { archive = try .inMemory() }

  /// A vendor that takes every gesture, one at a time, and writes down what is in the message's stamp.
  private func core(
    withholding: String? = nil, fails: InboxError? = nil,
    freeze: (@Sendable (EngagementGesture) -> FrozenEngagement)? = nil
  ) -> MessageCenter {
    var port = server.port
    port.capabilities.clicks = true
    port.capabilities.closes = true
    port.capabilities.deliveries = true
    port.capabilities.impressions = true
    port.capabilities.eventNames = ["click": "pressed"]
    port.capabilities.batch = 1
    port.freeze =
      freeze ?? { gesture in
        var payload: [String: JSONValue] = ["stamp": .string(gesture.stamp?.text ?? "none")]
        payload["url"] = gesture.link.map { .string($0.url) }
        payload["label"] = gesture.link?.label.map { .string($0) }
        payload["by"] = gesture.closing.map { .string($0.rawValue) }
        return .report(.object(payload))
      }
    port.visitEvents = { visit in
      let rows = visit.impressions.map { "\($0.message.id) \($0.count) \($0.seconds)" }
      return [(kind: "visit", body: .object(["rows": .array(rows.map { .string($0) })]))]
    }
    port.report = { [received] events, _ throws(InboxError) in
      if let fails { throw fails }
      received.events.withLock { $0 += events }
      return EngagementReceipt(accepted: Set(events.map(\.id)))
    }
    let tracker = EventTracker(name: "Marks", tracking: nil) { [received] event throws(InboxError) in
      received.visits.withLock { $0.append(event) }
    }
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    settings.withholding = withholding
    return MessageCenter(
      settings: settings, identity: maria, backEnd: port, archive: archive, tracker: tracker,
      time: clock.time,
      random: RandomSource(id: { UUID() }, jitter: { 0.5 }))
  }

  private func begun(_ center: MessageCenter, read: Set<Int> = []) async throws -> MessageCenter {
    server.list([1, 2, 3], read: read, for: maria)
    try await center.start()
    await center.connect()
    await center.waitUntilIdle()
    return center
  }

  private var reported: [String] {
    received.events.withLock { $0.map { "\($0.kind.rawValue) \($0.message.id)" } }
  }

  @Test("VE-5 EN-7 a gesture is frozen with the message's stamp when it happens, and sent like that later")
  func frozen() async throws {
    let center = try await begun(core())
    received.events.withLock { $0 = [] }
    _ = try await center.open(.numbered(1))
    try await center.clicked(.init("https://acme.example/1", label: "Buy"), in: .numbered(1))
    // Another fetch stamps the message again; what was frozen stays as it was.
    try await center.refresh(.primary)
    try await center.closed(.numbered(1), .back)
    await center.waitUntilIdle()
    #expect(reported == ["open m1", "click m1", "close m1"])
    let payloads = received.events.withLock { $0.compactMap(\.payload?.serialized) }
    #expect(
      payloads == [
        #"{"stamp":"maria fetch 1"}"#,
        #"{"label":"Buy","stamp":"maria fetch 1","url":"https://acme.example/1"}"#,
        #"{"by":"back","stamp":"maria fetch 2"}"#,
      ])
  }

  @Test("VE-5 EN-7 what could not be sent is kept whole, and the next run sends it")
  func survives() async throws {
    let center = try await begun(core(fails: .noNetwork("off")))
    try await center.clicked(.init("https://acme.example/1"), in: .numbered(1))
    await center.abandon()
    let next = core()
    try await next.start()
    await next.connect()
    await next.waitUntilIdle()
    let click = try #require(received.events.withLock { $0.first { $0.kind == .click } })
    #expect(click.payload?["url"]?.text == "https://acme.example/1")
  }

  @Test("VE-5 a message that no one has read is delivered once, whatever else is fetched")
  func delivered() async throws {
    let center = try await begun(core(), read: [2])
    try await center.refresh(.primary)
    await center.waitUntilIdle()
    #expect(Set(reported) == ["delivery m1", "delivery m3"] && reported.count == 2)
  }

  @Test("VE-5 VE-2 what the vendor's rules withhold is not stored, and its reason is said")
  func withheld() async throws {
    let center = try await begun(core { _ in .withheld("the message gives no consent") })
    let published = await UpdateLog(center)
    let why = try await center.clicked(.init("https://acme.example/1"), in: .numbered(1))
    _ = try await center.open(.numbered(1))
    await center.waitUntilIdle()
    #expect(why == "the message gives no consent")
    #expect(reported == [])
    #expect(await center.waitingEvents == 0)
    #expect(
      await published.whys().filter { $0.contains("consent") } == [
        "not sent as pressed: the message gives no consent", "not sent as open: the message gives no consent",
      ])
  }

  @Test("VE-10 a visit counts whole rows that stay longer than half a second, each time they come")
  func visit() async throws {
    let center = try await begun(core())
    await center.appear()
    let rows = [VisibleRow(.numbered(3)), VisibleRow(.numbered(2)), VisibleRow(.numbered(1), .partial)]
    await center.setVisibleRows(rows)
    clock.advance(by: .milliseconds(400))
    await center.setVisibleRows([rows[0]])
    clock.advance(by: .milliseconds(1_600))
    await center.setVisibleRows([])
    clock.advance(by: .seconds(5))
    await center.setVisibleRows([rows[0]])
    clock.advance(by: .seconds(1))
    await center.disappear()
    await center.waitUntilIdle()
    let events = received.visits.withLock { $0 }
    #expect(events.map(\.kind) == ["visit"])
    #expect(events.first?.body["rows"]?.elements?.compactMap(\.text) == ["m3 2 3.0"])
  }

  @Test("VE-5 EN-3 a message that is open when the program ends is closed in its session, and that is sent")
  func closedAtEnd() async throws {
    let center = try await begun(core())
    await center.appear()
    _ = try await center.open(.numbered(1))
    await center.stop(closing: .numbered(1))
    let close = received.events.withLock { $0.last }
    #expect(close?.kind == .close && close?.message == .numbered(1) && close?.session?.number == 1)
    #expect(await center.gestureLog.gestures.suffix(2).map(\.kind) == [.closed, .sessionEnded])
  }

  @Test("VE-10 a message that is deleted during a visit is counted as long as it was in the list")
  func deleted() async throws {
    let center = try await begun(core())
    await center.appear()
    await center.setVisibleRows([VisibleRow(.numbered(3)), VisibleRow(.numbered(2))])
    clock.advance(by: .seconds(1))
    try await center.setDeleted(.numbered(3), true)
    clock.advance(by: .seconds(60))
    await center.disappear()
    await center.waitUntilIdle()
    let rows = received.visits.withLock { $0.first?.body["rows"]?.elements?.compactMap(\.text) }
    #expect(rows == ["m3 1 1.0", "m2 1 61.0"])
  }

  @Test("VE-10 SB-4 a clock that is set back during a visit takes nothing of it")
  func setBack() async throws {
    let center = try await begun(core())
    await center.appear()
    let began = try #require(await center.session?.began)
    await center.setVisibleRows([VisibleRow(.numbered(1))])
    clock.advance(by: .seconds(2))
    clock.apply(.set(began.addingTimeInterval(-3_600)))
    clock.advance(by: .seconds(1))
    await center.disappear()
    await center.waitUntilIdle()
    let events = received.visits.withLock { $0 }
    #expect(events.first?.body["rows"]?.elements?.compactMap(\.text) == ["m1 1 3.0"])
    #expect(events.first?.time == began.addingTimeInterval(3))
  }

  @Test("VE-8 where nothing is written, nothing is: no event, mark, visit or tracked link, and each says so")
  func readsOnly() async throws {
    let center = try await begun(core(withholding: "this profile only reads"))
    let published = await UpdateLog(center)
    await center.appear()
    await center.setVisibleRows([VisibleRow(.numbered(3))])
    clock.advance(by: .seconds(1))
    _ = try await center.open(.numbered(1))
    try await center.clicked(.init("https://acme.example/1"), in: .numbered(1))
    try await center.mark(.numbered(2), read: true)
    try await center.setDeleted(.numbered(3), true)
    await center.disappear()
    await center.waitUntilIdle()
    #expect(reported == [] && server.requests == [] && received.visits.withLock { $0 } == [])
    #expect(await center.waitingEvents == 0)
    let whys = await published.whys().filter { $0.hasSuffix("this profile only reads") }
    for why in [
      "not sent as open: this profile only reads", "not sent as pressed: this profile only reads",
      "marked read on this device only: this profile only reads",
      "deleted on this device only: this profile only reads", "not sent as visit: this profile only reads",
    ] {
      #expect(whys.contains(why), "\(why)")
    }
  }
}
