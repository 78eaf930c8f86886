import Foundation
import InboxEvidence
import InboxModel
import InboxVendors
import Testing

struct HARDocumentTests {
  private typealias Fixture = RecordingFixture

  static let expected = #"""
    {"log":{"comment":"demo","creator":{"name":"inbox","version":"0.1.0"},"entries":[{"cache":{},\#
    "comment":"request 1","request":{"bodySize":0,"cookies":[],"headers":[{"name":"Accept",\#
    "value":"application/json"},{"name":"X-App-Token","value":"•••"}],"headersSize":-1,\#
    "httpVersion":"unknown","method":"GET","queryString":[{"name":"limit","value":"20"}],\#
    "url":"http://127.0.0.1:8080/mc/v1/centers/Primary/messages?limit=20"},"response":{"bodySize":15,\#
    "content":{"mimeType":"application/json","size":15,"text":"{\"messages\":[]}"},"cookies":[],\#
    "headers":[{"name":"Content-Type","value":"application/json"}],"headersSize":-1,\#
    "httpVersion":"unknown","redirectURL":"","status":200,"statusText":""},\#
    "startedDateTime":"2026-11-21T05:06:07.100Z","time":12,"timings":{"receive":0,"send":0,"wait":12}},\#
    {"_error":"connection refused","cache":{},"comment":"request 2: connection refused",\#
    "request":{"bodySize":2,"cookies":[],\#
    "headers":[{"name":"Content-Type","value":"application/octet-stream"}],"headersSize":-1,\#
    "httpVersion":"unknown","method":"PUT","postData":{"_encoding":"base64",\#
    "mimeType":"application/octet-stream","params":[],"text":"/wA="},"queryString":[],\#
    "url":"http://127.0.0.1:8080/mc/v1/badge"},"response":{"bodySize":-1,"content":{"mimeType":"",\#
    "size":0},"cookies":[],"headers":[],"headersSize":-1,"httpVersion":"unknown","redirectURL":"",\#
    "status":0,"statusText":""},"startedDateTime":"2026-11-21T05:06:08.000Z","time":3,\#
    "timings":{"receive":0,"send":0,"wait":3}}],"pages":[],"version":"1.2"}}
    """#

  @Test("FE-3 a HAR document, literally")
  func literal() {
    let document = HARDocument([Fixture.exchange, Fixture.failure], version: "0.1.0", comment: "demo")
    #expect(document.text == Self.expected)
  }

  @Test("FE-3 a coded body has its length and that on the wire, and one that was cut says so")
  func sizes() throws {
    func response(_ exchange: HTTPExchange) throws -> (entry: JSONValue, body: Int?, content: Int?) {
      let json = HARDocument([exchange], version: "1").json
      #expect(try JSONSchema(HARSchema.text).flaws(in: json) == [])
      let entry = try #require(json["log"]?["entries"]?.elements?.first)
      let response = entry["response"]
      return (entry, response?["bodySize"]?.integer, response?["content"]?["size"]?.integer)
    }
    var coded = Fixture.exchange
    coded.responseHeaders.append(.init("Content-Encoding", "gzip"))
    (coded.responseSize, coded.contentSize) = (35, 15)
    var found = try response(coded)
    #expect(found.body == 35 && found.content == 15)
    // As a recording of before has it.
    coded.contentSize = nil
    found = try response(coded)
    #expect(found.body == 35 && found.content == 15)
    var cut = Fixture.exchange
    (cut.responseSize, cut.truncated) = (9_000_000, [.response])
    found = try response(cut)
    #expect(found.body == 9_000_000 && found.content == 9_000_000)
    #expect(found.entry["comment"] == .string("request 1: the body of the response is not all here"))
    (cut.responseSize, cut.truncated) = (15, [.request, .response])
    found = try response(cut)
    #expect(found.body == -1 && found.entry["request"]?["bodySize"] == .integer(-1))
  }

  @Test("FE-3 QA-4 what a tap did to a request stands beside what the vendor responded, as HAR and on a page")
  func tapped() throws {
    var exchange = Fixture.exchange
    var tap = TapIntervention(fault: "messages 503 after")
    (tap.status, tap.reachedApp) = (503, false)
    exchange.tap = tap
    let entry = HARDocument([exchange], version: "1").json["log"]?["entries"]?.elements?.first
    let remarks = "request 1: fault of the tap: messages 503 after; the tap responded 503"
    #expect(entry?["comment"]?.text == remarks)
    let page = EvidencePage(title: "T", Recording([Fixture.line(.exchange(exchange), 112)])).markdown
    #expect(page.contains("| 200, fault of the tap: messages 503 after, the tap responded 503 |"), "\(page)")
  }

  @Test("FE-3 HAR documents hold to the schema of HAR 1.2")
  func schema() throws {
    let schema = try JSONSchema(HARSchema.text)
    var strange = Fixture.exchange.completed(
      301, headers: [.init("Location", "/a?token=x"), .init("Content-Type", "image/png")],
      body: Data([0x89, 0xFF]),
      after: -5)
    strange.url = "\u{0}?a&b=%FF&&=#"
    strange.requestBody = Data("a=1&password=x".utf8)
    let document = HARDocument([Fixture.exchange, Fixture.failure, strange], version: "1")
    #expect(schema.flaws(in: document.json) == [])
    #expect(schema.flaws(in: HARDocument([], version: "1").json) == [])
    let content = document.json["log"]?["entries"]?.elements?.last?["response"]?["content"]
    #expect(content?["text"] == .string("if8="))
    #expect(content?["encoding"] == .string("base64"))
  }

  @Test(
    "FE-3 the schema refuses what is not a HAR",
    arguments: [
      ("{}", "$: log is missing"), (#"{"log":{}}"#, "$.log: version is missing"),
      (
        HARDocumentTests.expected.replacing(#""version":"1.2""#, with: #""version":"2""#),
        "$.log.version: none of the values"
      ),
      (
        HARDocumentTests.expected.replacing(#""time":12"#, with: #""time":-1"#),
        "$.log.entries[0].time: below 0"
      ),
      (
        HARDocumentTests.expected.replacing(#""time":12"#, with: #""time":"12""#),
        "$.log.entries[0].time: not number"
      ),
      (
        HARDocumentTests.expected.replacing("05:06:07.100Z", with: ""),
        "$.log.entries[0].startedDateTime: no date-time"
      ),
      (
        HARDocumentTests.expected.replacing(#""cookies":[],"#, with: ""),
        "$.log.entries[0].request: cookies is missing"
      ),
    ])
  func refused(document: String, flaw: String) throws {
    let schema = try JSONSchema(HARSchema.text)
    #expect(schema.flaws(in: try JSONValue.parse(Data(document.utf8))).contains(flaw))
  }
}
