import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// Lines that are typed into.
struct LineEditorTests {
  private func type(_ keys: String, into line: LineEditor = "", most: Int = 40) throws -> LineEditor {
    var line = line
    for key in try Key.sequence(keys) { _ = line.take(key, most: most) }
    return line
  }

  @Test(
    "FE-6 the keys of a line",
    arguments: [
      ("a b c", "abc", 3), ("a b c <left> <left> x", "axbc", 2), ("a b <home> x", "xab", 1),
      ("a b <c-a> x <c-e> y", "xaby", 4), ("a b c <left> <bs>", "ac", 1), ("a b c <home> <del>", "bc", 0),
      ("a b <space> c d <c-w>", "ab ", 3), ("a b <space> c d <left> <c-w>", "ab d", 3),
      ("a b c <left> <c-u>", "c", 0), ("a b c <left> <c-k>", "ab", 2),
      ("<bs> <del> <left> <right> a", "a", 1),
      ("a b <c-b> x <c-f> y", "axby", 4), ("a <right> <right> <home> <left> b", "ba", 1),
    ])
  func keys(_ keys: String, _ text: String, _ cursor: Int) throws {
    let line = try type(keys)
    #expect(line.text == text && line.before.count == cursor)
  }

  @Test("FE-6 what people see as one character is one, wherever the cursor goes")
  func graphemes() throws {
    let line = try type("<left> <bs>", into: "a👨‍👩‍👧é")
    #expect(line.text == "aé" && line.before == "a")
    #expect(try type("<home> <del>", into: "e\u{301}x").text == "x")
  }

  @Test("FE-6 pasted lines become one, harmless, and what does not fit is refused whole")
  func pastes() {
    var line: LineEditor = "ab"
    _ = line.take(.left, most: 20)
    #expect(line.take(.paste("one\r\n\n two\tthree\u{1B}[0m\n"), most: 30) == .edited)
    #expect(line.text == "aone  two three[0mb" && line.after == "b")
    #expect(line.take(.paste(String(repeating: "x", count: 30)), most: 30) == .full)
    #expect(line.text == "aone  two three[0mb" && line.isRefused)
    // Nothing was deleted, yet it is another line than the one that was refused.
    #expect(line.take(.left, most: 30) == .moved && line.isRefused && line.take(.end, most: 30) == .moved)
    #expect(line.take(.control("k"), most: 30) == .edited && !line.isRefused)
    #expect(line.take(.control("k"), most: 30) == .moved && line.take(.left, most: 30) == .moved)
    #expect(line.take(.character("x"), most: 3) == .full && line.take(.tab, most: 3) == nil)
    #expect(line.take(.character("x"), most: 90, accepts: \.isNumber) == nil)
    #expect(line.take(.paste("1x2"), most: 90, accepts: \.isNumber) == .edited && line.text.contains("12b"))
  }

  @Test("FE-6 the cursor is always in sight, in any width and whatever stands around it")
  func visible() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "週", "é", "👨‍👩‍👧", " ", "x"]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? ""
      }
      var line = LineEditor(text.joined())
      for _ in 0..<Int.random(in: 0...30, using: &random) { _ = line.take(.left, most: 100) }
      let width = Int.random(in: 0...20, using: &random)
      let (shown, column) = LineField.visible(line, width: width)
      #expect(column >= 0 && column < max(1, width), "seed \(seed)")
      #expect(width < 3 || shown.hasSuffix(line.after), "seed \(seed)")
    }
  }

  @Test("FE-6 in the dialogs, the palette and the filter the cursor stands where typing goes")
  func fields() throws {
    var state = try StateFixture.inbox(80, 24)
    func press(_ keys: String) throws -> Frame {
      for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
      _ = state.settle()
      return MainView.draw(state, .mono)
    }
    func column(_ frame: Frame, of text: String) throws -> Int {
      let line = frame.lines[try #require(frame.cursor).y]
      return line.distance(from: line.startIndex, to: try #require(line.firstRange(of: text)).lowerBound)
    }
    var frame = try press("b 1 2 3 <left> <left> 9")
    #expect(try column(frame, of: "1923") + 2 == frame.cursor?.x)
    frame = try press("<esc> U m a i a <left> <left> r")
    #expect(try column(frame, of: "maria") + 3 == frame.cursor?.x)
    frame = try press("<esc> : c l k <left> o")
    #expect(try column(frame, of: "clok") + 3 == frame.cursor?.x)
    frame = try press("<esc> / s l e <left> <left> a")
    #expect(try column(frame, of: "sale") + 2 == frame.cursor?.x)
    #expect(state.find.text == "sale")
    // Longer than any line: its end is in sight, and going back shows its beginning again.
    _ = state.reduce(.keyPressed(.paste(String(repeating: "w", count: 120))))
    frame = try press("<end>")
    #expect(frame.cursor.map { $0.x < 80 && $0.y > 0 } == true)
    frame = try press("<home>")
    #expect(try column(frame, of: "sa") == frame.cursor?.x)
  }

  @Test(
    "FE-6 a filter whose beginning is out of sight says so, with the cursor where typing goes",
    arguments: [true, false])
  func cutFilter(isASCII: Bool) throws {
    let mark = isASCII ? "..." : "…"
    for keys in ["/", "E E /", "? /"] {
      var state = try StateFixture.inbox(40, 12)
      if isASCII { state.profile.repertoire = .ascii }
      for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
      _ = state.reduce(.keyPressed(.paste("abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz")))
      _ = state.settle()
      let frame = MainView.draw(state, .mono)
      let cursor = try #require(frame.cursor)
      #expect(frame.lines[cursor.y].contains("/" + mark), "\(keys)")
      #expect(
        frame[cursor.x - 1, cursor.y].cluster == "z" && frame[cursor.x, cursor.y].cluster == " ", "\(keys)")
      // What is whole has no mark.
      for key in try Key.sequence("<c-u> a b c") { _ = state.reduce(.keyPressed(key)) }
      _ = state.settle()
      let whole = MainView.draw(state, .mono)
      let place = try #require(whole.cursor)
      #expect(whole.lines[place.y].contains("/abc"), "\(keys)")
    }
  }
}
