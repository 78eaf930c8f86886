import InboxCore
import InboxModel
import Testing

/// The app's deep links, as a file names them.
struct RouteTableTests {
  private func flaw(_ pattern: String) -> String? {
    RouteTable.Route(pattern: pattern, screen: "A").flaw
  }

  @Test("UL-14 a pattern that no link can match is reported with what is wrong in it")
  func flaws() {
    for pattern in ["offers", "offers/{id}", "://x", "1a:x", "a b://x"] {
      #expect(flaw(pattern)?.hasPrefix("it has no scheme.") == true, "\(pattern)")
    }
    for pattern in ["acme://x/{id", "acme://x/id}", "acme://x/a{id}", "acme://{}/x", "acme://x/{{id}}"] {
      #expect(flaw(pattern)?.contains("braces stand around a whole part") == true, "\(pattern)")
    }
    for pattern in ["acme://x?id={id}", "acme://x#y"] {
      #expect(flaw(pattern)?.contains("is not compared") == true, "\(pattern)")
    }
  }

  @Test("UL-14 UL-4 a mark after a sign of a link is a part of what follows, not of the sign")
  func marks() throws {
    let table = RouteTable([.init(pattern: "acme://products/{id}", screen: "Product")])
    #expect(table.screen(for: "acme://products/\u{301}x")?.parameters.first?.value == "\u{301}x")
    let link = try WebLink("https://news.acme.example/pub/acc?\u{301}x=1#\u{301}y")
    #expect(link.path == "/pub/acc" && link.query == "\u{301}x=1" && link.fragment == "\u{301}y")
    let flaw = #expect(throws: WebLink.Flaw.self) { try WebLink("https://u:secret@\u{301}evil.example/") }
    #expect(flaw?.hasUserName == true && flaw?.reason.contains("secret") == false)
    #expect(QueryItems("a=1&\u{301}b=\u{301}2").items.map(\.value) == ["1", "\u{301}2"])
    #expect(
      QueryItems(ofURL: "https://a.example/?\u{301}a=1&b=2#\u{301}?c=3").items.map(\.value) == ["1", "2"])
  }

  @Test("UL-14 a pattern that links can match has no flaw")
  func good() {
    for pattern in [
      "acme://", "acme://offers/{offer}", "https://www.acme.example/{a}/{b}", "onelink:sale", "x-y.z+1:/a",
    ] {
      #expect(flaw(pattern) == nil, "\(pattern)")
    }
  }
}
