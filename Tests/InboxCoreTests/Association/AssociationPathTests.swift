import Foundation
import Testing

@testable import InboxDomains

struct AssociationPathTests {
  @Test(
    "UL-7 wildcards and slashes of a path, as swcutil has them",
    arguments: [
      // `*` takes any run, over slashes too; `?` takes one character.
      ("/sale/*", "/sale/7", .match),
      ("/sale/*", "/sale/7/red", .match), ("/sale/*", "/sales", .noMatch), ("/sale/*", "/sal", .noMatch),
      ("/sale*", "/sale", .match), ("/sale*", "/sales", .match),
      ("/item/????", "/item/4711", .match), ("/item/????", "/item/471", .noMatch),
      ("/item/????", "/item/47110", .noMatch), ("/item/????", "/item/471/", .noMatch),
      ("/item/?*", "/item/4", .match), ("/item/?*", "/item/", .noMatch), ("/item/?*", "/item", .noMatch),
      ("/a/*/z", "/a/b/z", .match), ("/a/*/z", "/a/b/c/z", .match), ("/a/*/z", "/a/z", .noMatch),
      ("/a*b*c", "/aXbYbZc", .match), ("/a*b*c", "/aXc", .noMatch), ("/a**c", "/abc", .match),
      ("*", "/anything/at/all", .match), ("/*", "/anything", .match), ("*", "", .match),
      ("*basket", "/my-basket", .match), ("*/basket", "/my/basket", .match),
      // The folder itself belongs to `/*`.
      ("/sale/*", "/sale", .match), ("/sale/*", "/sale/", .match), ("/sale/*", "/sale//", .match),
      ("/a/b/*", "/a/b", .match), ("/a/b/*", "/a", .noMatch), ("/*", "/", .match), ("/*", "", .match),
      // Trailing slashes count on neither side.
      ("/sale", "/sale/", .match), ("/sale", "/sale//", .match), ("/sale/", "/sale", .match),
      ("/sale/", "/sale//", .match), ("/sale//", "/sale", .match), ("/a/b/", "/a/b", .match),
      ("/", "/", .match), ("/", "", .match), ("/", "/x", .noMatch),
      // A pattern may lack its leading slash; a run of them is one.
      ("sale", "/sale", .match), ("sale", "/sales", .noMatch), ("sale", "/xsale", .noMatch),
      ("sale/*", "/sale/7", .match), ("sale/*", "/sale", .match), ("a/b", "/a/b", .match),
      ("//sale", "/sale", .match), ("///sale", "/sale", .match),
      // All of the path, in its case.
      ("/sale", "/sale/7", .noMatch), ("/sale", "/x/sale", .noMatch), ("/Sale/*", "/sale/7", .noMatch),
      // `?` is a character and not a byte; a pattern has no escapes.
      ("/?", "/é", .match), ("/?", "/éé", .noMatch), ("/a.c", "/abc", .noMatch), ("/[ab]", "/a", .noMatch),
      ("/a\\\\*", "/a\\b", .match),
    ] as [(String, String, AssociationDecision.Verdict)])
  func path(pattern: String, path: String, verdict: AssociationDecision.Verdict) throws {
    let new = try AssociationFixture.file(components: #"[{"/":"\#(pattern)"}]"#)
    #expect(AssociationFixture.ask(new, path).verdict == verdict)
    let old = try AssociationFixture.file(paths: #"["\#(pattern)"]"#)
    #expect(AssociationFixture.ask(old, path).verdict == verdict)
  }

  @Test(
    "UL-7 the old form: in order, NOT keeps a path back, the first match wins",
    arguments: [
      (#"["NOT /club/*","*"]"#, "/club/card", AssociationDecision.Verdict.exclude),
      (#"["NOT /club/*","*"]"#, "/shoes", .match),
      (#"["*","NOT /club/*"]"#, "/club/card", .match),
      (#"["NOT  /club/*","*"]"#, "/club", .exclude),
      (#"["NOT/club/*"]"#, "/club/card", .noMatch),
      (#"["not /club/*"]"#, "/club/card", .noMatch),
      (#"["/club/*"]"#, "/shoes", .noMatch),
      (#"["/pub/acc"]"#, "/pub/acc?_ri_=1&_ei_=2#top", .match),
      (#"["/pub/acc"]"#, "/pub/cc?_ri_=1", .noMatch),
      (#"["/pub/acc"]"#, "/PUB/ACC", .noMatch),
      (#"["/year/201?/*"]"#, "/year/2015/spring", .match),
      (#"["/year/201?/*"]"#, "/year/2025/spring", .noMatch),
      (#"[7,null,"/x"]"#, "/x", .match),
      (#"[]"#, "/x", .noMatch),
      (#""/x""#, "/x", .noMatch),
    ] as [(String, String, AssociationDecision.Verdict)])
  func oldForm(paths: String, path: String, verdict: AssociationDecision.Verdict) throws {
    let file = try AssociationFixture.file(paths: paths)
    #expect(AssociationFixture.ask(file, path).verdict == verdict)
  }

  @Test("UL-7 defaults say how the old form is compared, but add nothing to it")
  func oldFormDefaults() throws {
    let links = ##","defaults":{"caseSensitive":false,"exclude":true,"?":"never","#":"never"}"##
    let file = try AssociationFixture.file(paths: #"["/Sale"]"#, links: links)
    #expect(AssociationFixture.ask(file, "/SALE?x=1").verdict == .match)
  }

  @Test("UL-7 the oldest form: details is an object of apps")
  func oldestForm() throws {
    let text = #"""
      {"applinks":{"apps":[],"details":{
        "B.second":{"paths":["/b/"]},"A.first":{"paths":["NOT /a/x","/a/*"]}
      }}}
      """#
    let file = try SiteAssociation(body: Data(text.utf8))
    #expect(file.appIDs == ["A.first", "B.second"])
    let ask = { (path: String, app: String) in
      file.decide("https://shop.brand.example\(path)", domain: "shop.brand.example", appID: app)
    }
    #expect(ask("/b/", "B.second") == .init(verdict: .match, rule: #"paths[0] "/b/""#))
    #expect(ask("/a/x", "A.first") == .init(verdict: .exclude, rule: #"paths[0] "NOT /a/x""#))
    #expect(ask("/a/y", "A.first") == .init(verdict: .match, rule: #"paths[1] "/a/*""#))
    #expect(ask("/a/y", "B.second").verdict == .noMatch)
  }
}
