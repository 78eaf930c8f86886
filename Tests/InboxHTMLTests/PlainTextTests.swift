import InboxModel
import Testing

@Suite("Plain text becomes rich")
struct PlainTextTests {
  @Test(
    "FE-2: a newline of any kind is a line break, and blank lines, however many, end a paragraph",
    arguments: [
      ("A\nB\n\nC", [["A", "B"], ["C"]]), ("A\r\nB\r\n\r\nC", [["A", "B"], ["C"]]),
      ("A\rB\r\rC", [["A", "B"], ["C"]]), ("A\n\n\n \t\n\nB", [["A"], ["B"]]),
      ("\n\nA\n\n", [["A"]]),
      ("Hello,\r\n\r\n  spring is here. \nBye ", [["Hello,"], ["  spring is here.", "Bye"]]),
      (" \n\t\n", []), ("", []), ("A\u{2028}B\u{85}C", [["A", "B", "C"]]),
    ] as [(String, [[String]])])
  func paragraphs(_ text: String, _ paragraphs: [[String]]) {
    let rich = RichText.plain(text)
    #expect(rich.blocks.map(\.words) == paragraphs.map { $0.joined(separator: "\n") })
    #expect(rich.text == paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))
  }

  @Test("FE-2: what is read apart has a blank line between; items of a list and rows of a table have none")
  func apart() {
    let rich = RichText(blocks: [
      .heading(level: 1, [RichSpan("H")]), .listItem(depth: 0, marker: "•", [RichSpan("a")]),
      .listItem(depth: 1, marker: "2.", [RichSpan("b")]), .listItem(depth: 1, marker: "", [RichSpan("c")]),
      .rule, .paragraph([RichSpan("p\nq")]),
      .tableRow([[RichSpan("1")], [RichSpan("2")]]), .tableRow([[RichSpan("3")]]),
    ])
    #expect(rich.text == "H\n\n• a\n  2. b\n    c\n\np\nq\n\n1 2\n3")
    #expect(rich.words == "H\na\nb\nc\np\nq\n1 2\n3")
  }

  @Test(
    "FE-4: a URL ends before the punctuation of its sentence",
    arguments: [
      ("See https://e.example/a.", "https://e.example/a"),
      ("(https://e.example/a_(b))!", "https://e.example/a_(b)"),
      ("[more](https://e.example/x)y", "https://e.example/x"),
      ("<https://e.example/?q=1&r=[2]#f>", "https://e.example/?q=1&r=[2]#f"),
      ("“https://e.example/q”", "https://e.example/q"),
      ("'https://e.example/it's'...", "https://e.example/it's"),
      ("Jetzt:https://e.example/ü?", "https://e.example/ü"),
      ("open EXAMPLE-app+1://products/1234, now", "EXAMPLE-app+1://products/1234"),
      ("12.x2://y", "x2://y"),
      ("詳細はhttps://e.example/日本をご覧", "https://e.example/"),
      ("https://例え.jp/テスト。", "https://例え.jp/テスト"),
      ("https://e.example/\u{202E}cod.exe", "https://e.example/"),
      ("https://[::1]:8080/a", "https://[::1]:8080/a"),
      ("a://b://c", "a://b://c"),
    ])
  func urls(_ text: String, _ url: String) {
    let rich = RichText.plain(text)
    #expect(rich.links == [RichLink(number: 1, url: url, text: url)])
    #expect(rich.words == text)
  }

  @Test(
    "FE-4: what is not a URL is not a link",
    arguments: ["://x", "http://", "http:// x", "12:30//x", "1://x", "https://."])
  func noURLs(_ text: String) {
    #expect(RichText.plain(text) == RichText(blocks: [.paragraph([RichSpan(text)])]))
  }

  @Test("FE-4: the same URL has the same number, in whatever line")
  func numbers() {
    let rich = RichText.plain("a://1 b://2\nand a://1")
    #expect(
      outline(rich) == """
        [a://1](1) [b://2](2)⏎and [a://1](1)
        (1) a://1 “a://1”
        (2) b://2 “b://2”
        """)
  }
}
