import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

struct MatchingTests {
  private func finds(
    _ filter: String, in subject: String, body: String = "", custom: [String: String] = [:],
    rich: RichText? = nil
  ) throws -> Bool {
    let message = Message(
      id: MessageID("m"), sent: .at(0), subject: subject, body: body, center: .primary, custom: custom)
    let row = ArchivedMessage(message: message, fetched: .at(0))
    return try MessageFilter(filter, centers: [.primary])
      .matches(row, SearchText(message, rich: rich), at: .at(1))
  }

  @Test(
    "FE-6 words are found wherever they stand, a capital is meant as it is",
    arguments: [
      ("verkauf", "Sommerschlussverkauf", true), ("SALE", "Spring sale", false), ("SALE", "SALE now", true),
      ("sale", "SALE now", true), ("Sale", "spring Sale", true), ("Sale", "spring sale", false),
      ("strasse", "Marktstraße 5", true), ("straße", "MARKTSTRASSE", true), ("cafe", "Café crème", true),
      ("café", "CAFE", true), ("Café", "Cafe", false), ("uber", "Über uns", true),
      ("珈琲", "週末の珈琲フェア", true), ("か", "が", false), ("abc", "ＡＢＣ", true), ("カ", "ｶﾞ", false),
      ("ガ", "ｶﾞ", true), ("u\u{308}", "ü", true), ("Ü", "U\u{308}ber", true),
      ("\"two words\"", "two\n words", true),
      ("\"two words\"", "words two", false), ("words two", "two words", true), ("e", "x", false),
      ("-sale", "Spring sale", false), ("-sale", "Orders", true), ("\"a\u{1}b\"", "ab", false),
      ("σ", "ΣΑΛΕ", true), ("배송", "배송 안내", true),
    ])
  func words(filter: String, subject: String, isFound: Bool) throws {
    #expect(try finds(filter, in: subject) == isFound)
  }

  @Test("FE-6 subject, body, custom data, rich content and where it leads are looked through, and no seam")
  func places() throws {
    var rich = RichText.plain("Lamps and wool\nhttps://shop.example/lamps?utm_source=x")
    rich.blocks.append(.rule)
    for word in ["subj", "bodily", "segment", "gold", "wool", "utm_source", "has:link"] {
      #expect(
        try finds(word, in: "Subject", body: "Bodily", custom: ["segment": "gold"], rich: rich), "\(word)")
    }
    #expect(try !finds("subjectbodily", in: "Subject", body: "Bodily"))
    #expect(try !finds("\"subject bodily\"", in: "Subject", body: "Bodily"))
    #expect(try !finds("has:link", in: "no link"))
    let endless = RichText.plain(String(repeating: "x", count: SearchText.richLimit) + "needle")
    #expect(try !finds("needle", in: "", rich: endless))
  }

  @Test("FE-6 MC-10 a term that is about an expiry fails where there is none, and its opposite holds")
  func expiry() throws {
    let none = ArchivedMessage(message: .numbered(1), fetched: .at(0))
    let soon = ArchivedMessage(message: .numbered(2, expiry: .at(3_600)), fetched: .at(0))
    func finds(_ text: String) throws -> [Bool] {
      let filter = try MessageFilter(text, centers: [])
      return [none, soon].map { filter.matches($0, SearchText($0.message), at: .at(0)) }
    }
    #expect(try finds("expires:<2d") == [false, true])
    #expect(try finds("-expires:<2d") == [true, false])
    #expect(try finds("expires:>2d") == [false, false])
    #expect(try finds("expires:<1h") == [false, false])
    #expect(try finds("is:expiring") == [false, true])
    #expect(try finds("expires:never") == [true, false])
    #expect(try finds("is:expired") == [false, false])
  }
}
