import Foundation
import InboxHTML
import InboxModel
import Testing

/// The sender's colours, as far as they are kept.
struct LookTests {
  private func color(_ hex: UInt32) -> RichColor {
    RichColor(red: UInt8(hex >> 16), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF))
  }

  @Test(
    "FE-13 colours as mails write them",
    arguments: [
      ("#9c4a1a", 0x9C4A1A), ("#FFF", 0xFFFFFF), ("rgb(1, 2,3)", 0x010203), ("rgba(255,0,0,.9)", 0xFF0000),
      ("navy", 0x000080), ("WhiteSmoke", 0xF5F5F5), ("rebeccapurple", 0x663399), ("#f80c", 0xFF8800),
      ("#11223380", 0x112233), ("rgb(10% 20% 100%)", 0x1A33FF), ("rgb(1 2 3 / 60%)", 0x010203),
    ] as [(String, UInt32)])
  func spelling(text: String, hex: UInt32) {
    let rich = HTMLReader.read("<p style='color:\(text)'>Words</p>")
    #expect(rich.blocks == [.paragraph([RichSpan("Words", color: color(hex))])])
  }

  @Test(
    "FE-13 what is not a colour, or cannot be seen, is none",
    arguments: [
      "url(x)", "#12", "#1230", "#11223300", "rgb(1,2)", "rgb(1 2 3 4 5)", "rgba(0,0,0,0)",
      "rgb(0 0 0 / 10%)",
      "nan", "rgb(nan,inf,0x1p9)", "inherit",
    ])
  func none(text: String) {
    let rich = HTMLReader.read("<p style='background:\(text)'>Words</p>")
    #expect(rich.look(ofBlock: 0).ground == nil || text.contains("nan"))
  }

  @Test("FE-13 the page, grounds of blocks, buttons and what stands in the middle")
  func looks() {
    let rich = HTMLReader.read(
      """
      <body bgcolor="f4efe8"><table><tr><td bgcolor="#ffffff" align="center" style="color:#2e2620">Words
      <a href="https://a.example/" style="background-color:#9c4a1a;color:#ffffff">Shop</a></td></tr></table>
      <center>Middle</center><p>Left <a href="https://b.example/">link</a></p></body>
      """)
    #expect(rich.page == color(0xF4EFE8))
    guard case .paragraph(let spans) = rich.blocks.first else {
      Issue.record("there is no paragraph")
      return
    }
    #expect(
      spans.filter { $0.text != " " }.map(\.color) == [color(0x2E2620), color(0xFFFFFF)] as [RichColor?])
    #expect(spans.last?.ground == color(0x9C4A1A) && spans.first?.ground == nil)
    #expect(rich.look(ofBlock: 0) == RichLook(ground: color(0xFFFFFF), isCentered: true))
    #expect(rich.look(ofBlock: 1).isCentered && !rich.look(ofBlock: 2).isCentered)
    #expect(rich.look(ofBlock: 99) == RichLook())
  }

  @Test("FE-13 a text without looks is written as before there were any, and all of it is read again")
  func coding() throws {
    let plain = try JSONEncoder().encode(HTMLReader.read("<p>Words</p>"))
    let text = String(decoding: plain, as: UTF8.self)
    #expect(!text.contains("looks") && !text.contains("color") && !text.contains("page"))
    let rich = HTMLReader.read("<body bgcolor='#123456'><p align='center' style='color:red'>Words</p></body>")
    #expect(try JSONDecoder().decode(RichText.self, from: JSONEncoder().encode(rich)) == rich)
    // As a recording of an earlier version has one.
    let former = Data(#"{"number":1,"url":"https://e.example","text":"Shop"}"#.utf8)
    #expect(
      try JSONDecoder().decode(RichLink.self, from: former)
        == RichLink(number: 1, url: "https://e.example", text: "Shop"))
  }
}
