import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// The lines and paragraphs of a message that came without markup, wherever it is read.
struct ParagraphTests {
  private static let bodies = [
    "Alpha line\nBravo line\n\nCharlie line", "Alpha line\r\nBravo line\r\n\r\nCharlie line",
    "Alpha line\rBravo line\r\r\rCharlie line", "\n\nAlpha line  \nBravo line\n \t\n\n\nCharlie line\n\n",
  ]

  private func state(_ body: String, _ change: (inout AppState) throws -> Void) throws -> AppState {
    var state = try StateFixture.inbox(120, 40)
    try change(&state)
    var message = Message.numbered(9)
    message.body = body
    let row = ArchivedMessage(message: message, fetched: StateFixture.now, read: StateFixture.now)
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: [row], offset: 0, total: 1)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    _ = state.settle()
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    return state
  }

  @Test("FE-8 MC-17 rich content in which nothing can be read says so")
  func nothing() async throws {
    let campaigns = """
      [brand]
      name = "Acme"
      domain = "news.acme.example"

      [[campaign]]
      id = "nothing"
      kind = "open-rich-message"
      subject = "Nothing"
      message = "The preview."
      [campaign.rich]
      html = "<html><head><style>p{}</style></head><body></body></html>"
      """
    let inbox = try await TestInbox.start(campaigns, columns: 100, rows: 24)
    try await inbox.press("<enter>").expect(shows: "The rich content has neither words nor pictures.")
    await inbox.end()
  }

  private func expectRead(_ state: AppState) throws {
    let pane = try #require(PaneLayout(state).detailText)
    let lines = MainView.draw(state, .mono).lines.map { line in
      String(line.dropFirst(pane.x)).trimmingCharacters(in: [" ", "│"])
    }
    let first = try #require(lines.lastIndex { $0.hasPrefix("Alpha line") })
    #expect(
      Array(lines[first..<first + 4]).map { String($0.prefix(12)) } == [
        "Alpha line", "Bravo line", "", "Charlie line",
      ])
  }

  @Test(
    "FE-2 a newline is a line break and a blank line a paragraph: alone, for the ear, before an audience",
    arguments: bodies)
  func paragraphs(_ body: String) throws {
    try expectRead(state(body) { _ in })
    try expectRead(state(body) { $0.beAccessible() })
    try expectRead(
      state(body) { $0.presenting = Presentation(themes: try PresentingFixture.themes(), tour: nil) })
  }

  @Test("FE-2 a line keeps the blanks with which it begins, but not the one behind a picture")
  func indented() throws {
    func words(_ text: RichText, _ pictures: PictureLines = .none) -> [String] {
      RichLayout.lines(text, width: 20, selected: nil, pictures: pictures).map(\.text)
    }
    #expect(words(RichText.plain(" a\n  - b\n    c")) == [" a", "  - b", "    c"])
    let raster = try #require(PictureRaster(width: 1, height: 1, pixels: [255, 0, 0, 255]))
    var shelf = PictureShelf.Message()
    shelf.outcomes = [1: .raster(raster)]
    let text = RichText(
      blocks: [.listItem(depth: 0, marker: "•", [RichSpan("p", isImage: true, picture: 1), RichSpan(" a")])])
    let lines = words(text, PictureLines(shelf, of: text, depth: .truecolor, rows: 4))
    #expect(lines.last == "  a", "\(lines)")
  }

  @Test("FE-2 FE-5 with ASCII only, words are wrapped as wide as they are drawn", arguments: 60...80)
  func ascii(columns: Int) throws {
    let body = (1...20).map { "Pump \($0): 1.299,00 €" }.joined(separator: ", ")
    var inbox = try state(body) { $0.profile.repertoire = .ascii }
    inbox.panes.isZoomed = true
    _ = inbox.reduce(.screen(.resized(Size(columns: columns, rows: 40))))
    _ = inbox.settle()
    let text = MainView.draw(inbox, .mono).lines.joined(separator: "\n")
    #expect(text.components(separatedBy: "EUR").count == 21, "\(text)")
  }

  @Test(
    "FE-5 FE-14 with ASCII only, a page is laid out as if its words were written so", arguments: [40, 60, 80])
  func page(columns: Int) throws {
    func notices(_ currency: String, _ repertoire: Repertoire) throws -> [String] {
      var state = try StateFixture.inbox(columns, 60)
      state.profile.repertoire = repertoire
      state.notify((1...20).map { "Pump \($0): 1.299,00 \(currency)" }.joined(separator: ", "))
      return NoticesPage(scroll: 0).allLines(state, width: columns - 4).map(\.text)
    }
    let lines = try notices("€", .ascii)
    #expect(try lines.count > 5 && lines == notices("EUR", .unicode))
    // What `/` narrows to has whole entries.
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
  }

  @Test("FE-2 FE-5 with ASCII only, a box loses no word, and finds what it shows", arguments: 40...80)
  func box(columns: Int) throws {
    var state = try StateFixture.inbox(columns, 60)
    state.profile.repertoire = .ascii
    state.notify((1...20).map { "Pump \($0): 1.299,00 €" }.joined(separator: ", "))
    func count() throws -> Int {
      _ = state.settle()
      let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
      return text.components(separatedBy: "EUR").count - 1
    }
    _ = state.reduce(.keyPressed(.character("H")))
    #expect(try count() == 20)
    for key in try Key.sequence("/ 1 . 2 9 9 <space> e u r <enter>") { _ = state.reduce(.keyPressed(key)) }
    #expect(try count() == 20)
  }
}
