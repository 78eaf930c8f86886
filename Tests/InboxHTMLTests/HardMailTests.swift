import InboxHTML
import InboxModel
import Testing

/// What mails of real tools do to a reader: text in, lines out.
@Suite("Hard mails stay readable")
struct HardMailTests {
  @Test("FE-2 preheaders are not read, however they are hidden; words on a ground of their own are")
  func preheaders() {
    let mail = """
      <div style="display:none">one</div><div style="max-height:0;overflow:hidden">two</div>
      <div style="font-size:1px;line-height:1px;color:#fefefe">three</div>
      <div style="color:#FFFFFF;background-color:#fff">four</div>
      <div style="color: rgb(255, 255, 255); background: white">five</div>
      <span style="color:transparent">six</span><div style="opacity:0">seven</div>
      <div style="font-size:0"><a href="https://x.example/t">eight</a></div>
      <table><tr><td bgcolor="#eb7035" style="color:#ffffff">Sale</td></tr></table>
      <div style="background:#000;color:#fff">Night</div>
      <div style="display : none ! IMPORTANT">nine</div>
      <div style="mso-hide:all">Not for Outlook</div><p style="font-size:11px">Small print</p>
      """
    #expect(outline(HTMLReader.read(mail)) == "Sale\nNight\nNot for Outlook\nSmall print")
  }

  @Test("FE-2 spacers and counting pixels leave nothing; pictures keep place, size and address")
  func pictures() throws {
    let mail = """
      <img src="https://c.example/s.gif" width="1" height="20"><img src="https://t.example/o" width=1 height=1>
      <img src="https://t.example/p" style="width:2px;height:2px" alt="count">
      <p>Before <img src=" https://c.example/a.png?a=1&amp;b=2 " alt="A bag" width="264" height="160"> after</p>
      <img src="https://c.example/b.png" alt=""><p>End</p><img alt="no address">
      """
    let text = HTMLReader.read(mail)
    #expect(outline(text) == "Before {A bag} after\nEnd\n{no address}")
    #expect(
      text.pictures == [
        RichPicture(source: "https://t.example/o", width: 1, height: 1, isTrackingPixel: true),
        RichPicture(
          source: "https://t.example/p", alternative: "count", width: 2, height: 2, isTrackingPixel: true),
        RichPicture(source: "https://c.example/a.png?a=1&b=2", alternative: "A bag", width: 264, height: 160),
        RichPicture(source: "https://c.example/b.png"),
      ])
    #expect(text.blocks[1] == .paragraph([RichSpan("", isImage: true, picture: 4)]))
  }

  @Test("FE-4 a linked picture is its link's words, also where it says nothing; side by side they stay apart")
  func linkedPictures() {
    let mail = """
      <p><a href="https://e.example/1"><img src="1.png" alt="Shop men"></a><a href="https://e.example/2"><img
      src="2.png" alt=""></a><a href="https://e.example/3" title="Our shops"><img src="3.png"></a></p>
      <p><a href="https://e.example/m">Men</a><a href="https://e.example/w">Women</a>|<a href="https://e.example/k">Kids</a></p>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        [{Shop men}](1) [{picture}](2) [{Our shops}](3)
        [Men](4) [Women](5)|[Kids](6)
        (1) https://e.example/1 “Shop men”
        (2) https://e.example/2 “picture”
        (3) https://e.example/3 “Our shops”
        (4) https://e.example/m “Men”
        (5) https://e.example/w “Women”
        (6) https://e.example/k “Kids”
        """)
  }

  @Test("FE-4 a link within a link takes its own words only: the picture beside them is a link with words")
  func nestedLinks() {
    let mail = """
      <p><a href="https://e.example/1"><img src="1.png"><a href="https://e.example/2">Shop</a></a></p>
      <form action="https://e.example/f"><a href="https://e.example/3"><img src="3.png"><input type=submit
      value=Send></a></form>
      <p><a href="https://e.example/4"><a href="https://e.example/5"><img src="5.png"></a></a></p>
      """
    #expect(HTMLReader.read(mail).links.map(\.text) == ["picture", "Shop", "picture", "Send", "picture"])
    // Found by a fuzzer.
    let broken = #"<a href="{{t}}"><img src="htogo0" he <p s"><a href="t>T"#
    #expect(HTMLReader.read(broken).links.map(\.text) == ["picture", "T"])
  }

  @Test("FE-4 a button that sends a form and says nothing is called what browsers call it")
  func namelessButton() {
    let mail = "<form action='https://e.example/v'><input type=submit></form>"
    #expect(
      HTMLReader.read(mail).links == [RichLink(number: 1, url: "https://e.example/v", text: "Submit")])
  }

  @Test("FE-4 a button for everyone and one for Outlook are one button")
  func buttons() {
    let mail = """
      <div><!--[if mso]><v:roundrect xmlns:v="urn:x" href="https://e.example/o" arcsize="8%"><w:anchorlock/>
      <center style="color:#fff">Order now</center></v:roundrect><![endif]--><!--[if !mso]><!-- -->
      <a href="https://e.example/o" style="background-color:#d33;border-radius:4px;color:#ffffff;display:inline-block;\
      line-height:44px;text-align:center;width:200px;-webkit-text-size-adjust:none;mso-hide:all;">Order now</a>
      <!--<![endif]--></div>
      <table role="presentation" border="0"><tr><td bgcolor="#000000"><a href="https://e.example/p"
      style="color:#ffffff;display:block"><!--[if mso]>&nbsp;<![endif]-->See all<!--[if mso]>&nbsp;<![endif]--></a></td></tr></table>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        [Order now](1)
        [See all](2)
        (1) https://e.example/o “Order now”
        (2) https://e.example/p “See all”
        """)
  }

  @Test("FE-2 lists three deep, with letters and Roman numerals")
  func lists() {
    let mail = """
      <ul><li>One<ol type="a"><li>First<ul><li>Deep</li></ul></li><li>Second</ol></li><li><p>Two</p><p>More</p></ul>
      <ol type="I" start="4"><li>Four<li>Five<li value="9">Nine</ol><ol style="list-style-type:lower-alpha"><li>x</ol>
      <ol type="a" start="30"><li>far</ol>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        • One
          a. First
            • Deep
          b. Second
        • Two
        … More
        IV. Four
        V. Five
        IX. Nine
        a. x
        30. far
        """)
  }

  @Test("FE-2 lists count down where they say so, and have no markers where they have none")
  func otherLists() {
    let mail = """
      <ol reversed><li>Three<li hidden>none<li>Two<li>One</ol><ol reversed start="9"><li>Nine<li>Eight</ol>
      <ul style="list-style: none; padding:0"><li>Women<ul><li>Bags</ul><li>Men</ul>
      <ul><li style="list-style-type:none">Kids<li>Home</ul>
      <ul style="list-style:outside none"><li>Bare<li style="list-style-type:disc">Dot</ul>
      <ul style="list-style:decimal inside none"><li>First<li>Second</ul><ol style="list-style:square"><li>Box</ol>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        3. Three
        2. Two
        1. One
        9. Nine
        8. Eight
        … Women
          • Bags
        … Men
        … Kids
        • Home
        … Bare
        • Dot
        1. First
        2. Second
        • Box
        """)
  }

  @Test("FE-2 a table of data keeps its columns under cells that span rows and columns")
  func tables() {
    let mail = """
      <table><caption>Your order</caption><thead><tr><th>Item<th>Size<th>Price</thead>
      <tr><td rowspan="2">Pump<td>S<td>19<sup>95</sup><tr><td>L<td>24<sup>50</sup>
      <tr><td colspan="2"><b>Total</b><td>44,45 €</tr></table>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        Your order
        | **Item** | **Size** | **Price** |
        | Pump | S | 19⁹⁵ |
        |  | L | 24⁵⁰ |
        | **Total** |  | 44,45 € |
        """)
  }

  @Test("FE-2 raised cents and lowered digits stay what they are; letters are read as they stand")
  func shifted() {
    let mail =
      "<p>Only $19<sup>99</sup>, the 1<sup>st</sup> CO<sub>2</sub>-free pump<sup><a href='#f'>1</a></sup></p>"
    #expect(
      outline(HTMLReader.read(mail)) == """
        Only $19⁹⁹, the 1st CO₂-free pump[1](1)
        (1) #f “1”
        """)
  }

  @Test("FE-2 what is not words is not read: styles, scripts, drawings, Outlook's settings")
  func notWords() {
    let mail = """
      <head><title>Newsletter</title><style>p{color:red}</style><xml><o:OfficeDocumentSettings>96</xml></head>
      <script>alert("x")</script><svg><title>Logo</title><text>Drawn</text></svg><p>Read</p>
      <noscript>Without scripts</noscript><object>Old</object><template>Later</template>
      """
    #expect(outline(HTMLReader.read(mail)) == "Read\nWithout scripts")
  }

  @Test(
    "FE-2 an element that is never closed does not swallow the mail", arguments: ["title", "style", "script"])
  func unclosed(name: String) {
    let mail = "<html><head><\(name)>Sale </head><body><p>Words <b>and more</p></body></html>"
    #expect(outline(HTMLReader.read(mail)) == "Words **and more**")
  }

  @Test("FE-2 broken markup keeps every word in order")
  func broken() {
    let mail = """
      <p>One <b>two <i>three</b> four</i> <div>five</p> six</div></td></tr> seven <a href="https://e.example/a">eight
      <a href="https://e.example/b">nine</a> ten </html> eleven <p>twelve</body> thirteen < fourteen & fifteen
      """
    let words = HTMLReader.read(mail).words.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words
        == "One two three four five six seven eight nine ten eleven twelve thirteen < fourteen & fifteen")
  }

  @Test("FE-2 entities of every kind, in words and in addresses")
  func entities() {
    let mail = """
      <p>&euro;5 &#8364;5 &#x20AC;5 &NotEqualTilde; &hearts; &rarr; AT&T &copy 2027 &#150; &bogus; &lt;b&gt;</p>
      <a href="https://e.example/?a=1&amp;reg=2&copy=3">x&nbsp;&middot;&nbsp;y</a>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        €5 €5 €5 ≂̸ ♥ → AT&T © 2027 – &bogus; <b>
        [x\u{A0}·\u{A0}y](1)
        (1) https://e.example/?a=1&reg=2&copy=3 “x\u{A0}·\u{A0}y”
        """)
  }

  @Test("FE-2 words from right to left keep the order in which they are read")
  func rightToLeft() {
    let mail = """
      <body dir="rtl"><table dir="rtl" role="presentation"><tr><td>مرحبا</td><td dir="ltr">SALE 50%</td></tr></table>
      <p>تم إيداع <bdi>100</bdi></p></body>
      """
    #expect(outline(HTMLReader.read(mail)) == "مرحبا\nSALE 50%\nتم إيداع 100")
  }

  @Test("FE-2 very deep nesting loses no words")
  func deep() {
    let mail =
      String(repeating: "<table><tr><td>", count: 700) + "core"
      + String(repeating: "</td></tr></table>", count: 700)
      + "<p>after</p>"
    #expect(outline(HTMLReader.read(mail)) == "core\nafter")
  }

  @Test("FE-10 of a long mail every block is there, once", arguments: [400, 800])
  func long(count: Int) {
    let part = """
      <table width="600" role="presentation"><tr><td><img src="https://c.example/1.png" alt="x"><p>Words <b>and</b>
      more</p><table><tr><th>A<th>B<tr><td>1<td>2</table><ul><li>a<ul><li>b</ul></ul></td></tr></table>
      """
    let text = HTMLReader.read(String(repeating: part, count: count))
    // A picture, a paragraph, two rows, two items.
    #expect(text.blocks.count == count * 6)
    #expect(text.pictures.count == count)
    #expect(text.notes == [])
  }
}
