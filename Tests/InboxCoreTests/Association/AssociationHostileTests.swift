import Foundation
import InboxDomains
import InboxModel
import Testing

struct AssociationHostileTests {
  @Test("UL-7 patterns made to blow up are compared without going back")
  func stars() throws {
    let pattern = "/" + String(repeating: "*a", count: 40) + "*b"
    let file = try AssociationFixture.file(components: #"[{"/":"\#(pattern)"}]"#)
    let path = "/" + String(repeating: "a", count: 4_000)
    #expect(AssociationFixture.ask(file, path).verdict == .noMatch)
    #expect(AssociationFixture.ask(file, path + "b").verdict == .match)
  }

  @Test("UL-7 variables made to blow up are compared without going back")
  func variables() throws {
    let pattern = String(repeating: "$(v)", count: 60)
    let file = try AssociationFixture.file(
      components: #"[{"/":"/\#(pattern)b"}]"#, links: #","substitutionVariables":{"v":["a","aa","a*",""]}"#)
    let path = "/" + String(repeating: "a", count: 300)
    #expect(AssociationFixture.ask(file, path).verdict == .noMatch)
    #expect(AssociationFixture.ask(file, path + "b").verdict == .match)
  }

  @Test("UL-7 a file that needs too much work is given up, and what it would have opened stays shut")
  func tooMuch() throws {
    let words = (1...300).map { #""\#(String(repeating: "a", count: $0))*""# }.joined(separator: ",")
    let pattern = String(repeating: "$(v)", count: 5_000)
    let file = try AssociationFixture.file(
      components: #"[{"/":"/\#(pattern)b","exclude":true},{"/":"*"}]"#,
      links: #","substitutionVariables":{"v":[\#(words)]}"#)
    let decision = AssociationFixture.ask(file, "/" + String(repeating: "a", count: 6_000))
    #expect(decision.verdict == .noMatch)
    #expect(decision.rule.hasPrefix("components[0] "))
    #expect(decision.rule.hasSuffix("takes too long to compare; the file is hostile"))
    #expect(decision.rule.count < 250)
  }

  @Test("UL-7 a rule with thousands of references to a long list is compared, and the rule behind it counts")
  func references() throws {
    let pattern = String(repeating: "$(lang)", count: 17_000)
    let file = try AssociationFixture.file(components: #"[{"/":"/\#(pattern)"},{"/":"/en"}]"#)
    #expect(AssociationFixture.ask(file, "/en").rule == #"components[1] {"/":"/en"}"#)
  }

  @Test("UL-7 deep nesting is not a crash, in a file and in a line")
  func deep() {
    for depth in [400, 100_000] {
      let open = String(repeating: "[", count: depth)
      let close = String(repeating: "]", count: depth)
      let nested = #"{"applinks":{"details":[{"appID":"T.a","components":[{"?":\#(open)\#(close)}]}]}}"#
      let line = #"{"id":1,"aasa":\#(nested),"domain":"a.example","appId":"T.a","url":"https://a.example/"}"#
      let response = AssociationLine.respond(Data(line.utf8))
      #expect(response.hasPrefix(depth == 400 ? #"{"decision":"match""# : #"{"error":"#), "\(response)")
    }
  }

  @Test("UL-7 any bytes are read or refused, and any URL is answered")
  func anyBytes() {
    var random = Linear(state: 20_261_121)
    let pieces = [
      #"{"applinks":"#, #"{"details":["#, #"{"appID":"T.a","#, #""components":["#, #"{"/":""#, "*", "?", "$(",
      ")",
      "/", "%", "é", "\u{0}", #"""#, "]", "}", ",", #""paths":"#, "null", "1e9",
    ]
    for _ in 0..<2_000 {
      let text = (0..<random.next(12)).map { _ in pieces[random.next(pieces.count)] }.joined()
      let url =
        "https://a.example/" + (0..<random.next(9)).map { _ in pieces[random.next(pieces.count)] }.joined()
      let line = JSONValue.object([
        "id": .integer(1), "aasa": .string(text), "domain": .string("a.example"), "appId": .string("T.a"),
        "url": .string(url),
      ])
      let response = AssociationLine.respond(Data(line.serialized.utf8))
      #expect(response.contains(#""id":1"#), "state \(random.state): \(response)")
      #expect(!AssociationLine.respond(Data(text.utf8)).isEmpty)
      let pattern = JSONValue.object([
        "applinks": .object([
          "details": .array([
            .object(["appID": .string("T.a"), "paths": .array([.string(text), .string("*")])])
          ])
        ])
      ])
      #expect(throws: Never.self) {
        let rule = try SiteAssociation(pattern).decide(url, domain: "", appID: "T.a").rule
        #expect(rule.hasPrefix("paths["), "state \(random.state): \(rule)")
      }
    }
  }

  @Test("UL-7 what a file says is shown without control characters and not at full length")
  func shown() throws {
    let file = try AssociationFixture.file(
      paths: #"["\u001b[31m\u202e*","\#(String(repeating: "x", count: 5_000))"]"#)
    let rule = AssociationFixture.ask(file, "/\u{1B}[31m\u{202E}y").rule
    #expect(rule == #"paths[0] "\u001b[31m\u202e*""#)
    let long = AssociationFixture.ask(file, "/" + String(repeating: "x", count: 5_000)).rule
    #expect(long.hasPrefix(#"paths[1] "xxx"#))
    #expect(long.count < 140)
  }

  /// A small generator, so that a failure can be repeated.
  private struct Linear {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }
}
