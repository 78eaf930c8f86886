import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

@Suite("/sandbox/clock", .queued)
struct ClockRoutesTests {
  @Test(
    "SB-4 the clock is moved over HTTP: the line is reported, what expires leaves, what waits for its time launches"
  )
  func moved() async throws {
    try await Bench.with(
      Bench.oneBrand + Bench.campaign("brief", "expires = \"+5m\"")
        + Bench.campaign("later", "launch = \"+10m\"\npush = true")
    ) { bench in
      var lines = try bench.app().lines("/mc/v1/pushes").filter { !$0.contains("keep-alive") }
        .makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      #expect(try await bench.ids() == ["brief"])
      let reply = try await bench.app().send("POST", "/sandbox/clock", body: "+6m")
      #expect(reply.compact == #"{"ahead_s":null,"now":"2026-11-21T12:06:00.000Z","running":false}"#)
      #expect(
        try await lines.next()
          == #"{"ahead_s":null,"now":"2026-11-21T12:06:00.000Z","running":false,"type":"clock"}"#)
      #expect(try await bench.ids() == [])
      _ = try await bench.app().send("POST", "/sandbox/clock", body: "2026-11-21T12:10:00Z")
      // The launch and the news of the clock come in either order.
      let reported = try await [lines.next(), lines.next()]
      #expect(reported.contains { $0?.contains(#""message_id":"later""#) == true }, "\(reported)")
      #expect(try await bench.app().get("/sandbox/clock").compact.contains("12:10:00"))
      let wrong = try await bench.app().send("POST", "/sandbox/clock", body: "tomorrow")
      #expect(wrong.status == 422 && wrong.compact.contains("“tomorrow” is not a change of the clock: +5m"))
      let two = try await bench.app().send("POST", "/sandbox/clock", body: "+5m\nstop")
      #expect(two.status == 422 && two.compact.contains("“+5m stop” is not a change of the clock"))
    }
  }

  @Test(
    "SB-4 a clock that clients could not read is refused, and the one that was goes on",
    arguments: [
      "9999-06-01T00:00:00Z", "1969-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "+999999w",
      #"{"running":true,"ahead_s":1e300}"#, #"{"running":true,"ahead_s":-4e9}"#,
      #"{"running":true,"ahead_s":2.6e11}"#,
      #"{"running":false,"now":"0001-01-01T00:00:00Z"}"#,
    ])
  func unreadable(body: String) async throws {
    try await Bench.with { bench in
      let before = try await bench.curl.get("/sandbox/clock")
      let reply = try await bench.curl.send("POST", "/sandbox/clock", body: body)
      #expect(reply.status == 422, "\(reply.body)")
      #expect(try await bench.curl.get("/sandbox/clock").compact == before.compact)
    }
  }

  @Test(
    "SB-4 a change that is too large is called that, and not a wrong form",
    arguments: ["+3650000d", "+1000000s", " +3650000d\n"])
  func tooLarge(body: String) async throws {
    try await Bench.with { bench in
      let reply = try await bench.curl.send("POST", "/sandbox/clock", body: body)
      #expect(reply.status == 422 && reply.body.contains("” moves the clock too far: write at most 6 digits"))
      #expect(reply.body.contains("the clock goes up to 9999-01-01T00:00:00"))
    }
  }

  @Test(
    "SB-4 whatever clock the sandbox takes, a client reads the same from its response and from endpoint.json",
    arguments: [
      ["9998-12-31T23:59:59.999Z"], ["9999-01-01T00:00:00Z"], ["run", "9998-12-31T23:59:59Z"],
      ["run", "+300000d"],
      ["1970-01-01T00:00:00Z"], ["run", "1970-01-01T00:00:00Z"], ["2026-11-21T09:00:00.123456789Z"],
      ["run", "stop"], ["\n {\"running\":true,\"ahead_s\":60}\n"],
    ])
  func readable(changes: [String]) async throws {
    let folder = try TemporaryFolder()
    try await Bench.with(folder: folder.path) { bench in
      var reply = ""
      for change in changes {
        let response = try await bench.app().send("POST", "/sandbox/clock", body: change)
        #expect(response.status == 200, "\(response.body)")
        reply = response.body
      }
      let read = try ClockWire.reading(JSONValue.parse(Data(reply.utf8)))
      #expect(read == bench.time.reading)
      #expect(try SandboxEndpoint.read(folder: folder.path).clock == read)
    }
  }

  @Test("SB-4 endpoint.json tells clients to come how the clock goes")
  func endpoint() async throws {
    let folder = try TemporaryFolder()
    try await Bench.with(folder: folder.path) { bench in
      try await bench.sandbox.change(clock: .advance(seconds: 60))
      #expect(try SandboxEndpoint.read(folder: folder.path).clock == bench.time.reading)
    }
  }

  @Test("SB-4 TS-1 endpoint.json has the clock that another process has set")
  func adopted() async throws {
    let folder = try TemporaryFolder()
    try await Bench.with(folder: folder.path) { bench in
      let reading = ClockReading.stopped(at: Date(timeIntervalSince1970: 1_795_000_000))
      await bench.sandbox.main.clock.adopt(reading, of: 7)
      let endpoint = try SandboxEndpoint.read(folder: folder.path)
      #expect(endpoint.clock == reading)
    }
  }

  @Test("SB-4 SB-3 TS-1 what was read of a clock and faults before others set them anew undoes nothing")
  func outdated() async throws {
    try await Bench.with { bench in
      let reading = ClockReading.stopped(at: Date(timeIntervalSince1970: 1_795_000_000))
      await bench.sandbox.main.clock.adopt(reading, of: 7)
      await bench.sandbox.main.clock.adopt(.machine, of: 6)
      #expect(bench.time.reading == reading)
      let fault = Fault(.badge, status: 503)
      var faults = FaultSet()
      faults.set(fault)
      await bench.sandbox.faults.adopt(faults, of: 7)
      await bench.sandbox.faults.adopt(FaultSet(), of: 6)
      #expect(await bench.sandbox.faults.all == [fault])
      await bench.sandbox.faults.adopt(FaultSet(), of: 8)
      #expect(await bench.sandbox.faults.all.isEmpty)
    }
  }

  @Test("SB-4 a sandbox goes on with the clock that its last run has left, unless it is given one")
  func restart() async throws {
    let folder = try TemporaryFolder()
    let date = Date(timeIntervalSince1970: 1_795_262_400)
    var readings: [ClockReading] = []
    for change in [ClockChange.set(date), .reset, .advance(seconds: 60)] {
      let sandbox = try await Sandbox.start(SandboxOptions(folder: folder.path), campaigns: [])
      readings.append(sandbox.endpoint.clock)
      if case .set = change { try await sandbox.change(clock: .stop) }
      try await sandbox.change(clock: change)
      await sandbox.stop()
    }
    #expect(readings == [.machine, .stopped(at: date), .machine])
    try await Bench.with(folder: folder.path) { bench in
      #expect(bench.sandbox.endpoint.clock == .stopped(at: date) && bench.time.reading == .stopped(at: date))
    }
  }

  @Test("SB-4 the clock is put back to what it answered before, to the millisecond")
  func putBack() async throws {
    try await Bench.with { bench in
      let before = try await bench.curl.get("/sandbox/clock")
      _ = try await bench.curl.send("POST", "/sandbox/clock", body: "+1d")
      _ = try await bench.curl.send("POST", "/sandbox/clock", body: "run")
      let after = try await bench.curl.send("POST", "/sandbox/clock", body: before.body)
      #expect(after.compact == before.compact)
      let ahead = try await bench.curl.send(
        "POST", "/sandbox/clock", body: #"{"running":true,"ahead_s":3600.25}"#)
      #expect(try JSONValue.parse(Data(ahead.body.utf8))["ahead_s"]?.number == 3600.25)
      let wrong = try await bench.curl.send("POST", "/sandbox/clock", body: "{}")
      #expect(wrong.status == 422 && wrong.body.contains("a clock says neither how far it is ahead"))
    }
  }
}
