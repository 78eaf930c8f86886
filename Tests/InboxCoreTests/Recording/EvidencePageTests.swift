import Foundation
import InboxCore
import InboxEvidence
import InboxVendors
import Testing

struct EvidencePageTests {
  private typealias Fixture = RecordingFixture

  @Test("FE-3 a page for a ticket, literally")
  func literal() {
    let expected = ##"""
      # Was it sent twice?

      - When: 2026-11-21T05:06:07.000Z, for 1.234 s
      - Run: inbox demo --record a.jsonl
      - Program: inbox 0.1.0, profile demo, screen 80×24, seed 7
      - Clock at 0.500 s: 2026-11-21T05:11:07.500Z, the clock runs 5 m ahead of the machine's
      - Exit status: 0

      ## Keys

      | t | key |
      |---|---|
      | 0.050 | j |

      ## Why

      | t | what | message | badge | why |
      |---|---|---|---|---|
      | 0.300 | display suppressed | Primary / m-1 |  | suppressed: already displayed in session 3 |
      | 0.400 | badge, failed |  | 3, server 4 | failed sync: set 3 |

      ## Requests

      | \# | time | method | path | status | ms | bytes |
      |---|---|---|---|---|---|---|
      | 1 | 2026-11-21T05:06:07.100Z | GET | /mc/v1/centers/Primary/messages?limit=20 | 200 | 12 | 15 |
      | 2 | 2026-11-21T05:06:08.000Z | PUT | /mc/v1/badge | connection refused | 3 |  |

      ## Bodies

      <details>
      <summary>1 · GET http://127.0.0.1:8080/mc/v1/centers/Primary/messages\##
      ?limit=20 · response 200, 15 bytes</summary>

      ```json
      {"messages":[]}
      ```

      </details>

      <details>
      <summary>2 · PUT http://127.0.0.1:8080/mc/v1/badge · request, 2 bytes, not text: in Base64</summary>

      ```text
      /wA=
      ```

      </details>

      """##
    #expect(EvidencePage(title: "Was it sent twice?", Recording(Fixture.lines)).markdown == expected)
  }

  @Test("FE-3 an empty recording makes a page too")
  func empty() {
    let page = EvidencePage(title: "t", Recording([])).markdown
    #expect(
      page
        == "# t\n\n## Keys\n\nNone recorded.\n\n## Why\n\nNone recorded.\n\n## Requests\n\nNone recorded.\n")
  }

  @Test("FE-3 no text of a message is markup, and none turns the page around")
  func hostile() {
    let nasty = "a|b\n`<img src=x>` [x](y) *_~$&\u{1B}[31m\u{202E}\u{9B}\u{7F}|\u{301}<\u{338}\r\n#"
    let entry = JournalEntry(number: 1, time: Fixture.start, kind: .push, why: nasty)
    let page = EvidencePage(
      title: nasty,
      Recording([Fixture.line(.key(nasty), 0), Fixture.line(.journal(RecordedEntry(entry)), 0)])
    ).markdown
    let harmless =
      ##"a\|b␊\`&lt;img src=x&gt;\` \[x\](y) \*\_\~\$&amp;␛\[31m‹U+202E›‹U+009B›␡\|"## + "\u{301}&lt;\u{338}"
      + ##"␊\#"##
    let lines = page.split(separator: "\n").map(String.init)
    #expect(lines.first == "# " + harmless)
    #expect(lines.contains("| 0.000 | \(harmless) |"))
    #expect(lines.contains("| 0.000 | push |  |  | \(harmless) |"))
  }

  @Test("FE-3 the name of a body is in HTML, where Markdown's signs and a backslash mean nothing")
  func summaries() {
    let exchange = HTTPExchange(
      number: 1, started: Fixture.start, method: "<b>", url: "https://a.example/x_y"
    ).completed(200, body: Data("x".utf8), after: 1)
    let page = EvidencePage(title: "t", Recording([Fixture.line(.exchange(exchange), 0)])).markdown
    #expect(
      page.contains("<summary>1 · &lt;b&gt; https://a.example/x_y · response 200, 1 byte</summary>"))
    #expect(page.contains(#"| /x\_y |"#))
  }

  @Test("FE-3 a body cannot leave its fence, and a long one is cut")
  func fences() {
    let body = "```\n</details>\n````` x\u{1B}\n\t|"
    let exchange = Fixture.exchange.completed(
      200, headers: [.init("content-type", "text/HTML")], body: Data(body.utf8), after: 1)
    let lines = [Fixture.line(.exchange(exchange), 0)]
    let page = EvidencePage(title: "t", Recording(lines)).markdown
    #expect(page.contains("\n\n``````html\n```\n</details>\n````` x␛\n\t|\n``````\n\n</details>\n"))
    let limit = EvidencePage.bodyLimit
    let long = Fixture.exchange.completed(
      200, headers: [], body: Data(String(repeating: "x", count: limit + 1).utf8), after: 1)
    let cut = EvidencePage(title: "t", Recording([Fixture.line(.exchange(long), 0)])).markdown
    let start = String(repeating: "x", count: limit)
    #expect(cut.contains("\n\(start)\n```\n\nOnly the first \(limit) characters are shown.\n\n</details>\n"))
  }
}
