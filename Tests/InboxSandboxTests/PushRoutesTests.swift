import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

@Suite("GET /mc/v1/pushes", .queued)
struct PushRoutesTests {
  private static let brand = Brand(name: "Tarnvelo", domain: "news.tarnvelo.example", scheme: "tarnvelo")

  private static func campaign(_ id: String, push: Bool, badge: BadgeRule?) -> Campaign {
    Campaign(id: id, subject: "S", message: "Text of \(id)", push: push, badge: badge, brand: brand)
  }

  @Test("BD-5 SB-2 the line opens with the badge and then says what is launched")
  func launches() async throws {
    try await Bench.with { bench in
      let stream = try bench.app().lines("/mc/v1/pushes")
      var lines = stream.makeAsyncIterator()
      #expect(try await lines.next() == #"{"badge":0,"badge_version":1,"type":"state"}"#)
      #expect(
        try await lines.next()
          == #"{"ahead_s":null,"now":"2026-11-21T12:00:00.000Z","running":false,"type":"clock"}"#)
      _ = try await bench.sandbox.launch(Self.campaign("a", push: true, badge: .add(1)))
      var pictured = Self.campaign("b", push: true, badge: nil)
      pictured.attachment = "https://cdn.tarnvelo.example/b.jpg"
      _ = try await bench.sandbox.launch(pictured)
      _ = try await bench.sandbox.launch(Self.campaign("c", push: false, badge: .set(12)))
      _ = try await bench.sandbox.launch(Self.campaign("quiet", push: false, badge: nil))
      _ = try await bench.sandbox.launch(Self.campaign("d", push: false, badge: .clear))
      #expect(
        try await lines.next() == """
          {"alert":"Text of a","badge":1,"badge_version":2,"cause":"campaign +1: a",\
          "message_center_name":"Primary","message_id":"a","type":"push"}
          """)
      #expect(
        try await lines.next() == """
          {"alert":"Text of b","media_attachment_url":"https://cdn.tarnvelo.example/b.jpg",\
          "message_center_name":"Primary","message_id":"b","type":"push"}
          """)
      #expect(
        try await lines.next() == #"{"badge":12,"badge_version":3,"cause":"campaign =12: c","type":"badge"}"#)
      #expect(
        try await lines.next() == #"{"badge":0,"badge_version":4,"cause":"campaign clear: d","type":"badge"}"#
      )
      #expect(try await bench.ids() == ["d", "quiet", "c", "b", "a"])
    }
  }

  @Test("SB-2 BD-5 two people whose names differ in their bytes alone have a badge each")
  func unicodeForms() async throws {
    try await Bench.with { bench in
      let (composed, decomposed) = ("user:j\u{FC}rgen", "user:ju\u{308}rgen")
      let stream = try bench.app(decomposed).lines("/mc/v1/pushes")
      var lines = stream.makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      _ = try await bench.app(composed).get("/mc/v1/centers/Primary/messages")
      let set = try await bench.app(composed).send("PUT", "/mc/v1/badge", body: #"{"count":7}"#)
      #expect(set.status == 200)
      _ = try await bench.sandbox.launch(Self.campaign("a", push: true, badge: .add(1)))
      #expect(try await lines.next()?.contains(#""badge":1,"#) == true)
    }
  }

  @Test("SB-2 a line hears only what is for its identity")
  func audience() async throws {
    try await Bench.with { bench in
      let stream = try bench.app("user:ben").lines("/mc/v1/pushes")
      var lines = stream.makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      var other = Self.campaign("a", push: true, badge: .add(1))
      other.audience = [.only(.user("maria"))]
      _ = try await bench.sandbox.launch(other)
      _ = try await bench.sandbox.launch(Self.campaign("b", push: true, badge: .add(1)))
      #expect(
        try await lines.next()?.contains(#""badge":1,"badge_version":2,"cause":"campaign +1: b""#) == true)
    }
  }

  @Test("SB-2 a timed campaign launches by itself, once its time has come")
  func timed() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("later", "launch = \"+25s\"\npush = true")) {
      bench in
      let stream = try bench.app().lines("/mc/v1/pushes")
      var lines = stream.makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      try await bench.time.sleepers(2)
      bench.time.advance(by: .seconds(24))
      #expect(try await bench.ids() == [])
      bench.time.advance(by: .seconds(1))
      #expect(try await lines.next()?.contains(#""message_id":"later""#) == true)
      #expect(try await bench.ids() == ["later"])
    }
  }

  @Test("SB-1 every 30 s the line says that it is up")
  func keepAlive() async throws {
    try await Bench.with { bench in
      let stream = try bench.app().lines("/mc/v1/pushes")
      var lines = stream.makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      for _ in 1...2 {
        try await bench.time.sleepers(1)
        bench.time.advance(by: .seconds(30))
        #expect(try await lines.next() == #"{"type":"keep-alive"}"#)
      }
    }
  }

  @Test("SB-1 a stop ends the lines at once; a client that goes away is forgotten")
  func ends() async throws {
    try await Bench.with { bench in
      let retained = try bench.app().lines("/mc/v1/pushes")
      var lines = retained.makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      do {
        let left = try bench.app("user:ben").lines("/mc/v1/pushes")
        for try await _ in left { break }
      }
      try await until { await bench.sandbox.openPushLines() <= 1 }
      await bench.sandbox.stop()
      #expect(try await lines.next() == nil)
      #expect(await bench.sandbox.openPushLines() == 0)
    }
  }

  @Test("SB-1 TS-4 a line that no one will read, as its client left before it was written, is forgotten")
  func unread() async throws {
    try await Bench.with { bench in
      let account = bench.sandbox.account
      _ = try await account.subscribe(.user("maria"), at: .responsys, saying: nil)
      try await until { await account.openLines == 0 }
    }
  }

  @Test("SB-1 a connection that sends nothing is closed, in the middle of a request too; an open line is not")
  func idle() async throws {
    try await Bench.with { bench in
      let door = SpaceDoor(spaces: await bench.sandbox.spaces, publicURL: nil)
      let listener = try await Listener.start(
        door, server: Listeners.plain(idle: .seconds(1)), address: .loopback, port: 0,
        option: "--port")
      let app = RawClient(port: listener.port, headers: bench.app().headers)
      var lines = try app.lines("/mc/v1/pushes").makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      let post = "POST /sandbox/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n+5"
      try await withThrowingTaskGroup(of: String.self) { group in
        for half in ["", String(post.prefix(40)), post] {
          group.addTask { try await app.exchange(half) }
        }
        for try await response in group { #expect(response.isEmpty) }
      }
      _ = try await bench.sandbox.launch(Self.campaign("a", push: true, badge: nil))
      #expect(try await lines.next()?.contains(#""message_id":"a""#) == true)
      await bench.sandbox.stop()
      await listener.stop()
    }
  }
}
