import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@Suite("Faults in words", .queued)
struct FaultTextTests {
  @Test(
    "SB-3 a fault as people write it, and back",
    arguments: [
      ("messages offline", Fault(.messages, drop: true)),
      ("messages 503 retry-after 5", Fault(.messages, status: 503, retryAfter: 5)),
      ("badge 500 times 2", Fault(.badge, status: 500, times: 2)),
      ("rich slow 3", Fault(.rich, delayMilliseconds: 3_000)),
      ("links stalled after", Fault(.links, stall: true, after: true)),
      ("messages empty", Fault(.messages, status: 200, body: "")),
      ("messages truncated", Fault(.messages, truncate: 40)),
      ("engagements 500 percent 30 seed 7", Fault(.engagements, status: 500, percent: 30, seed: 7)),
      ("recorded reordered seed 7", Fault(.recorded, flaw: .reordered, seed: 7)),
    ])
  func words(text: String, fault: Fault) throws {
    #expect(try FaultText.parse(text) == [fault])
    #expect(fault.words == text)
  }

  @Test(
    "SB-3 a fault is listed with everything that goes wrong by it",
    arguments: [
      (Fault(.messages, delayMilliseconds: 500), "messages slow 0.5"),
      (
        Fault(.messages, status: 503, delayMilliseconds: 1_500, truncate: 40),
        "messages slow 1.5, 503, truncated"
      ),
      (Fault(.messages, truncate: 1), "messages truncated to 1 byte"),
      (Fault(.badge, delayMilliseconds: 250, times: 2, drop: true), "badge slow 0.25, offline times 2"),
      (Fault(.links, body: "<html>", stall: true), "links stalled with a body"),
      (Fault(.links, status: 503, stall: true), "links 503, stalled"),
      (Fault(.messages, status: 503, body: "down"), "messages 503 with a body"),
      (Fault(.messages, status: 503, body: ""), "messages 503 with an empty body"),
      (Fault(.messages, body: "{}"), "messages 200 with a body"),
      (Fault(.messages, body: #"{"messages":[{"id"#), "messages bad-json"),
      (Fault(.messages, body: ""), "messages empty"),
      (Fault(.recorded, delayMilliseconds: 1_500, flaw: .delayed), "recorded delayed 1.5"),
      (Fault(.rich), "rich nothing"),
    ])
  func effects(fault: Fault, text: String) {
    #expect(fault.words == text)
  }

  @Test("SB-3 all is every endpoint; token-refused and disabled are what the SDK's errors come from")
  func names() throws {
    #expect(try FaultText.parse("all offline").map(\.endpoint) == FaultEndpoint.allCases)
    // A push line is nothing but its response.
    let after = try FaultText.parse("all 500 after").filter { $0.after != true }
    #expect(after.map(\.endpoint) == [.pushes])
    #expect(try FaultText.parse("messages token-refused").first?.status == 401)
    #expect(try FaultText.parse("messages disabled").first?.status == 403)
  }

  @Test(
    "SB-3 what is not a fault is reported with the way to write one",
    arguments: [
      ("", "is not a fault"), ("messages", "is not a fault"), ("mesages 500", "is not an endpoint"),
      ("messages explode", "is nothing that can go wrong"), ("messages 99", "is nothing that can go wrong"),
      ("messages 999", "where STATUS is from 300 to 599"),
      ("messages 500 times", "comes a whole number"), ("messages slow fast", "comes a whole number"),
      ("messages 500 percent 101", "comes a whole number"), ("messages 500 soon", "is not understood"),
      ("messages 500 percent 0", "from 1 to 100"), ("messages slow 0", "from 1 to 3600"),
      ("recorded delayed 0", "from 1 to 86400"),
      ("messages slow 3 retry-after 5", "a header of a fault's own response"),
      ("messages offline retry-after 5", "a header of a fault's own response"),
      ("recorded lost times 1", "does not go with times"),
      ("recorded reordered after", "does not go with after"),
      ("pushes 503 after", "“after” changes nothing there"),
      ("recorded reordered percent 3", "percent changes nothing: leave it out"),
      ("recorded reordered percent 3 seed 7", "percent changes nothing: leave it out"),
      ("messages truncated after", "so after changes nothing: leave it out"),
      ("badge 500 times 2 times 3", "“times” is given twice. Give it once."),
      ("badge 500 after after", "“after” is given twice"),
    ])
  func mistakes(text: String, sentence: String) {
    #expect { try FaultText.parse(text) } throws: { "\($0)".contains(sentence) }
  }

  @Test("SB-3 faults over HTTP in words: they strike, are reported on the line, and are cleared one by one")
  func overHTTP() async throws {
    try await Bench.with { bench in
      var lines = try bench.app().lines("/mc/v1/pushes").filter { $0.contains("faults") }.makeAsyncIterator()
      let set = try await bench.curl.send("POST", "/sandbox/faults", body: "messages 503 retry-after 5")
      #expect(set.status == 200)
      #expect(
        try await lines.next() == #"{"faults":["messages 503 retry-after 5"],"type":"faults"}"#)
      #expect(try await bench.app().get("/mc/v1/centers/Primary/messages").status == 503)
      _ = try await bench.curl.send("POST", "/sandbox/faults", body: "messages truncated")
      _ = try await lines.next()
      let cut = try await bench.app().get("/mc/v1/centers/Primary/messages")
      #expect(cut.status == 200 && cut.body.contains("{") && !cut.body.contains("]}"))
      _ = try await bench.curl.send("DELETE", "/sandbox/faults?endpoint=messages")
      #expect(try await lines.next() == #"{"faults":[],"type":"faults"}"#)
      #expect(try await bench.ids() == [])
      for body in ["badge 500", "rich slow 1"] {
        _ = try await bench.curl.send("POST", "/sandbox/faults", body: body)
      }
      let none = try await bench.curl.send("DELETE", "/sandbox/faults?endpoint=all")
      #expect(none.status == 200)
      #expect(try none.json == .array([]))
      let moon = try await bench.curl.send("DELETE", "/sandbox/faults?endpoint=moon")
      #expect(moon.status == 400 && moon.body.contains("endpoint=moon is none of all, messages, "))
      let unknown = try await bench.curl.send(
        "POST", "/sandbox/faults", body: #"{"endpoint":"links","sttus":4}"#)
      #expect(unknown.status == 422 && unknown.compact.contains("A fault has no “sttus”."))
    }
  }

  @Test("SB-3 chance is the same for the same seed, and the seed is reported")
  func random() async throws {
    func run(_ seed: String) async throws -> [Int] {
      var statuses: [Int] = []
      try await Bench.with { bench in
        let set = try await bench.curl.send(
          "POST", "/sandbox/faults", body: "badge 500 percent 50 \(seed)")
        #expect(set.compact.contains("\"seed\""))
        for _ in 0..<20 {
          statuses.append(try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":1}"#).status)
        }
      }
      return statuses
    }
    let first = try await run("seed 7")
    #expect(Set(first) == [200, 500])
    #expect(try await run("seed 7") == first)
    #expect(try await run("seed 8") != first)
    _ = try await run("")
  }

  @Test("SB-2 MC-11 a campaign is withdrawn: the next answer lacks it")
  func withdraw() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a") + Bench.campaign("b")) { bench in
      // Passed over, it would withdraw those of every center.
      let some = try await bench.curl.send("POST", "/sandbox/campaigns/a/withdraw?center=Offers")
      #expect(some.status == 400 && some.body.contains("“center” is not a parameter. There is none."))
      let gone = try await bench.curl.send("POST", "/sandbox/campaigns/a/withdraw")
      #expect(gone.compact == #"{"withdrawn":[{"message_center_name":"Primary","message_id":"a"}]}"#)
      #expect(try await bench.ids() == ["b"])
      let again = try await bench.curl.send("POST", "/sandbox/campaigns/a/withdraw")
      #expect(again.status == 404)
    }
  }

  @Test(
    "SB-5 an event of before the reset that comes after it is in no list; what is waited for can be a click")
  func generations() async throws {
    try await Bench.with { bench in
      let before = WireDate.format(bench.time.date.addingTimeInterval(-1))
      let after = WireDate.format(bench.time.date)
      _ = try await bench.curl.send("POST", "/sandbox/reset")
      func upload(_ time: String) async throws -> Int {
        try await bench.app().send(
          "POST", "/mc/v1/engagements",
          body: """
            {"sent_ts":"\(time)","events":[{"id":"\(UUID().uuidString)","type":"open","message_id":"a",\
            "message_center_name":"Primary","identity":"user:maria","ts":"\(time)"}]}
            """
        ).status
      }
      #expect(try await upload(before) == 200)
      #expect(try await upload(after) == 200)
      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.engagements.map(\.time) == [after] && receipts.late == 1 && receipts.generation == 2)
      let none = try await bench.curl.get("/sandbox/receipts?wait=0&of=clicks")
      #expect(none.status == 200)
      for (query, words) in [
        ("bogus=1", "“bogus” is not a parameter."), ("type=foo", "type=foo is none of display, open, "),
        ("wait=1&of=opens", "of=opens is none of engagements, "), ("vendor=", "vendor= is none of "),
        ("wait=5.0", "wait=5.0 is not a whole number, but a number."),
        ("limit=", "limit= is not a whole number, but a text."),
        ("wait=-1", "wait=-1 is not a whole number from 0."),
        ("quiet_ms=3600001", "quiet_ms=3600001 is not a whole number up to 3600000."),
      ] {
        let reply = try await bench.curl.get("/sandbox/receipts?\(query)")
        #expect(reply.status == 400 && reply.body.contains(words), "\(query): \(reply.body)")
      }
      let with = try await bench.curl.send("POST", "/sandbox/reset?with=badges")
      #expect(with.status == 400 && with.body.contains("with=badges is none of receipts."))
    }
  }

  @Test("SB-3 SB-5 a parameter that is given twice is refused, whichever of both was meant")
  func repeated() async throws {
    try await Bench.with { bench in
      _ = try await bench.curl.send("POST", "/sandbox/faults", body: "messages 503")
      for (method, path) in [
        ("GET", "receipts?limit=1&limit=2"), ("POST", "reset?with=receipts&with=receipts"),
        ("DELETE", "faults?endpoint=badge&endpoint=messages"),
      ] {
        let reply = try await bench.curl.send(method, "/sandbox/\(path)")
        #expect(reply.status == 400 && reply.body.contains("is given twice. Give it once."), "\(reply.body)")
      }
      #expect(try await bench.curl.get("/sandbox/faults").json.elements?.count == 1)
      #expect(try await bench.sandbox.receipts().generation == 1)
    }
  }

  @Test("SB-5 a wait by what its receipts do not say is refused; to list them by it is not")
  func impossibleWaits() async throws {
    try await Bench.with { bench in
      for (query, words) in [
        ("of=badge&message=nope", "badge name no message"),
        ("of=clicks&vendor=bloomreach", "clicks name no vendor"), ("of=rich&type=open", "rich name no type"),
        ("of=tracking&identity=device:x", "tracking name no identity"),
        ("of=pictures&message=a", "pictures name no message"),
        ("vendor=iterable", "engagements name no vendor"),
      ] {
        let reply = try await bench.curl.get("/sandbox/receipts?wait=1&\(query)")
        #expect(
          reply.status == 400
            && reply.body.contains("receipts of \(words), so they cannot be waited for by it; leave "),
          "\(query): \(reply.body)")
        #expect(try await bench.curl.get("/sandbox/receipts?wait=0&\(query)").status == 200, "\(query)")
      }
      let click = try await bench.curl.get("/sandbox/receipts?wait=1&type=click")
      #expect(
        click.status == 400 && click.body.contains("never a click; the vendors' other events"),
        "\(click.body)")
      for query in [
        "vendor=responsys&type=open", "of=badge&vendor=responsys&identity=device:x",
        "of=fetches&vendor=iterable", "of=tracking&vendor=iterable",
        "of=events&vendor=iterable&type=open&message=a&identity=user:x", "of=clicks&message=a",
      ] {
        #expect(try await bench.curl.get("/sandbox/receipts?wait=0&\(query)").status == 200, "\(query)")
      }
    }
  }
}
