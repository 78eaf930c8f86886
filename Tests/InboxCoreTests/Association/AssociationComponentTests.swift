import Testing

@testable import InboxDomains

struct AssociationComponentTests {
  @Test(
    "UL-7 a component matches if all of its parts do; a part that is not named takes anything",
    arguments: [
      (#"{}"#, "/x?a=1#f", .match),
      (#"{"comment":"all"}"#, "", .match),
      (##"{"#":"promo"}"##, "/a/b?c=d#promo", .match), (##"{"#":"promo"}"##, "/a/b?c=d#other", .noMatch),
      (##"{"/":"/a","?":"b","#":"c"}"##, "/a?b#c", .match),
      (##"{"/":"/a","?":"b","#":"c"}"##, "/z?b#c", .noMatch),
      (##"{"/":"/a","?":"b","#":"c"}"##, "/a?z#c", .noMatch),
      (##"{"/":"/a","?":"b","#":"c"}"##, "/a?b#z", .noMatch),
      (##"{"/":"a","?":"b","#":"*"}"##, "/a?b", .match),
      (##"{"/":"a","?":"b","#":"*"}"##, "?b", .noMatch),
      // A missing fragment or query is an empty one.
      (##"{"#":"*"}"##, "/x", .match), (##"{"#":""}"##, "/x", .match), (##"{"#":"?*"}"##, "/x", .noMatch),
      (##"{"#":"?*"}"##, "/x#f", .match), (##"{"#":""}"##, "/x#f", .noMatch),
      (#"{"?":"*"}"#, "/x", .match), (#"{"?":""}"#, "/x", .match), (#"{"?":"?*"}"#, "/x", .noMatch),
      // Keys that Apple does not know, or of a wrong kind, do not count.
      (#"{"/":"/x","future":{"a":1}}"#, "/x", .match), (#"{"future":"y"}"#, "/x", .match),
      (#"{"/":"/x","casesensitive":false}"#, "/X", .noMatch),
      (#"{"/":7}"#, "/x", .match), (#"{"exclude":"yes"}"#, "/x", .match),
      (#"{"caseSensitive":"no","/":"/x"}"#, "/X", .noMatch),
      // What excludes also ends the search.
      (#"{"exclude":true,"/":"/x"}"#, "/x", .exclude), (#"{"exclude":true,"/":"/x"}"#, "/y", .noMatch),
      (#"{"exclude":false,"/":"/x"}"#, "/x", .match),
    ] as [(String, String, AssociationDecision.Verdict)])
  func parts(component: String, path: String, verdict: AssociationDecision.Verdict) throws {
    let file = try AssociationFixture.file(components: "[\(component)]")
    #expect(AssociationFixture.ask(file, path).verdict == verdict)
  }

  @Test(
    "UL-7 a query: as one text, or by items, of which a missing one is empty and every repeated one counts",
    arguments: [
      (#""a=1""#, "?a=1", .match), (#""a=1""#, "?a=1&b=2", .noMatch),
      (#""a=1""#, "", .noMatch), (#""a=1*""#, "?a=1&b=2", .match), (#""a?1""#, "?a=1", .match),
      (#""x?""#, "?x?", .match),
      (#"{}"#, "?a=1", .match),
      (#"{"a":"1"}"#, "?a=1", .match), (#"{"a":"1"}"#, "?b=2&a=1", .match), (#"{"a":"1"}"#, "?a=2", .noMatch),
      (#"{"a":"1"}"#, "?b=1", .noMatch), (#"{"a":"1"}"#, "", .noMatch), (#"{"a":"1"}"#, "?A=1", .noMatch),
      (#"{"n":"????"}"#, "?n=4711", .match), (#"{"n":"????"}"#, "?n=471", .noMatch),
      (#"{"n":"????"}"#, "?n=47110", .noMatch),
      (#"{"a":"1","b":"2"}"#, "?b=2&a=1", .match), (#"{"a":"1","b":"2"}"#, "?a=1&b=3", .noMatch),
      (#"{"b":"*"}"#, "?a=1", .match), (#"{"b":""}"#, "?a=1", .match), (#"{"b":"?*"}"#, "?a=1", .noMatch),
      (#"{"b":"1"}"#, "?a=1", .noMatch), (#"{"b":"*"}"#, "", .match), (#"{"a":"1","b":"*"}"#, "?a=1", .match),
      (#"{"f":""}"#, "?f", .match), (#"{"f":""}"#, "?f=", .match), (#"{"f":""}"#, "?f=1", .noMatch),
      (#"{"f":"a=b"}"#, "?f=a=b", .match), (#"{"":"x"}"#, "?=x", .match), (#"{"a":"1"}"#, "?&&a=1&", .match),
      (#"{"k":"9"}"#, "?k=9&k=4", .noMatch), (#"{"k":"9"}"#, "?k=4&k=9", .noMatch),
      (#"{"k":"9"}"#, "?k=4&k=9&k=5", .noMatch), (#"{"k":"9"}"#, "?k=9&k=9", .match),
      (#"{"k":"*"}"#, "?k=4&k=9", .match), (#"{"k":"?*"}"#, "?k=4&k=9", .match),
      (#"{"k":"?*"}"#, "?k=4&k", .noMatch), (#"{"k":""}"#, "?k=4&k=9", .noMatch),
      (#"{"k":"4,9"}"#, "?k=4&k=9", .noMatch), (#"{"k":"9,4"}"#, "?k=9&k=4", .noMatch),
      // One value that is not text voids them all.
      (#"{"a":"1","f":true}"#, "?a=2", .match), (#"{"a":"1","f":true}"#, "?a=1", .match),
      (#"{"f":true}"#, "?g=1", .match), (#"{"f":false}"#, "?f=1", .match), (#"{"n":5}"#, "?n=6", .match),
      (#"{"n":null}"#, "?n=5", .match), (#"{"a":["1"]}"#, "?a=2", .match),
      (#"{"a":{"b":"1"}}"#, "?a=2", .match),
      (#"["a"]"#, "?b", .match),
    ] as [(String, String, AssociationDecision.Verdict)])
  func query(pattern: String, query: String, verdict: AssociationDecision.Verdict) throws {
    let file = try AssociationFixture.file(components: #"[{"?":\#(pattern)}]"#)
    #expect(AssociationFixture.ask(file, "/x\(query)").verdict == verdict)
  }

  @Test(
    "UL-7 percentEncoded: by default as written; else the URL is decoded and the pattern is not",
    arguments: [
      (#""/":"/a%20b""#, "/a%20b", true), (#""/":"/a b""#, "/a%20b", false),
      (#""/":"/a b","percentEncoded":false"#, "/a%20b", true),
      (#""/":"/a%20b","percentEncoded":false"#, "/a%20b", false),
      (#""/":"/a/b""#, "/a%2Fb", false), (#""/":"/a/b","percentEncoded":false"#, "/a%2Fb", true),
      (#""/":"/caf%C3%A9""#, "/caf%C3%A9", true), (#""/":"/caf%C3%A9""#, "/caf%c3%a9", false),
      (#""/":"/café""#, "/caf%C3%A9", false), (#""/":"/café","percentEncoded":false"#, "/caf%c3%a9", true),
      (#""/":"/café/*","percentEncoded":false"#, "/caf%C3%A9/menu", true),
      (#""/":"/caf?","percentEncoded":false"#, "/caf%C3%A9", true),
      // What is not an escape, or decodes to no text, stays as written.
      (#""/":"/100%zz","percentEncoded":false"#, "/100%zz", true),
      (#""/":"/x%2","percentEncoded":false"#, "/x%2", true),
      (#""/":"/x%FF","percentEncoded":false"#, "/x%FF", true),
      (#""?":{"q":"a b"},"percentEncoded":false"#, "/?q=a%20b", true),
      (#""?":{"q":"a b"},"percentEncoded":false"#, "/?q=a+b", false),
      (#""?":{"q":"a&b=c"},"percentEncoded":false"#, "/?q=a%26b%3Dc", true),
      (##""?":"q=a b","#":"c d","percentEncoded":false"##, "/?q=a%20b#c%20d", true),
      (#""?":{"a b":"1"},"percentEncoded":false"#, "/?a%20b=1", true),
    ] as [(String, String, Bool)])
  func encoding(members: String, path: String, matches: Bool) throws {
    let file = try AssociationFixture.file(components: "[{\(members)}]")
    #expect((AssociationFixture.ask(file, path).verdict == .match) == matches)
  }

  @Test(
    "UL-7 caseSensitive: true unless said otherwise; false folds all parts, names of items too",
    arguments: [
      (#""/":"/Sale/*""#, "/sale/1", false), (#""/":"/Sale/*","caseSensitive":true"#, "/sale/1", false),
      (#""/":"/Sale/*","caseSensitive":false"#, "/sALE/1", true),
      (##""?":"A=b","caseSensitive":false"##, "/?a=B", true),
      (##""#":"Top","caseSensitive":false"##, "/#tOP", true),
      (#""?":{"Name":"Value"},"caseSensitive":false"#, "/?nAME=vALUE", true),
      (#""/":"/ÄPFEL","caseSensitive":false,"percentEncoded":false"#, "/%C3%A4pfel", true),
      // A letter whose small form is two scalars stays as it is, so that `?` is one character.
      (#""/":"/?","caseSensitive":false"#, "/İ", true),
    ] as [(String, String, Bool)])
  func letterCase(members: String, path: String, matches: Bool) throws {
    let file = try AssociationFixture.file(components: "[{\(members)}]")
    #expect((AssociationFixture.ask(file, path).verdict == .match) == matches)
  }

  @Test(
    "UL-7 defaults: of all links, then of the entry, then the component; they may hold patterns too",
    arguments: [
      (#"{"caseSensitive":false}"#, #"{}"#, #"{"/":"/Sale"}"#, "/sale", .match),
      (#"{"caseSensitive":false}"#, #"{"caseSensitive":true}"#, #"{"/":"/Sale"}"#, "/sale", .noMatch),
      (#"{}"#, #"{"caseSensitive":false}"#, #"{"/":"/Sale"}"#, "/sale", .match),
      (#"{}"#, #"{"caseSensitive":false}"#, #"{"/":"/Sale","caseSensitive":true}"#, "/sale", .noMatch),
      (#"{"caseSensitive":true}"#, #"{}"#, #"{"/":"/Sale"}"#, "/sale", .noMatch),
      (#"{"percentEncoded":false}"#, #"{}"#, #"{"/":"/a b"}"#, "/a%20b", .match),
      (#"{"percentEncoded":false}"#, #"{"caseSensitive":false}"#, #"{"/":"/A b"}"#, "/a%20B", .match),
      (##"{"/":"/sale/*"}"##, ##"{}"##, ##"{"#":"*"}"##, "/bar", .noMatch),
      (##"{"/":"/sale/*"}"##, ##"{}"##, ##"{"#":"*"}"##, "/sale/1", .match),
      (##"{}"##, ##"{"/":"/sale/*"}"##, ##"{"#":"*"}"##, "/bar", .noMatch),
      (#"{"/":"/sale/*"}"#, #"{}"#, #"{"/":"/bar"}"#, "/bar", .match),
      (##"{"?":{"id":"??"}}"##, ##"{}"##, ##"{"#":"*"}"##, "/bar?id=7", .noMatch),
      (##"{"?":{"id":"??"}}"##, ##"{}"##, ##"{"#":"*"}"##, "/bar?id=77", .match),
      (##"{"exclude":true}"##, ##"{}"##, ##"{"#":"*"}"##, "/bar", .exclude),
      (#"{"exclude":true}"#, #"{}"#, #"{"exclude":false}"#, "/bar", .match),
      (#"7"#, #"[]"#, #"{"/":"/bar"}"#, "/bar", .match),
    ] as [(String, String, String, String, AssociationDecision.Verdict)])
  func defaults(
    links: String, entry: String, component: String, path: String, verdict: AssociationDecision.Verdict
  ) throws {
    let file = try AssociationFixture.file(
      components: "[\(component)]", links: #","defaults":\#(links)"#, entry: #","defaults":\#(entry)"#)
    #expect(AssociationFixture.ask(file, path).verdict == verdict)
  }

  @Test("UL-7 the first component that matches decides and is named; an earlier exclusion is final")
  func order() throws {
    let file = try AssociationFixture.file(
      components: ##"[{"#":"stay","exclude":true},{"/":"/club/login","exclude":true},{"/":"/club/*"}]"##)
    let ask = { AssociationFixture.ask(file, $0) }
    #expect(ask("/club/card") == .init(verdict: .match, rule: #"components[2] {"/":"/club/*"}"#))
    #expect(
      ask("/club/login")
        == .init(verdict: .exclude, rule: #"components[1] {"/":"/club/login","exclude":true}"#))
    #expect(ask("/club/card#stay").verdict == .exclude)
    #expect(ask("/shoes") == .init(verdict: .noMatch, rule: "none of the app's 3 rules matches"))
    let reversed = try AssociationFixture.file(
      components: #"[{"/":"/club/*"},{"/":"/club/login","exclude":true}]"#)
    #expect(AssociationFixture.ask(reversed, "/club/login").verdict == .match)
  }
}
