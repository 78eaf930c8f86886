import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

struct RecordingLineTests {
  private typealias Fixture = RecordingFixture

  private func read(_ text: String) throws(InboxError) -> Recording {
    try RecordingReader.read(Data(text.utf8))
  }

  @Test("FE-3 every type of line, literally")
  func literal() {
    let expected = #"""
      {"arguments":["demo","--record","a.jsonl"],"columns":80,"profile":"demo","program":"0.1.0",\#
      "rows":24,"seed":"7","t":0,"ts":"2026-11-21T05:06:07.000Z","type":"start","v":1,"zone":"UTC"}
      {"key":"j","t":0.05,"ts":"2026-11-21T05:06:07.050Z","type":"key"}
      {"method":"GET","ms":12,"number":1,"requestHeaders":[["Accept","application/json"],["X-App-Token",\#
      "•••"]],"responseHeaders":[["Content-Type","application/json"]],"responseText":"{\"messages\":[]}",\#
      "size":15,"started":"2026-11-21T05:06:07.100Z","status":200,"t":0.112,\#
      "ts":"2026-11-21T05:06:07.112Z","type":"exchange",\#
      "url":"http://127.0.0.1:8080/mc/v1/centers/Primary/messages?limit=20"}
      {"center":"Primary","failed":false,"label":"display","message":"m-1","number":4,"t":0.3,\#
      "time":"2026-11-21T05:06:07.300Z","ts":"2026-11-21T05:06:07.300Z","type":"journal",\#
      "verdict":"suppressed","why":"suppressed: already displayed in session 3"}
      {"failed":true,"label":"badge","local":3,"number":5,"server":4,"t":0.4,\#
      "time":"2026-11-21T05:06:07.400Z","ts":"2026-11-21T05:06:07.400Z","type":"journal",\#
      "why":"failed sync: set 3"}
      {"event":"focusGained","payload":{"key":"j"},"t":0.41,"ts":"2026-11-21T05:06:07.410Z","type":"event"}
      {"now":"2026-11-21T05:11:07.500Z","styles":"cbf29ce484222325","t":0.42,"text":"84222325cbf29ce4",\#
      "ts":"2026-11-21T05:06:07.420Z","type":"frame"}
      {"now":816983678.1234567,"t":0.43,"ts":"2026-11-21T05:06:07.430Z","type":"frame"}
      {"failed":false,"label":"clock","number":6,"t":0.5,"time":"2026-11-21T05:11:07.500Z",\#
      "ts":"2026-11-21T05:06:07.500Z","type":"journal","why":"the clock runs 5 m ahead of the machine's"}
      {"error":"connection refused","method":"PUT","ms":3,"number":2,"requestBase64":"/wA=",\#
      "requestHeaders":[["Content-Type","application/octet-stream"]],"responseHeaders":[],\#
      "started":"2026-11-21T05:06:08.000Z","t":1.003,"ts":"2026-11-21T05:06:08.003Z","type":"exchange",\#
      "url":"http://127.0.0.1:8080/mc/v1/badge"}
      {"status":0,"t":1.234,"ts":"2026-11-21T05:06:08.234Z","type":"end"}
      """#
    let lines = Fixture.lines.map { $0.masked().text }
    for (line, expected) in zip(lines, expected.split(separator: "\n")) { #expect(line == expected) }
    #expect(lines.count == 11)
  }

  @Test("FE-3 what is written is read back")
  func roundTrip() throws {
    let recording = try read(Fixture.lines.map(\.text).joined(separator: "\n") + "\n")
    #expect(recording.lines == Fixture.lines)
    #expect(recording.problems.isEmpty && recording.gaps.isEmpty && recording.damage == nil)
    #expect(recording.entries.map(\.number) == Array(1...11))
    #expect(recording.start == Fixture.begin)
    #expect(recording.exchanges.map(\.number) == [1, 2])
  }

  @Test("FE-3 an exchange says which of its bodies are not all here; one of before says nothing of it")
  func truncated() throws {
    var exchange = Fixture.exchange
    (exchange.truncated, exchange.contentSize) = ([.response, .request], 20)
    let line = Fixture.line(.exchange(exchange), 112)
    #expect(line.text.contains(#""truncated":["request","response"]"#))
    #expect(try read(line.text).lines == [line])
    #expect(try read(Fixture.lines[2].text).exchanges.map(\.truncated) == [[]])
    #expect(EvidencePage(title: "t", Recording([line])).markdown.contains("15 bytes, not all of it"))
  }

  @Test("FE-3 a recording without its end, of a killed run or one that goes on, is read and says so")
  func endless() throws {
    let recording = try read(Fixture.lines.dropLast().map(\.text).joined(separator: "\n") + "\n")
    #expect(recording.lines == Fixture.lines.dropLast() && recording.problems.isEmpty)
    let sentence = "The recording has no end: the run was killed or still goes on, or the file was cut."
    #expect(recording.gaps == [sentence] && recording.damage?.hasPrefix(sentence) == true)
    #expect(EvidencePage(title: "t", recording).markdown.contains(sentence))
  }

  @Test("FE-3 a recording from which lines were taken says so, and so does one with two runs in it")
  func holes() throws {
    var lines = Fixture.lines
    lines[10].linesBefore = 10
    func problems(_ lines: [RecordingLine]) throws -> [String] {
      try read(lines.map(\.text).joined(separator: "\n") + "\n").problems.map(\.description)
    }
    #expect(try problems(lines).isEmpty && lines[10].text.contains(#""lines":10"#))
    #expect(
      try problems(Array(lines[..<2] + lines[3...])) == [
        "Line 10: the run wrote 10 lines before its end, and the file has 9."
      ])
    #expect(
      try problems(lines + lines) == [
        "Line 12: another recording begins here.",
        "Line 22: the run wrote 10 lines before its end, and the file has 21.",
      ])
    // How often a run draws is nothing that two runs must have in common.
    #expect(RecordingDiff(Recording(lines), Recording(Fixture.lines)).isEmpty)
  }

  @Test("FE-3 types and members of later versions survive")
  func unknown() throws {
    let text = #"{"a":[1,{"b":null}],"t":0.001,"ts":"2026-11-21T05:06:07.001Z","type":"later"}"#
    let known = #"{"extra":{"x":1.5},"key":"j","t":0.002,"ts":"2026-11-21T05:06:07.002Z","type":"key"}"#
    let recording = try read("\(text)\r\n\n\(known)\n")
    #expect(recording.lines.map(\.text) == [text, known])
    #expect(recording.lines.first?.content == .unknown(type: "later"))
    #expect(recording.entries.map(\.number) == [1, 3])
    #expect(
      recording.problems.map(\.description) == ["Line 1: the recording does not begin with a start line."])
  }

  @Test("FE-3 what is wrong with lines is reported with their numbers")
  func problems() throws {
    let good = Fixture.lines[1].text
    let file = """
      \(Fixture.lines[0].text)
      nonsense
      [1]
      {"type":"key","t":1}
      {"type":"key","t":"x","ts":"2026-11-21T05:06:07Z","key":"j"}
      {"type":"key","t":1,"ts":"2026-11-21T05:06:07Z"}
      \(good)
      {"type":"exchange","t":1,"ts":"2026-11-21T05:06:07Z","number":1,"started":"2026-11-21T05:06:07Z",\
      "ms":1,"method":"GET","url":"/","requestHeaders":[["a"]]}
      \(good.dropLast(9))
      """
    let recording = try read(file)
    #expect(recording.lines.map(\.type) == ["start", "key"])
    #expect(
      recording.problems.map(\.description) == [
        "Line 2: it is not JSON and was left out.", "Line 3: it is a list, not an object.",
        "Line 4: ts is missing.", "Line 5: t is a text, not a number of seconds.", "Line 6: key is missing.",
        "Line 8: requestHeaders holds something that is not a pair of texts.",
        "Line 9: it is cut short and was left out.",
      ])
  }

  @Test("FE-3 a newer recording and what is none are refused with a sentence")
  func refused() {
    #expect(
      throws: InboxError.configuration(
        "The recording is of version 2, and this program reads up to version 1. "
          + "Read it with the inbox that wrote it, or update this program.")
    ) { try read(#"{"v":2,"type":"start","strange":true}"#) }
    let none = InboxError.configuration(
      "This is not a recording: it has no line that --record writes. Give a file of --record.")
    for text in ["", "\n\n", "hello\n", #"{"a":1}"#] { #expect(throws: none) { try read(text) } }
  }

  @Test("FE-3 hostile texts and bodies are one harmless line each and come back as they were")
  func hostile() throws {
    let nasty = (0..<0xA0).compactMap { Unicode.Scalar($0) }.map(String.init).joined() + "\u{2028}\u{202E}|`<"
    let bytes = Data((0...255).map { UInt8($0) })
    let exchange = HTTPExchange(
      number: 1, started: Fixture.start, method: nasty, url: nasty, requestHeaders: [.init(nasty, nasty)],
      requestBody: bytes
    ).completed(200, body: Data(nasty.utf8), after: 1)
    let lines = [
      Fixture.lines[0], Fixture.line(.key(nasty), 1), Fixture.line(.exchange(exchange), 2),
      Fixture.line(.frame(RecordedFrame(text: nasty)), 3),
      Fixture.line(.key(String(repeating: "a|`\n", count: 262_144)), 4),
    ]
    for line in lines {
      let isHarmless = line.text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
      }
      #expect(isHarmless)
    }
    #expect(try read(lines.map(\.text).joined(separator: "\n")).lines == lines)
  }

  @Test("FE-3 a time of a recording that no clock shows is left out")
  func farTimes() throws {
    let line = #"{"type":"key","key":"j","t":1,"ts":"2026-11-21T05:06:07Z","now":"#
    #expect(try read(line + "1e300}").lines.first?.now == nil)
    #expect(try read(line + "-1e300}").lines.first?.now == nil)
    #expect(
      try read(line + "816983678.5}").lines.first?.now == Date(timeIntervalSinceReferenceDate: 816_983_678.5))
  }

  @Test("UL-5 QA-4 the link of a click is what its line says it is, whatever stands in it")
  func links() throws {
    let link = "https://news.acme.example/pub/acc?a=1 · b"
    let key = MessageKey(center: .primary, id: MessageID("m-1"))
    var entry = JournalEntry(
      number: 1, time: Fixture.start, kind: .link(failed: false), message: key,
      why: "click counted · responsys-app, deep-link: it resolved · \(link)")
    let earlier = Recording([Fixture.line(.journal(RecordedEntry(entry)), 1)])
    entry.link = link
    let run = Recording([Fixture.line(.journal(RecordedEntry(entry)), 1)])
    #expect(try read(run.lines[0].text).attempts?.clicks.map(\.link) == [link])
    #expect(RecordingDiff(earlier, run).isEmpty)
    // Earlier versions had it only in the reason, whose last part is not always a link.
    #expect(earlier.attempts?.clicks.isEmpty == true)
    (entry.why, entry.link) = (entry.why.replacing(" · b", with: ""), nil)
    let plain = Recording([Fixture.line(.journal(RecordedEntry(entry)), 1)])
    #expect(plain.attempts?.clicks.map(\.link) == ["https://news.acme.example/pub/acc?a=1"])
  }
}
