import Foundation
import InboxHTML
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Tables of data in the detail pane, from HTML to lines.
struct TableLinesTests {
  private static let order = """
    <table><tr><th>Item<th>Size<th>Price</tr><tr><td>Pump, galvanised<td>S<td>19,95 €</tr>
    <tr><td>Hammer<td>XL<td>104,50 €</tr><tr><td colspan=2>Total with delivery to the door<td>124,45 €</table>
    """

  @Test("FE-2 columns are as wide as they need to be, amounts stand to the right, a total reaches over")
  func columns() throws {
    let text = try lines(Self.order, columns: 62)
    #expect(
      text == """
        Item                       Size     Price
        Pump, galvanised           S      19,95 €
        Hammer                     XL    104,50 €
        Total with delivery to the door  124,45 €
        """)
  }

  @Test("FE-5 where there is less room the widest column gives way, and words go on below")
  func narrower() throws {
    let table = """
      <table><tr><th>When<th>What happens on that day</tr><tr><td>Friday<td>The ferry goes at eight, as ever, and
      again at noon</tr><tr><td>Saturday<td>No ferry</table>
      """
    let text = try lines(table, columns: 42)
    #expect(
      text == """
        When      What happens on that day
        Friday    The ferry goes at eight, as
                  ever, and again at noon
        Saturday  No ferry
        """)
  }

  @Test("FE-5 a table of more columns than there is room for is read record by record")
  func records() throws {
    let table = """
      <table><tr><th>Train<th>From<th>To<th>Platform<th>Remarks</tr>
      <tr><td>RN 1204<td>Sandhaven Harbour<td>Northcastle Central<td>4<td>Bicycles in coach nine only</tr>
      <tr><td>RN 1206<td>Sandhaven Harbour<td>Tarn Junction<td><td>Runs on weekdays</table>
      """
    let text = try lines(table, columns: 42)
    #expect(
      text == """
        Train: RN 1204
        From: Sandhaven Harbour
        To: Northcastle Central
        Platform: 4
        Remarks: Bicycles in coach nine only

        Train: RN 1206
        From: Sandhaven Harbour
        To: Tarn Junction
        Remarks: Runs on weekdays
        """)
  }

  @Test("FE-2 two tables in a row stay two, each with its own columns and labels")
  func twoTables() throws {
    let tables = """
      <table border=1><tr><th>Item<th>Price</tr><tr><td>Pump<td>5</table><table border=1><tr><th>Stop<th>Time</tr>
      <tr><td>Harbour<td>9</table>
      """
    let text = try lines(tables, columns: 42)
    #expect(
      text == """
        Item  Price
        Pump      5

        Stop     Time
        Harbour     9
        """)
  }

  @Test("FE-2 wide characters count as wide, and links in cells keep their numbers")
  func wide() throws {
    let table = """
      <table><tr><th>品名<th>価格</tr><tr><td>珈琲豆<td>1,200円</tr>
      <tr><td><a href="https://e.example/1">Tea</a><td>80円</table>
      """
    #expect(
      try lines(table, columns: 42).hasPrefix(
        """
        品名       価格
        珈琲豆  1,200円
        Tea[1]     80円
        """))
  }

  @Test("FE-2 what is quoted is laid out as elsewhere, behind bars: tables in columns, paragraphs apart")
  func quote() throws {
    let quote = """
      <blockquote><p>First words</p><p>Second words</p><table border=1><tr><td>Pump<td>5</tr>
      <tr><td>Hammer<td>12</table><ul><li>An item that goes on well behind its bar</ul></blockquote>
      """
    let expected = [
      "│ First words", "│ ", "│ Second words", "│ ", "│ Pump     5", "│ Hammer  12", "│ ",
      "│ • An item that goes on well behind its", "│   bar",
    ]
    #expect(try lines(quote, columns: 42) == expected.joined(separator: "\n"))
  }

  @Test("FE-2 FE-5 lines that stand as they are go on below where the pane ends, also in a quote")
  func preformatted() throws {
    let code = "<pre>  let price = 5 in a line that is longer than the pane\n\nend</pre>"
    let expected = ["  let price = 5 in a line that is longer", "than the pane", "", "end"]
    #expect(try lines(code, columns: 42) == expected.joined(separator: "\n"))
    let quoted = ["  let price = 5 in a line that is", "longer than the pane", "", "end"].map { "│ " + $0 }
    #expect(
      try lines("<blockquote>\(code)</blockquote>", columns: 42) == quoted.joined(separator: "\n"))
    // An audience reads the same lines.
    let text = RichText(blocks: [.preformatted("Order 5\n\n  at https://a.example/x?id=1 now")])
    #expect(text.redacted.blocks == [.preformatted("Order 5\n\n  at a.example now")])
  }

  /// The lines that a rich message's text takes in a terminal of a width.
  private func lines(_ html: String, columns: Int) throws -> String {
    var state = try StateFixture.inbox(columns, 40)
    _ = state.reduce(.keyPressed(.character("j")))
    _ = state.reduce(.keyPressed(.character("j")))
    _ = state.settle()
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.reduce(.message(.richLoaded(row.key, HTMLReader.read(html))))
    _ = state.settle()
    let all = (state.detail?.layout.lines ?? []).map { $0.runs.map(\.text).joined() }
    let end = all.firstIndex { $0 == "Links" || $0 == "About this message" } ?? all.endIndex
    let start = all.firstIndex(of: "").map { $0 + 1 } ?? 0
    return all[start..<max(start, end - 1)].joined(separator: "\n")
  }

  @Test("FE-2 MC-9 a label as wide as its column has a blank behind it, and its words go on below")
  func fields() {
    func field(_ label: String) -> [String] {
      // A blank may end a line.
      TextArea(24, .unicode).field(label, "record “bad1”: no subject", column: 10).map { $0.text + "|" }
        .map { $0.replacing(" |", with: "|") }
    }
    #expect(field("In list") == ["In list   record “bad1”:|", "          no subject|"])
    #expect(field("Unreadable") == ["Unreadable record|", "           “bad1”: no|", "           subject|"])
    // Where there is ASCII alone, they are wrapped as they are drawn.
    let reduced = TextArea(24, .ascii).field("Trouble", "für 120 € und 13 €", column: 10)
    #expect(reduced.map(\.text) == ["Trouble   fur 120 EUR ", "          und 13 EUR"])
  }
}
