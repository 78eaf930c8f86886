import InboxHTML
import InboxModel
import Testing

/// Mails as marketing tools send them, cut down to what is special about each.
@Suite("Marketing mails become text")
struct MailTests {
  @Test("FE-2: a mail of nested layout tables flows from top to bottom")
  func nestedTables() {
    let mail = """
      <!DOCTYPE html><html><head><title>Sale</title><style>.a{color:red}</style></head>
      <body><table width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td align="center">
        <table width="600" cellpadding="0"><tr><td><img src="l.png" width="120" alt="Example Shop"></td></tr>
        <tr><td><h1>Spring sale</h1><p>Up to <b>50&nbsp;%</b> off.</p></td></tr>
        <tr><td><table><tr><td>Left column</td><td>Right column</td></tr></table></td></tr></table>
      </td></tr></table></body></html>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        {Example Shop}
        # Spring sale
        Up to **50\u{A0}%** off.
        Left column
        Right column
        """)
  }

  @Test("FE-2: a hidden preheader and its padding are not read")
  func preheader() {
    let mail = """
      <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">Open for 20 % off!
      &zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>
      <span class="preheader" style="color:transparent; VISIBILITY : Hidden !important; opacity:0">Psst</span>
      <div style="font-size:0;line-height:0">tiny <q>quoted</q></div><div hidden>attribute</div>
      <div style="height:0px;overflow:hidden">clipped</div><p>Hello</p>
      """
    #expect(outline(HTMLReader.read(mail)) == "Hello")
  }

  @Test("FE-2: the padding after a preheader that is shown leaves nothing behind")
  func preheaderPadding() {
    let mail = """
      <div>News for you &#847;&zwnj;&nbsp;&#8199;&#65279;&#847; &shy;&nbsp;&nbsp;&zwnj; &#x2007;</div>
      <div>&nbsp;</div><div>&zwnj;&zwnj;</div><p>A&nbsp;&nbsp; &nbsp;B</p>
      """
    #expect(outline(HTMLReader.read(mail)) == "News for you\nA B")
  }

  @Test(
    "FE-2: MJML sets font-size:0 around everything, which hides neither words of another size nor pictures")
  func mjml() {
    let mail = """
      <td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center;">
      <div class="mj-column-per-100" style="font-size:0px;display:inline-block;width:100%;">
      <img alt="Shoes" height="auto" src="s.jpg" style="display:block;height:auto;width:100%;font-size:13px;">
      stray <div style="font-family:Ubuntu;font-size:13px;line-height:1;">New in: <em style="font-size:1em">shoes</em>
      </div><div><img src="h.jpg" alt="Hats"></div></div></td>
      """
    #expect(outline(HTMLReader.read(mail)) == "{Shoes}\nNew in: /shoes/\n{Hats}")
  }

  @Test("FE-4: Outlook's conditional comments are left out, what is for all others is read")
  func conditionalComments() {
    let mail = """
      <!--[if mso]><table><tr><td>Outlook only</td></tr></table><![endif]-->
      <!--[if !mso]><!--><p>Everybody else</p><!--<![endif]-->
      <![if !vml]><p>Revealed</p><![endif]><!--> <p>Behind an empty comment</p> -->
      <!--[if gte mso 9]><xml><o:AllowPNG/></xml><![endif]-->
      """
    #expect(outline(HTMLReader.read(mail)) == "Everybody else\nRevealed\nBehind an empty comment\n-->")
  }

  @Test("FE-4: a bulletproof button is a link although it is hidden from Outlook")
  func button() {
    let mail = """
      <!--[if mso]><v:roundrect href="https://x.example/mso"><center>Buy</center></v:roundrect><![endif]-->
      <a href=" https://shop.example/p?id=1&amp;utm=a&copy=2 "
         style="background:#eb7035;display:inline-block;mso-hide:all"><span>Buy&nbsp;now</span></a>
      <form action="app://vote"><button>Vote</button> or <input type="submit" value="Send"></form>
      <button>Nowhere</button>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        [Buy\u{A0}now](1)
        [Vote](2) or [Send](3)
        Nowhere
        (1) https://shop.example/p?id=1&utm=a&copy=2 “Buy\u{A0}now”
        (2) app://vote “Vote”
        (3) app://vote “Send”
        """)
  }

  @Test("FE-4: links of pictures, empty links, and the same target twice")
  func pictureLinks() {
    let mail = """
      <a href="https://e.example/"><img src="hero.jpg" alt="Big  summer&#10;sale"></a>
      <a href="https://track.example/o"></a><a href="https://track.example/p"><img src="p" width="1" height="1" alt="x"></a>
      <a href="https://e.example/">Shop</a> and <a href="https://e.example/"> Shop </a>
      <a href="https://e.example/fb" title="Facebook"><img src="fb.png"></a><a name="top">no link</a>
      <a href="">empty</a>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        [{Big summer sale}](1) [Shop](2) and [Shop](2) [{Facebook}](3) no link empty
        (1) https://e.example/ “Big summer sale”
        (2) https://e.example/ “Shop”
        (3) https://e.example/fb “Facebook”
        """)
  }

  @Test("FE-4: hrefs that must not be followed are kept for the resolver to refuse")
  func refusedLinks() {
    let mail = """
      <a href="#top">Top</a> <a href="JavaScript:alert('1')">Run</a> <a href="example-app://products/1234">Open</a>
      <a href="https://e.example/a
      b">Broken</a>
      """
    #expect(
      HTMLReader.read(mail).links == [
        RichLink(number: 1, url: "#top", text: "Top"),
        RichLink(number: 2, url: "JavaScript:alert('1')", text: "Run"),
        RichLink(number: 3, url: "example-app://products/1234", text: "Open"),
        RichLink(number: 4, url: "https://e.example/ab", text: "Broken"),
      ])
  }

  @Test("VE-9: the words of a link are its own, not those of a picture or ours")
  func ownWords() {
    let mail = """
      <a href="https://e.example/1">Shop</a> <a href="https://e.example/2"><img src="a" alt="Shoe"></a>
      <a href="https://e.example/3"><img src="b"></a> <a href="https://e.example/4"><img src="c" alt="x"> now</a>
      """
    #expect(HTMLReader.read(mail).links.map(\.label) == ["Shop", nil, nil, "x now"])
    // A picture and words that say the same are one link.
    let twice =
      #"<a href="https://e.example"><img src="a" alt="Shop"></a> and <a href="https://e.example">Shop</a>"#
    #expect(HTMLReader.read(twice).links.map(\.label) == ["Shop"])
  }

  @Test("FE-4: a link around blocks is one link")
  func blockLink() {
    let mail = """
      <a href="https://e.example/1"><img src="a" alt="Shoe" style="display:block"><h2>Red shoe</h2><p>€ 50</p></a>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        [{Shoe}](1)
        ## [Red shoe](1)
        [€ 50](1)
        (1) https://e.example/1 “Shoe Red shoe € 50”
        """)
  }

  @Test("FE-2: emphasis comes from elements and from styles")
  func emphasis() {
    let mail = """
      <p>Was <s>€ 80</s> <span style="text-decoration:line-through">€ 70</span>, code <code>SPRING</code>,
      <span style="font-weight:700">bold <i>both</i></span> <u>under</u>
      <b>all <span style="font-weight:normal">but</span> this</b></p>
      """
    #expect(
      outline(HTMLReader.read(mail))
        == """
        Was ~€ 80~ ~€ 70~, code `SPRING`, **bold ****/both/** _under_ **all** but **this**
        """)
  }

  @Test("FE-2: a table of an order is rows, around it the mail flows")
  func orderTable() {
    let mail = """
      <table width="600"><tr><td><p>Your order:</p>
      <table width="100%" cellpadding="4"><thead><tr><th>Item</th><th>Qty</th><th>Price</th></tr></thead>
      <tr><td><a href="https://e.example/s">Shoe</a><br>size 43</td><td>1</td><td>€&nbsp;50</td></tr>
      <tr><td colspan=2>Total</td><td><b>€&nbsp;50</b></td></tr></table></td></tr></table>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        Your order:
        | **Item** | **Qty** | **Price** |
        | [Shoe](1) size 43 | 1 | €\u{A0}50 |
        | Total |  | **€\u{A0}50** |
        (1) https://e.example/s “Shoe”
        """)
  }

  @Test("FE-2: without header cells, short words and a column of numbers make a table")
  func tableHeuristics() {
    let plain = "<table><tr><td>Size</td><td>M</td></tr><tr><td>Colour</td><td>Red</td></tr></table>"
    #expect(outline(HTMLReader.read(plain)) == "| Size | M |\n| Colour | Red |")
    let prices =
      "<table width=600><tr><td>Tea</td><td>3 €</td></tr><tr><td>Cake</td><td>4 €</td></tr></table>"
    #expect(outline(HTMLReader.read(prices)) == "| Tea | 3 € |\n| Cake | 4 € |")
    let menu =
      "<table width=600><tr><td>Women</td><td>Men</td></tr><tr><td>Kids</td><td>Home</td></tr></table>"
    #expect(outline(HTMLReader.read(menu)) == "Women\nMen\nKids\nHome")
    let layout = plain.replacing("<table>", with: "<table role=presentation>")
    #expect(outline(HTMLReader.read(layout)) == "Size\nM\nColour\nRed")
  }

  @Test("FE-2: lists are numbered and nested, whatever stands in their items")
  func lists() {
    let mail = """
      <ol start="3"><li>Three<ul><li>a<li>b</ul><li><p>Four</p><p>more</p></li><li value=9>Nine</li><li>Ten</li></ol>
      <li>stray</li><ul><li style="display:inline">In</li><li style="display:inline">line</li></ul>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        3. Three
          • a
          • b
        4. Four
        … more
        9. Nine
        10. Ten
        • stray
        … In line
        """)
  }

  @Test("FE-2 FE-9: quotes in more quotes than anyone reads are shown like the innermost of these")
  func deepQuotes() {
    let mail = String(repeating: "<blockquote>", count: 200) + "<p>One<p>Two"
    let mark = String(repeating: "> ", count: 8)
    #expect(outline(HTMLReader.read(mail)) == "\(mark)One\n\(mark)Two")
  }

  @Test("FE-2: quotes, rules, line breaks and preformatted text")
  func blocks() {
    let mail = """
      <hr><p>One<br>two <br> <br>three<br></p><hr><hr>
      <blockquote>Great!<p>— A. Customer</p><blockquote>deeper</blockquote></blockquote>
      <pre>
      Code:  SPRING
        &lt;b&gt;\t50</pre><div style="white-space:pre-line">Dear you,
      hello

      bye</div>
      """
    #expect(
      outline(HTMLReader.read(mail)) == """
        One⏎two
        three
        ---
        > Great!
        > — A. Customer
        > > deeper
            Code:  SPRING
              <b>\t50
        Dear you,⏎hello
        bye
        """)
  }
}
