import Foundation
import InboxModel
import Testing

@testable import InboxDomains

struct SiteAssociationTests {
  private static func parse(_ text: String) throws -> SiteAssociation {
    try SiteAssociation(body: Data(text.utf8))
  }

  @Test(
    "UL-7 what is not an association file is refused with the reason",
    arguments: [
      ("", "it is empty"),
      ("{", "it is not JSON at line 1, column 1: the object that begins here has no end"),
      ("<html></html>", "it is not JSON at line 1, column 1: “<” stands where a value should be"),
      ("{\n \"a\": tru}", "it is not JSON at line 2, column 7: “t” begins no true, false or null"),
      ("[]", "it is a list, not an object"), (#""x""#, "it is a text, not an object"),
      ("null", "it is null, not an object"), ("\u{FEFF}", "it is empty"),
      ("0", "it is a number, not an object"),
      (#"{"applinks":1e999}"#, "it is not complete JSON"),
    ] as [(String, String)])
  func refused(text: String, reason: String) {
    #expect(throws: InboxError.invalidPayload(reason)) { try Self.parse(text) }
  }

  @Test(
    "UL-7 what is read although it is not JSON by RFC 8259 is a doubt, with its place",
    arguments: [
      (#"{"applinks":{"details":[]}}"#, []),
      ("{\"applinks\":\n{\"details\":[],}}", ["line 2, column 14: nothing comes after this comma"]),
      (#"{"applinks":{"details":[{},]},}"#, ["line 1, column 27: nothing comes after this comma"]),
      ("\u{FEFF}{}", ["it begins with a byte order mark"]),
      ("\u{FEFF}{\"a\":1,}", ["it begins with a byte order mark", "line 1, column 7: nothing comes after"]),
    ] as [(String, [String])])
  func doubts(text: String, begins: [String]) throws {
    let doubts = try Self.parse(text).doubts
    #expect(doubts.count == begins.count && zip(doubts, begins).allSatisfy { $0.hasPrefix($1) }, "\(doubts)")
  }

  @Test("UL-7 a signed file is recognised, and 128 KiB is the most that is read")
  func signedAndLarge() throws {
    #expect(throws: InboxError.invalidPayload("it is a signed file of iOS 8; serve the plain JSON instead")) {
      try SiteAssociation(body: Data([0x30, 0x82, 0x01, 0x00, 0x06]))
    }
    let full = Data((#"{"applinks":{"details":[]}}"# + String(repeating: " ", count: 131_072)).utf8)
    #expect(try SiteAssociation(body: full.prefix(131_072)).appIDs == [])
    #expect(throws: InboxError.invalidPayload("it is 131073 bytes long; iOS takes at most 131072")) {
      try SiteAssociation(body: full.prefix(131_073))
    }
  }

  @Test("UL-7 appID and appIDs both count; the apps come in the file's order, each once")
  func apps() throws {
    let file = try Self.parse(
      #"""
      {"applinks":{"details":[
        {"appID":"T.z","appIDs":["T.a","T.z"],"components":[{"/":"/1"}]},
        {"appIDs":["T.m","T.a",7],"components":[{"/":"/2"}]}, {"paths":["*"]}, 5
      ]}}
      """#)
    #expect(file.appIDs == ["T.z", "T.a", "T.m"])
    let ask = { (path: Int, app: String) in
      file.decide("https://a.example/\(path)", domain: "a.example", appID: app)
    }
    #expect(ask(1, "T.z").verdict == .match)
    #expect(ask(2, "T.z").verdict == .noMatch)
    #expect(ask(1, "T.a") == .init(verdict: .match, rule: #"details[0].components[0] {"/":"/1"}"#))
    #expect(ask(2, "T.a") == .init(verdict: .match, rule: #"details[1].components[0] {"/":"/2"}"#))
    #expect(ask(1, "T.m").verdict == .noMatch)
    #expect(ask(1, "t.a").verdict == .noMatch)
  }

  @Test("UL-7 the first rule of all the app's entries wins")
  func entries() throws {
    let file = try Self.parse(
      #"""
      {"applinks":{"details":[
        {"appID":"T.a","components":[{"/":"/x/*","exclude":true}]}, {"appID":"T.b","paths":["*"]},
        {"appID":"T.a","paths":["/x/*","/y"]}
      ]}}
      """#)
    let ask = { (path: String) in
      file.decide("https://a.example\(path)", domain: "a.example", appID: "T.a")
    }
    #expect(ask("/x/1").verdict == .exclude)
    #expect(ask("/y") == .init(verdict: .match, rule: #"details[2].paths[1] "/y""#))
    #expect(ask("/z").verdict == .noMatch)
  }

  @Test("UL-7 beside components, paths do not count (WWDC19, session 717)")
  func both() throws {
    let file = try Self.parse(
      #"{"applinks":{"details":[{"appID":"T.a","paths":["/old"],"components":[{"/":"/new"}]}]}}"#)
    let ask = { (path: String) in
      file.decide("https://a.example\(path)", domain: "a.example", appID: "T.a").verdict
    }
    #expect(ask("/new") == .match)
    #expect(ask("/old") == .noMatch)
    #expect(file.remarks == ["applinks.details[0].paths does not count beside components"])
  }

  @Test(
    "UL-7 why no rule was asked",
    arguments: [
      ("https://a.example/", "a.example", "T.a", .match, #"paths[0] "*""#),
      ("HTTPS://A.Example/", "a.EXAMPLE", "T.a", .match, #"paths[0] "*""#),
      ("https://u:p@a.example:8443/x", "a.example", "T.a", .match, #"paths[0] "*""#),
      ("https://anything.example/x", "", "T.a", .match, #"paths[0] "*""#),
      ("http://a.example/", "a.example", "T.a", .noMatch, "the URL is not https"),
      ("shop://a.example/", "a.example", "T.a", .noMatch, "the URL is not https"),
      (
        "https://b.example/", "a.example", "T.a", .noMatch,
        #"the URL's host "b.example" is not the domain "a.example""#
      ),
      (
        "https://www.a.example/", "a.example", "T.a", .noMatch,
        #"the URL's host "www.a.example" is not the domain "a.example""#
      ),
      (
        "https://a.example@evil.example/", "a.example", "T.a", .noMatch,
        #"the URL's host "evil.example" is not the domain "a.example""#
      ),
      (
        "https://evil.example/?@a.example", "a.example", "T.a", .noMatch,
        #"the URL's host "evil.example" is not the domain "a.example""#
      ),
      ("https://a.example/", "a.example", "T.b", .noMatch, #"no details entry lists "T.b""#),
      ("https:///x", "", "T.a", .noMatch, "the text is not a URL with a host"),
      ("/x", "", "T.a", .noMatch, "the text is not a URL with a host"),
      ("https:a.example", "", "T.a", .noMatch, "the text is not a URL with a host"),
      (" https://a.example/", "", "T.a", .noMatch, "the text is not a URL with a host"),
      ("", "", "T.a", .noMatch, "the text is not a URL with a host"),
    ] as [(String, String, String, AssociationDecision.Verdict, String)])
  func reasons(
    url: String, domain: String, app: String, verdict: AssociationDecision.Verdict, rule: String
  ) throws {
    let file = try Self.parse(#"{"applinks":{"details":[{"appID":"T.a","paths":["*"]}]}}"#)
    #expect(file.decide(url, domain: domain, appID: app) == .init(verdict: verdict, rule: rule))
  }

  @Test(
    "UL-7 what is not understood is ignored and named",
    arguments: [
      ("{}", ["applinks is missing"]),
      (#"{"webcredentials":{"apps":["T.a"]}}"#, ["applinks is missing"]),
      (#"{"applinks":[]}"#, ["applinks is a list, not an object"]),
      (#"{"applinks":{}}"#, ["applinks.details is missing"]),
      (#"{"applinks":{"details":"x"}}"#, ["applinks.details is a text, not a list"]),
      (
        #"{"applinks":{"details":[7,{}]}}"#,
        [
          "applinks.details[0] is a number, not an object", "applinks.details[1] lists no app",
          "applinks.details[1] has no rules",
        ]
      ),
      (
        #"{"applinks":{"details":[{"appID":"T.a","components":[{"/":1,"?":{"q":true},"case":1}]}]}}"#,
        [
          "applinks.details[0].components[0]./ is a number",
          "applinks.details[0].components[0].? is ignored as a whole: q is true or false, not a text",
          "applinks.details[0].components[0].case is not a key that Apple knows",
        ]
      ),
      (
        #"{"applinks":{"details":[{"appID":"T.a","paths":["/$(x)"]}],"substitutionVariables":{"$x":[]}}}"#,
        [
          "applinks.substitutionVariables.$x cannot be used: a name holds no $, ( or )",
          #"applinks.details[0].paths[0] can never match: there is no variable "$(x)""#,
        ]
      ),
    ] as [(String, [String])])
  func remarks(text: String, remarks: [String]) throws {
    let file = try Self.parse(text)
    #expect(file.remarks == remarks)
    #expect(file.decide("https://a.example/", domain: "a.example", appID: "T.none").verdict == .noMatch)
  }

  @Test("UL-7 a file without links has its own reason; so has an entry without rules")
  func withoutLinks() throws {
    let none = try Self.parse(#"{"webcredentials":{"apps":["T.a"]}}"#)
    #expect(
      none.decide("https://a.example/", domain: "a.example", appID: "T.a").rule
        == "the file has no applinks object")
    let bare = try Self.parse(#"{"applinks":{"details":[{"appID":"T.a"}]}}"#)
    #expect(
      bare.decide("https://a.example/", domain: "a.example", appID: "T.a").rule
        == "the app's entry has no rules")
  }
}
