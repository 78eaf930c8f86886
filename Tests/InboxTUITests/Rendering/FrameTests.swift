import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@Suite("Frames")
struct FrameTests {
  private let red = Style(foreground: .palette(1))

  @Test(
    "FE-5 a size is read as a person writes it, and is no other text",
    arguments: [
      ("80x24", Size(columns: 80, rows: 24)), ("1x1", Size(columns: 1, rows: 1)),
      ("500x200", Size(columns: 500, rows: 200)),
      ("80xx24", nil), ("x80x24", nil), ("80x24x", nil), ("80x", nil), ("80", nil), ("", nil), ("0x24", nil),
      ("501x24", nil), ("80x201", nil), ("80X24", nil), ("wide", nil),
    ] as [(String, Size?)])
  func size(text: String, size: Size?) {
    #expect(Size(text: text) == size)
  }

  @Test("Text is aligned and cut in the columns that it was given")
  func alignment() {
    var frame = Frame(size: Size(columns: 10, rows: 4))
    #expect(frame.write("left", x: 0, y: 0, width: 8, style: .plain) == 4)
    #expect(frame.write("right", x: 0, y: 1, width: 8, style: .plain, alignment: .trailing) == 5)
    #expect(frame.write("mid", x: 0, y: 2, width: 8, style: .plain, alignment: .center) == 3)
    #expect(frame.write("a long sentence", x: 2, y: 3, style: .plain) == 8)
    #expect(frame.lines == ["left", "   right", "  mid", "  a long …"])
  }

  @Test("Writing over half of a wide character blanks its other half")
  func halves() {
    var frame = Frame(size: Size(columns: 8, rows: 3))
    for y in 0..<3 { frame.write("日本語", x: 0, y: y, style: .plain) }
    frame.write("x", x: 1, y: 0, style: .plain)
    frame.write("x", x: 2, y: 1, style: .plain)
    frame.fill(Rect(x: 1, y: 2, width: 2, height: 1), style: .plain, with: ".")
    #expect(frame.lines == [" x本語", "日x 語", " .. 語"])
  }

  @Test("A wide character never straddles an edge")
  func edges() {
    var frame = Frame(size: Size(columns: 4, rows: 4))
    frame.write("日本", x: 1, y: 0, style: .plain, ellipsis: false)
    frame.write("日本", x: -1, y: 1, style: .plain)
    frame.write("日", x: 3, y: 2, style: red)
    frame.write("日", x: 0, y: 3, width: 1, style: .plain, ellipsis: false)
    #expect(frame.lines == [" 日", " 本", "   …", ""])
  }

  @Test("Boxes and fills stay inside the frame, and tiny ones draw nothing")
  func boxes() {
    var frame = Frame(size: Size(columns: 6, rows: 4))
    frame.box(Rect(x: 1, y: 0, width: 4, height: 3), style: .plain)
    frame.box(Rect(x: 0, y: 3, width: 6, height: 1), style: .plain)
    frame.box(Rect(x: 4, y: 2, width: 10, height: 10), style: .plain, glyphs: .ascii)
    #expect(frame.lines == [" ╭──╮", " │  │", " ╰──+-", "    |"])
    var ascii = Frame(size: Size(columns: 3, rows: 2), repertoire: .ascii)
    ascii.box(ascii.bounds, style: .plain)
    #expect(ascii.lines == ["+-+", "+-+"])
  }

  @Test("The style grid names styles in order of appearance")
  func styles() {
    var frame = Frame(size: Size(columns: 6, rows: 2))
    frame.write("ab", x: 1, y: 0, style: red)
    frame.restyle(Rect(x: 2, y: 0, width: 2, height: 2)) { Style(attributes: .reverse).over($0) }
    let (lines, legend) = frame.styleGrid()
    #expect(lines == [".abc", "..cc"])
    #expect(legend.map(\.0) == ["a", "b", "c"])
    #expect(
      legend.map(\.1) == [
        red, Style(foreground: .palette(1), attributes: .reverse), Style(attributes: .reverse),
      ])
  }

  @Test("FE-5 whatever is drawn wherever, every row keeps its width and halves stay together")
  func randomDrawing() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let alphabet = [
      "a", "Zq", " ", "日", "e\u{301}", "\u{301}", "😀", "👍🏽", "🇫🇷", "\u{1B}[2J", "\u{202E}", "한", "\u{200D}",
    ]
    for _ in 0..<400 {
      let size = Size(
        columns: Int.random(in: 0...24, using: &random), rows: Int.random(in: 0...5, using: &random))
      var frame = Frame(size: size, repertoire: Bool.random(using: &random) ? .unicode : .ascii)
      for _ in 0..<20 {
        let x = Int.random(in: -6...28, using: &random)
        let y = Int.random(in: -2...6, using: &random)
        let width = Int.random(in: -2...30, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 {
          let rect = Rect(x: x, y: y, width: width, height: Int.random(in: -1...4, using: &random))
          frame.fill(rect, style: red, with: "─")
          frame.box(rect, style: red)
          frame.restyle(rect) { _ in .plain }
          continue
        }
        let text = (0..<Int.random(in: 0...12, using: &random))
          .compactMap { _ in alphabet.randomElement(using: &random) }.joined()
        let before = frame
        let used = frame.write(
          text, x: x, y: y, width: width, style: red,
          alignment: [.leading, .center, .trailing].randomElement(using: &random) ?? .leading,
          ellipsis: Bool.random(using: &random))
        #expect(used <= max(0, width), "seed \(seed)")
        expectUntouched(frame, before, x: x, y: y, width: width, seed: seed)
      }
      expectWhole(frame, seed: seed)
    }
  }

  /// Nothing outside the columns given changes, except the other half of a wide character that was cut.
  private func expectUntouched(_ frame: Frame, _ before: Frame, x: Int, y: Int, width: Int, seed: UInt64) {
    for row in 0..<frame.size.rows {
      for column in 0..<frame.size.columns where row != y || column < x || column >= x + max(0, width) {
        let (new, old) = (frame[column, row], before[column, row])
        let wasCut = row == y && new.cluster == " " && new.style == old.style && old.width != 1
        #expect(new == old || wasCut, "column \(column), row \(row), seed \(seed)")
      }
    }
  }

  private func expectWhole(_ frame: Frame, seed: UInt64) {
    for row in 0..<frame.size.rows {
      var column = 0
      while column < frame.size.columns {
        let cell = frame[column, row]
        #expect(cell.width > 0, "seed \(seed)")
        #expect(DisplayText.width(of: cell.cluster) == cell.width, "seed \(seed)")
        if frame.repertoire == .ascii { #expect(cell.cluster.utf8.allSatisfy { $0 < 0x80 }, "seed \(seed)") }
        if cell.width == 2 {
          #expect(frame[column + 1, row].cluster.isEmpty && column + 1 < frame.size.columns, "seed \(seed)")
        }
        column += max(1, cell.width)
      }
      #expect(frame.row(row).reduce(0) { $0 + $1.width } == frame.size.columns, "seed \(seed)")
    }
  }

  @Test(
    "QA-4 a text that wraps in a pane or a box is found there, and none that only two panes make together")
  func wrappedText() {
    var frame = Frame(size: Size(columns: 30, rows: 8))
    for y in 0..<8 { frame.fill(Rect(x: 12, y: y, width: 1, height: 1), style: .plain, with: "│") }
    for (y, text) in ["Your parcel", "is on its", "", "way home"].enumerated() {
      frame.write(text, x: 0, y: y, style: .plain)
    }
    for (y, text) in [" https://shop.ex", " ample/sale", " 日本語の長い文字", " テスト"].enumerated() {
      frame.write(text, x: 13, y: y, style: .plain)
    }
    frame.box(Rect(x: 6, y: 4, width: 12, height: 4), style: .plain)
    frame.write("Nothing", x: 8, y: 5, style: .plain)
    frame.write("was lost", x: 8, y: 6, style: .plain)
    let there = [
      "parcel is on", "Your  parcel\nis", "https://shop.example/sale", "長い文字テスト", "sale 日本語",
      "Nothing was lost",
      "parcel │ https", "l",
    ]
    for text in there { #expect(frame.shows(text), "\(text)") }
    let not = [
      "parcel https", "sale is", "is on its way", "home Nothing", "テスト Nothing", "lost parcel",
      // No word is broken at the end of a row that has room.
      "sale日本語",
    ]
    for text in not { #expect(!frame.shows(text), "\(text)") }
  }

  @Test("FE-5 regions stay sane at any size")
  func rects() {
    let rect = Rect(x: 2, y: 3, width: 10, height: 4)
    #expect(rect.rows(from: 1, count: 2) == Rect(x: 2, y: 4, width: 10, height: 2))
    #expect(rect.rows(from: 9, count: 2).isEmpty)
    #expect(rect.left(4) == Rect(x: 2, y: 3, width: 4, height: 4))
    #expect(rect.right(from: 4) == Rect(x: 6, y: 3, width: 6, height: 4))
    #expect(rect.right(from: 40).isEmpty && rect.left(-1).isEmpty)
    #expect(rect.inset(horizontally: 1, vertically: 1) == Rect(x: 3, y: 4, width: 8, height: 2))
    #expect(rect.inset(horizontally: 7, vertically: 7).isEmpty)
    #expect(rect.intersection(Rect(x: 100, y: 0, width: 5, height: 5)).isEmpty)
    #expect(rect.contains(Point(x: 11, y: 6)) && !rect.contains(Point(x: 12, y: 6)))
    #expect(
      Rect(x: .max, y: .min, width: .max, height: .max).inset(horizontally: .min, vertically: .min).maxX > 0)
  }
}
