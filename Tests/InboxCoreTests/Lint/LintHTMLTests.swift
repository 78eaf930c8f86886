import Foundation
import InboxEvidence
import InboxModel
import Testing

/// What of rich content will not survive; the facts come from a reader of HTML.
struct LintHTMLTests {
  /// Facts of HTML and what must be found in them.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let facts: HTMLFacts?
    let expected: String

    init(_ name: String, _ facts: HTMLFacts?, expected: String = "") {
      (self.name, self.facts, self.expected) = (name, facts, expected)
    }

    var testDescription: String { name }
  }

  @Test(
    "MC-17 what mail clients leave out of HTML or lay out otherwise",
    arguments: [
      Row("words", HTMLFacts(elements: ["p": 3, "a": 2, "link": 1], textCells: 9)),
      Row("pictures and words", HTMLFacts(elements: ["img": 2], remoteImages: 2, textCells: 9)),
      Row(
        "not readable", nil,
        expected: """
          warning html-unreadable @ spring-sale, html
            The HTML could not be read.
            > Check it with a validator.
          """),
      Row(
        "nothing", HTMLFacts(elements: ["p": 3]),
        expected: """
          error html-empty @ spring-sale, html
            The HTML shows nothing.
            > Give it content.
          """),
      Row(
        "no word", HTMLFacts(elements: ["img": 2], remoteImages: 2),
        expected: """
          warning html-images-only @ spring-sale, html
            The HTML holds pictures and no word: until they are loaded, nothing can be read.
            > Write what matters as text.
          """),
      Row(
        "what is removed",
        HTMLFacts(
          elements: [
            "script": 2, "iframe": 1, "object": 1, "form": 1, "input": 2, "select": 1, "video": 1, "audio": 1,
          ], textCells: 9),
        expected: """
          error html-script @ spring-sale, html
            The HTML holds 2 scripts, which mail clients remove.
            > Leave it out; link to a web page for what needs one.
          error html-frame @ spring-sale, html
            The HTML holds 2 embedded frames, which mail clients remove.
            > Link to the page instead.
          warning html-form @ spring-sale, html
            The HTML holds a form with 3 fields, which many cannot send.
            > Link to a page with the form.
          warning html-media @ spring-sale, html
            The HTML holds 2 video or audio elements; few clients play it.
            > Show a picture that links to it.
          """),
      Row(
        "what is ignored",
        HTMLFacts(stylesheetLinks: 1, backgroundImages: 2, positionedElements: 1, textCells: 9),
        expected: """
          warning html-stylesheet @ spring-sale, html
            The HTML loads 1 style sheet, which mail clients ignore.
            > Write the styles into the style attributes of the elements.
          warning html-positioned @ spring-sale, html
            The HTML positions 1 element out of the flow, which mail clients ignore.
            > Lay it out in one column or with tables.
          warning html-background-image @ spring-sale, html
            The HTML holds 2 background pictures, missing for many.
            > Give a background colour on which the text can be read, and put no words into the
            > picture.
          """),
      Row(
        "pictures",
        HTMLFacts(elements: ["img": 5], imagesWithoutAlt: 1, remoteImages: 3, dataImages: 2, textCells: 9),
        expected: """
          warning html-image-without-alt @ spring-sale, html
            The HTML holds 1 picture without alt, for which nothing stands until it is loaded.
            > Say in alt what each shows; write alt="" for one that only decorates.
          warning html-data-image @ spring-sale, html
            The HTML carries 2 pictures as data: links, which mail clients do not show.
            > Put the pictures on a server and link to them with https.
          """),
    ])
  func facts(_ row: Row) {
    let findings = CampaignLint.brand(html: row.facts).report(on: [.guide()]).findings
    #expect(LintFixture.lines(findings) == row.expected)
  }

  private static func bytes(_ count: Int) -> LintSubject {
    .guide(html: String(repeating: "x", count: count))
  }

  @Test(
    "MC-17 how long HTML is, with no one who can read it",
    arguments: [
      LintCase("100 KB", bytes(102_400)),
      LintCase(
        "more", bytes(102_401),
        expected: """
          warning html-clipped @ spring-sale, html
            The HTML is 102401 bytes long; mail clients clip what is beyond about 100 KB.
            > Shorten it, else its end and with it the link to unsubscribe may not be shown.
          """),
      LintCase(
        "a megabyte", bytes(1_048_576),
        expected: """
          warning html-clipped @ spring-sale, html
            The HTML is 1048576 bytes long; mail clients clip what is beyond about 100 KB.
            > Shorten it, else its end and with it the link to unsubscribe may not be shown.
          """),
      LintCase(
        "more than that", bytes(1_048_577),
        expected: """
          error html-too-long @ spring-sale, html
            The HTML is 1048577 bytes long, more than a megabyte.
            > Link to what is long, and leave embedded data and styles that no element uses out.
          """),
    ])
  func length(_ row: LintCase) { row.check() }

  @Test(
    "MC-17 rich content is carried or fetched, not both",
    arguments: [
      LintCase(
        "to be fetched, and known",
        .spring {
          $0.kind = .openRichMessage
          $0.richURL = "https://www.brand.example/guide"
          $0.fetchedHTML = "<p>Words</p>"
        }),
      LintCase(
        "both",
        .spring {
          $0.kind = .openRichMessage
          $0.richURL = "https://www.brand.example/guide"
          $0.richHTML = "<p>Words</p>"
        },
        expected: """
          warning rich-twice @ spring-sale, html
            The message carries HTML and also names an address to fetch it from.
            > Keep one of the two; which one an app shows is not documented.
          """),
    ])
  func twice(_ row: LintCase) { row.check() }

  @Test("MC-17 the HTML that is read is the message's own, or else what was fetched")
  func whichHTML() {
    var lint = CampaignLint.brand
    lint.readHTML = { html in HTMLFacts(textCells: html == "<p>Fetched</p>" ? 7 : 0) }
    var subject = LintSubject.guide(html: nil)
    subject.fetchedHTML = "<p>Fetched</p>"
    #expect(LintFixture.rules(lint.report(on: [subject])) == [])
    subject.richHTML = "<p>Carried</p>"
    #expect(LintFixture.rules(lint.report(on: [subject])) == ["html-empty"])
  }
}
