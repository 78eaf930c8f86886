import InboxHTML
import InboxModel
import Testing

/// Markup that is broken, old or hostile.
@Suite("Any markup is read")
struct MarkupTests {
  @Test("FE-2: entities of HTML 5, without semicolon, and numbers of Windows-1252")
  func entities() {
    let mail = """
      &hellip;&apos;&NewLine;&check;&rarrhk;&NotEqualTilde;&AMP;&bogus; &copy2024&nbsp|&ltb&gt; AT&T &amp;lt;
      It&#146;s &#x80;5 &#128512; &#xD83D;&#0;&#99999999999; &#65 &; &# &#x; a&b
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        …' ✓\u{21AA}≂̸&&bogus; ©2024\u{A0}|<b> AT&T &lt; It’s €5 😀 \u{FFFD}\u{FFFD}\u{FFFD} A &; &# &#x; a&b
        """)
  }

  @Test("FE-2 FE-4: a link around preformatted text is a link")
  func linkedLines() {
    let mail = "<a href='https://e.example/p'><pre>Code:  A\nB</pre></a>"
    #expect(
      outline(HTMLReader.read(mail)) == """
        [Code: A⏎B](1)
        (1) https://e.example/p “Code: A B”
        """)
  }

  @Test("FE-2: what follows </body> and </html> is read, and a second document as well")
  func secondRoot() {
    let mail = """
      <html><body><p>First</p></body></html>
      <p>Unsubscribe <a href="https://e.example/u">here</a></p>
      <html lang="en"><head><title>Again</title></head><body class="x"><p>Second</p></body></html> tail
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        First
        Unsubscribe [here](1)
        Second
        tail
        (1) https://e.example/u “here”
        """)
  }

  @Test(
    "FE-2: missing ends, wrong nesting and stray characters",
    arguments: [
      ("<p>One<p>Two<div>Three", "One\nTwo\nThree"),
      ("<b>bold <i>both</b> rest</i> end", "**bold ****/both/** rest end"),
      ("<table><tr><td>a<td>b<tr><td>c", "a\nb\nc"),
      ("</div></p></table>text</span>", "text"),
      ("1 < 2 and <3 <!> </> done", "1 < 2 and <3 done"),
      (
        "<a href='https://e.example/x>never closed</a> more",
        "[never closed](1) more\n(1) https://e.example/x “never closed”"
      ),
      ("<p class=\"x\"id=y>glued</p", "glued"),
      ("<p <b>bold</b>", "**bold**"),
      ("text <!-- never closed <p>gone</p>", "text"),
      ("<script>if (a<b) document.write('<p>x</p><!--')</script>after", "after"),
      ("<style>p > a { } </styled></style >after", "after"),
      ("<textarea><p>x</textarea><select><option>y</select>z", "z"),
      ("<noscript><img src=x width=1 height=1 alt=pixel>words</noscript>", "words"),
      ("<o:p>Office</o:p> <custom-tag>tag</custom-tag>", "Office tag"),
      ("<head><section>lost head</section>", "lost head"),
      ("", ""), ("   \n ", ""), ("plain\n words", "plain words"), ("<", "<"), ("&", "&"), ("<a", ""),
      ("<a href", ""),
      ("<!--", ""), ("<a href=\"", ""), ("<img alt='", ""),
    ])
  func broken(_ html: String, _ expected: String) {
    #expect(outline(HTMLReader.read(html)) == expected)
  }

  @Test("FE-2: other scripts and emoji come through whole")
  func scripts() {
    let mail = """
      <p dir="rtl">مرحبا بكم في <b>متجرنا</b></p><p dir=rtl>می‌خواهم</p><p>日本語の　メール<wbr>です</p>
      <p>👨‍👩‍👧 ❤️‍🔥 🇨🇭 e\u{301}</p><meta charset="iso-8859-1"><p>Grüezi – Über</p>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        مرحبا بكم في **متجرنا**
        می‌خواهم
        日本語の　メールです
        👨‍👩‍👧 ❤️‍🔥 🇨🇭 e\u{301}
        Grüezi – Über
        """)
  }

  @Test("FE-9: characters that would harm a terminal are left for the screen to make harmless")
  func controls() {
    #expect(
      outline(HTMLReader.read("a\u{202E}b\u{9B}31mc\u{7F}&#x202E;d")) == "a\u{202E}b\u{9B}31mc\u{7F}\u{202E}d"
    )
    // libxml2 drops what XML knows no character for, just as a browser shows nothing for it.
    #expect(outline(HTMLReader.read("a\u{1B}[31mb\u{0}c&#27;d\u{7}")) == "a[31mbcd")
  }

  @Test("FE-2: bytes that are not UTF-8 become replacement characters, the rest is read")
  func invalidBytes() {
    let html = String(
      decoding: [0x3C, 0x70, 0x3E, 0x61, 0xFF, 0xC3, 0x62, 0x3C, 0x2F, 0x70] as [UInt8], as: UTF8.self)
    #expect(outline(HTMLReader.read(html)) == "a\u{FFFD}\u{FFFD}b")
    #expect(outline(HTMLReader.read("\u{FEFF}<p>after a byte order mark")) == "after a byte order mark")
  }

  @Test("FE-2: nothing is lost 5,000 levels deep", arguments: ["div", "span", "b", "table", "ul"])
  func depth(_ element: String) {
    let start = (1...5_000).map { "<\(element) title='<\(element)'>w\($0) " }.joined()
    let text = HTMLReader.read(start + "end</\(element)> tail")
    let expected = (1...5_000).map { "w\($0)" } + ["end", "tail"]
    #expect(text.words.split(whereSeparator: \.isWhitespace).map(String.init) == expected)
    #expect(text.notes.isEmpty)
  }

  @Test("FE-2: what is nested too deeply in too many places is left out, and that is said")
  func tooDeep() {
    let text = HTMLReader.read("<p>Start</p>" + String(repeating: "<b>", count: 300_000) + "end")
    #expect(text.words == "Start")
    #expect(text.notes == ["The message is nested too deeply in too many places; the rest was left out."])
  }

  @Test("FE-2: a megabyte is read whole; beyond two, the rest is left out, and that is said")
  func size() {
    let paragraph = "<p>Grüße <a href='https://e.example/'>hier</a></p>\n"
    let mega = HTMLReader.read(String(repeating: paragraph, count: 20_000))
    #expect(mega.blocks.count == 20_000)
    #expect(mega.links == [RichLink(number: 1, url: "https://e.example/", text: "hier")])
    #expect(mega.notes.isEmpty)

    let more = HTMLReader.read("<p>x" + String(repeating: "ü", count: 1 << 20) + "</p><p>gone")
    #expect(more.blocks.count == 1)
    #expect(more.words.hasSuffix("üü"))
    #expect(more.notes == ["The message is longer than 2 MiB; the rest was left out."])
  }

  @Test("FE-2: markup made to be slow is read like any other")
  func hostile() {
    let attributes = (0..<200_000).map { " a\($0)" }.joined()
    #expect(HTMLReader.read("<p\(attributes) hidden>x").words == "x")
    let ends = String(repeating: "</i>", count: 200_000)
    #expect(HTMLReader.read(String(repeating: "<b>", count: 250) + ends + "x").words == "x")
    #expect(HTMLReader.read(String(repeating: "<a href=x>", count: 100_000)).links.isEmpty)
    #expect(HTMLReader.read(String(repeating: "<!-", count: 300_000)).blocks.isEmpty)
    #expect(HTMLReader.read(String(repeating: "&", count: 300_000)).words.count == 300_000)
  }
}
