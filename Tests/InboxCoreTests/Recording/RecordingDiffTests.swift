import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

struct RecordingDiffTests {
  private typealias Fixture = RecordingFixture
  private static let ids = [
    "7F3A0000-0000-4000-8000-000000000001", "7f3a0000-0000-4000-8000-000000000002",
    "7F3A0000-0000-4000-8000-000000000003", "7F3A0000-0000-4000-8000-000000000004",
  ]

  /// The token of a sandbox's project.
  private static func token(_ digit: Character) -> String { String(repeating: digit, count: 32) }

  private func recording(_ texts: [String]) -> Recording {
    Recording(texts.enumerated().map { Fixture.line(.key($0.element), $0.offset) })
  }

  @Test("FE-3 two runs that differ in times, ports and ids only agree")
  func equal() {
    let id = Self.ids
    let left = recording([
      "http://127.0.0.1:40001/x", "at 2026-11-21T05:06:07.000Z", "12 ms", id[0], "device:abc",
      id[0].lowercased(), id[1], "/projects/\(Self.token("0"))/x",
      #"{"displayDuration":0.587,"duration":61.1} 1 time, 1.1 s, taken"#,
      #"{"createdAt":1700000000000,"expire_time":1700000000.5}"#,
    ])
    let right = recording([
      "http://127.0.0.1:5/x", "at 2027-01-01T00:00:00+02:00", "3.5 ms", id[3], "device:xyz-1", id[3], id[2],
      "/projects/\(Self.token("f"))/x", #"{"displayDuration":12,"duration":62} 1 time, 12.25 s, taken"#,
      #"{"createdAt":1500000000000,"expire_time":1500000000}"#,
    ])
    let diff = RecordingDiff(left, right)
    #expect(diff.isEmpty)
    #expect(diff.lines == [])
    #expect(diff.summary == "The recordings agree: 10 lines, times, ports and ids left out.")
  }

  @Test("FE-3 a number of so many digits is a time only where the name of its member says so")
  func longNumbers() {
    // Seconds of ours are whole.
    #expect(!RecordingDiff(recording(["waits 5 s"]), recording(["waits 6 s"])).isEmpty)
    for text in [#"{"campaignId":1700000000}"#, #"{"1700000000":1}"#, #"{"createdAt":17000000001}"#] {
      let other = text.replacing("1700000000", with: "1500000000")
      #expect(!RecordingDiff(recording([text]), recording([other])).isEmpty, "\(text)")
    }
  }

  @Test("FE-3 a whole run agrees with the same run at another time, into another file")
  func equalRun() {
    let later = Fixture.lines.map { line -> RecordingLine in
      var line = line
      line.time += 1_000
      line.milliseconds += 5
      if case .start(var start) = line.content {
        start.arguments[2] = "b.jsonl"
        line.content = .start(start)
      }
      if case .exchange(var exchange) = line.content {
        exchange.milliseconds += 1
        exchange.started += 1_000
        exchange.url = exchange.url.replacing("8080", with: "41234")
        line.content = .exchange(exchange)
      }
      return line
    }
    #expect(RecordingDiff(Recording(Fixture.lines), Recording(later)).isEmpty)
  }

  @Test("FE-3 differences are written as diff -u writes them")
  func unified() {
    let left = recording(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
    let right = recording(["a", "b", "C", "d", "e", "f", "g", "h", "i", "j", "k"])
    let diff = RecordingDiff(left, right, context: 1)
    let expected = #"""
      --- first
      +++ second
      @@ -2,3 +2,3 @@
       {"key":"b","type":"key"}
      -{"key":"c","type":"key"}
      +{"key":"C","type":"key"}
       {"key":"d","type":"key"}
      @@ -10,1 +10,2 @@
       {"key":"j","type":"key"}
      +{"key":"k","type":"key"}
      """#
    #expect(diff.lines.joined(separator: "\n") == expected)
    #expect(diff.differences.map(\.left) == [3, nil, nil])
    #expect(diff.differences.map(\.right) == [nil, 3, 11])
    #expect(
      diff.summary == "The recordings differ from line 3 of the first on: 1 line only in the first, "
        + "2 lines only in the second, 9 common.")
  }

  @Test("FE-3 ids count by which are the same")
  func identity() {
    let id = Self.ids
    let same = RecordingDiff(recording([id[0], id[0]]), recording([id[2], id[3]]))
    #expect(
      same.lines == [
        "--- first", "+++ second", "@@ -1,2 +1,2 @@", #" {"key":"<id 1>","type":"key"}"#,
        #"-{"key":"<id 1>","type":"key"}"#, #"+{"key":"<id 2>","type":"key"}"#,
      ])
    #expect(!RecordingDiff(recording([id[0], id[1]]), recording([id[2], id[2]])).isEmpty)
  }

  @Test("FE-3 one line more does not shift the ids behind it")
  func noCascade() {
    let id = Self.ids
    let diff = RecordingDiff(
      recording(["a", "sent \(id[0])", "b", "open \(id[1])"]), recording(["a", "b", "open \(id[2])"]))
    #expect(diff.differences.map(\.left) == [2])
    #expect(diff.differences.map(\.text) == [#"{"key":"sent <id 2>","type":"key"}"#])
  }

  @Test("FE-3 an empty recording differs from one with lines in every line")
  func empty() {
    #expect(RecordingDiff(recording([]), recording([])).isEmpty)
    #expect(RecordingDiff(recording([]), recording(["a"])).lines.dropFirst(2).first == "@@ -0,0 +1,1 @@")
    #expect(RecordingDiff(recording(["a", "b"]), recording([])).differences.map(\.left) == [1, 2])
  }

  @Test("FE-3 10,000 lines with differences everywhere are compared to their end")
  func large() {
    let left = recording((0..<10_000).map { "line \($0)" })
    let right = recording((0..<10_000).map { $0 % 3 == 0 ? "other \($0)" : "line \($0)" })
    let diff = RecordingDiff(left, right, context: 0)
    #expect(diff.differences.count == 2 * 3_334)
    let repeated = RecordingDiff(
      recording((0..<6_000).map { "a \($0 % 7)" }), recording((0..<6_000).map { "b \($0 % 7)" }))
    #expect(repeated.differences.count == 12_000)
    // One line again and again is the same, whatever stands around it.
    let same = Array(repeating: "a", count: 5_000)
    let around = RecordingDiff(recording(["b"] + same + ["c"]), recording(["d"] + same + ["e"]), context: 0)
    #expect(around.differences.count == 4)
  }

  @Test(
    "FE-3 requests that ran side by side may change places, and pictures do not count; what a key led to does"
  )
  func order() {
    func fetch(_ number: Int, _ center: String) -> [RecordingLine] {
      let exchange = HTTPExchange(
        number: number, started: Fixture.start, method: "GET", url: "http://127.0.0.1:1/\(center)"
      ).completed(200, after: number)
      let entry = JournalEntry(
        number: number, time: Fixture.start,
        kind: .fetch(CenterName(center), url: "u", bytes: 1, failed: false), why: "\(center): 1 message")
      return [
        Fixture.line(.exchange(exchange), number), Fixture.line(.journal(RecordedEntry(entry)), number),
      ]
    }
    func picture(_ text: String) -> RecordingLine { Fixture.line(.frame(RecordedFrame(text: text)), 1) }
    let key = Fixture.line(.key("r"), 5)
    let left = Recording([key] + fetch(1, "A") + [picture("A")] + fetch(2, "B"))
    let right = Recording([key] + fetch(1, "B") + fetch(2, "A") + [picture("B")])
    #expect(RecordingDiff(left, right).isEmpty)
    #expect(!RecordingDiff(left, Recording(fetch(1, "B") + [key] + fetch(2, "A"))).isEmpty)
    #expect(!RecordingDiff(left, Recording([key] + fetch(1, "A"))).isEmpty)
  }

  /// An upload of events, and its response.
  private func upload(
    _ events: [(number: Int, message: String)], accepting accepted: [Int]? = nil, status: Int = 200
  ) -> RecordingLine {
    var exchange = HTTPExchange(
      number: 1, started: Date(timeIntervalSince1970: 0), method: "POST",
      url: "http://127.0.0.1:8080" + Endpoint.engagements)
    let records = events.map {
      #"{"id":"\#(Self.ids[$0.number])","type":"display","message_id":"\#($0.message)"}"#
    }
    exchange.requestBody = Data("{\"events\":[\(records.joined(separator: ","))]}".utf8)
    let ids = (accepted ?? events.map(\.number)).map { "\"\(Self.ids[$0])\"" }
    exchange.responseBody = Data("{\"accepted\":[\(ids.joined(separator: ","))]}".utf8)
    exchange.status = status
    return Fixture.line(.exchange(exchange), 1)
  }

  @Test(
    "FE-3 EN-8 displays that share a request agree with displays that do not; another one, or another answer, differs"
  )
  func shared() {
    let together = Recording([upload([(0, "a"), (1, "b")])])
    let alone = Recording([upload([(2, "b")]), upload([(3, "a")])])
    #expect(RecordingDiff(together, alone).isEmpty)
    #expect(RecordingDiff(together, Recording([upload([(2, "b")])])).differences.count == 1)
    #expect(RecordingDiff(together, Recording([upload([(2, "b"), (3, "c")])])).differences.count == 2)
    let half = Recording([upload([(2, "b"), (3, "a")], accepting: [2])])
    #expect(RecordingDiff(together, half).differences.count == 2)
    #expect(!RecordingDiff(together, Recording([upload([(2, "b"), (3, "a")], status: 500)])).isEmpty)
  }

  @Test("FE-3 QA-4 the size of a body follows from the body, and counts only where that is not all here")
  func sizes() {
    func run(_ seconds: String, isWhole: Bool = true) -> Recording {
      var exchange = HTTPExchange(number: 1, started: Fixture.start, method: "POST", url: "/x")
      let body = Data(#"{"displayDuration":\#(seconds)}"#.utf8)
      exchange.requestHeaders = [.init("Content-Length", "\(body.count)")]
      exchange.requestBody = isWhole ? body : nil
      exchange = exchange.completed(200, headers: exchange.requestHeaders, body: body, after: 1)
      exchange.contentSize = body.count + 1
      if !isWhole { (exchange.responseBody, exchange.truncated) = (nil, [.request, .response]) }
      let fetch = JournalEntry(
        number: 1, time: Fixture.start, kind: .fetch(.primary, url: "/x", bytes: body.count, failed: false),
        why: "Primary: 1 message")
      return Recording([
        Fixture.line(.exchange(exchange), 1), Fixture.line(.journal(RecordedEntry(fetch)), 2),
      ])
    }
    #expect(RecordingDiff(run("1.5"), run("12.125")).lines == [])
    #expect(RecordingDiff(run("1.5", isWhole: false), run("2.5", isWhole: false)).isEmpty)
    #expect(RecordingDiff(run("1.5", isWhole: false), run("12.125", isWhole: false)).differences.count == 2)
    func head(_ size: Int) -> Recording {
      let exchange = HTTPExchange(number: 1, started: Fixture.start, method: "HEAD", url: "/x")
        .completed(200, headers: [.init("Content-Length", "\(size)")], after: 1)
      return Recording([Fixture.line(.exchange(exchange), 1)])
    }
    #expect(RecordingDiff(head(12), head(345)).differences.count == 2)
  }

  @Test("FE-3 UL-11 the seconds of a campaign event are a time")
  func stamps() {
    let start = Int(Fixture.start.timeIntervalSince1970)
    let left = recording([
      #"{"timestamp":\#(start).933}"#, #"{\"timestamp\":\#(start)}"#, #"{"count":1}"#,
    ])
    let right = recording([
      #"{"timestamp":\#(start + 1).1}"#, #"{\"timestamp\":\#(start + 73).5}"#, #"{"count":2}"#,
    ])
    #expect(RecordingDiff(left, right).differences.count == 2)
  }

  @Test(
    "FE-3 QA-4 a number near the moment of its line is a time, whatever it is called; another number is not, without a name that says so"
  )
  func numbers() {
    func line(_ seconds: Int, _ body: String) -> RecordingLine {
      var exchange = HTTPExchange(
        number: 1, started: Date(timeIntervalSince1970: Double(seconds)), method: "POST", url: "/x",
        requestHeaders: [.init("Sent-At", "\(seconds)")])
      exchange.requestBody = Data(body.utf8)
      return Fixture.line(.exchange(exchange), 1)
    }
    func differ(_ first: String, _ second: String) -> Bool {
      let recordings = (Recording([line(1_795_262_395, first)]), Recording([line(1_795_262_460, second)]))
      return !RecordingDiff(recordings.0, recordings.1).isEmpty
    }
    #expect(!differ(#"{"createdAt":1795262395}"#, #"{"createdAt":1795262460}"#))
    #expect(!differ(#"{"end":1795262395123}"#, #"{"end":1795262460456}"#))
    #expect(!differ(#"{"t":1795262395.5}"#, #"{"t":1795262460.25}"#))
    // An id, a count and a moment of another day are what they are.
    #expect(differ(#"{"campaignId":1234567890}"#, #"{"campaignId":1234567891}"#))
    #expect(differ(#"{"end":1795300000000}"#, #"{"end":1795400000000}"#))
    #expect(differ(#"{"id":"a1795262395"}"#, #"{"id":"a1795262460"}"#))
  }
}
