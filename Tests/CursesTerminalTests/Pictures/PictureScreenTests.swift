import InboxModel
import InboxPictures
import InboxTestSupport
import InboxTUI
import Testing

@testable import CursesTerminal
@testable import InboxTUI

extension NcursesTests {
  /// Pictures on a real ncurses screen, read back from what it writes.
  @Suite("Pictures on the terminal", .serialized) @MainActor
  struct PictureScreenTests {
    private static let size = Size(columns: 40, rows: 12)
    /// Four colours in quarters.
    private static let picture: PictureRaster? = {
      var pixels: [UInt8] = []
      for y in 0..<40 {
        for x in 0..<80 {
          let corner: [UInt8] =
            x < 40 ? (y < 20 ? [255, 0, 0] : [0, 255, 0]) : (y < 20 ? [0, 0, 255] : [255, 255, 0])
          pixels += corner + [255]
        }
      }
      return PictureRaster(width: 80, height: 40, pixels: pixels)
    }()

    private func harness(_ form: PictureForm, _ environment: [String: String] = [:]) throws -> ScreenHarness {
      let screen = try ScreenHarness(
        "xterm-256color", size: Self.size, options: TerminalOptions(pictures: form),
        environment: ["COLORTERM": "truecolor"].merging(environment) { $1 })
      screen.screen.setEncoder(isReady: { SixelEncoder.isReady }) {
        SixelEncoder.bytes($0, columns: $1, rows: $2)
      }
      return screen
    }

    /// A frame with the picture, of which a box may cover something.
    private func frame(x: Int = 4, y: Int = 2, from row: Int = 0, cover: Rect? = nil) throws -> Frame {
      var frame = Frame(size: Self.size)
      frame.write("A picture:", x: 4, y: 0, style: .plain)
      let picture = try #require(Self.picture)
      let lines = PictureCells.lines(picture, columns: 8, rows: 2, depth: .truecolor)
      for (index, line) in lines.dropFirst(row).enumerated() {
        DetailView.drawPicture(line, x: x, y: y + index, to: 40, isLink: false, into: &frame)
      }
      if let cover { frame.fill(cover, style: .plain, with: "x") }
      return frame
    }

    @Test("FE-12 kitty: each picture is sent once in chunks, its cells name row, column and picture")
    func kitty() throws {
      let harness = try harness(.kitty)
      var stream = KittyStream()
      stream.take(try harness.show(frame()))
      let (number, image) = try #require(stream.images.first)
      let picture = try #require(Self.picture)
      #expect(stream.images.count == 1 && stream.longest <= 4096)
      #expect(image.columns == 8 && image.rows == 2)
      #expect(image.width == picture.width && image.pixels == picture.pixels)
      for row in 0..<2 {
        for column in 0..<8 {
          let cell = harness.terminal.content(x: 4 + column, y: 2 + row)
          #expect(
            Array(cell.text.unicodeScalars) == [
              KittyGraphics.placeholder, KittyGraphics.marks[row], KittyGraphics.marks[column],
            ])
          let color = harness.terminal.style(x: 4 + column, y: 2 + row).foreground
          #expect(color == .rgb(UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)))
        }
      }
      // The same picture elsewhere is not sent again.
      stream.take(try harness.show(frame(x: 20, y: 5)))
      #expect(stream.images.keys.contains(number) && stream.deleted.isEmpty)
      #expect(harness.terminal.content(x: 4, y: 2).text == " ")
      #expect(harness.terminal.content(x: 20, y: 5).text.unicodeScalars.first == KittyGraphics.placeholder)
      // A box over it hides its cells and leaves the others.
      stream.take(try harness.show(frame(cover: Rect(x: 0, y: 2, width: 8, height: 1))))
      #expect(harness.terminal.content(x: 4, y: 2).text == "x")
      #expect(harness.terminal.content(x: 8, y: 2).text.unicodeScalars.last == KittyGraphics.marks[4])
      // The second row alone is the second row of the picture.
      stream.take(try harness.show(frame(from: 1)))
      #expect(Array(harness.terminal.content(x: 4, y: 2).text.unicodeScalars)[1] == KittyGraphics.marks[1])
      // Shown no more, it is deleted.
      stream.take(try harness.show(Frame(size: Self.size)))
      #expect(stream.images.isEmpty && stream.deleted == [number])
    }

    @Test("FE-5 FE-12 kitty: pictures go with the end and a stop, and are sent again after it")
    func ends() throws {
      let harness = try harness(.kitty)
      var stream = KittyStream()
      stream.take(try harness.show(frame()))
      #expect(stream.images.count == 1)
      harness.screen.suspend()
      stream.take(try harness.drain())
      #expect(stream.images.isEmpty)
      harness.screen.resume()
      stream.take(try harness.drain())
      #expect(stream.images.count == 1)
      harness.screen.redraw()
      stream.take(try harness.drain())
      #expect(stream.images.count == 1)
      harness.screen.close()
      stream.take(try harness.drain())
      #expect(stream.images.isEmpty)
    }

    @Test(
      "FE-10 FE-12 what the terminal does with pictures is asked with the first one, and not where a setting says it"
    )
    func asked() throws {
      let found = try ScreenHarness("xterm-256color", size: Self.size)
      var calls = 0
      found.screen.hasFirstPicture = { calls += 1 }
      try found.show(Frame(size: Self.size))
      #expect(calls == 0)
      try found.show(frame())
      try found.show(frame(x: 9))
      #expect(calls == 1 && found.screen.askAboutPictures())
      let asked = String(decoding: try found.drain(), as: UTF8.self)
      // Nothing that a terminal might print.
      #expect(asked == "\u{1B}[16t\u{1B}[>q\u{1B}[c")
      // The name tells that more is worth a question.
      #expect(!found.screen.take(.program("XTerm(390)")))
      #expect(found.screen.take(.program("kitty(0.39.1)")))
      found.screen.close()
      #expect(try !harness(.kitty).screen.askAboutPictures())
    }

    @Test("FE-12 kitty in tmux: every command is handed on, and nothing else goes around")
    func tmux() throws {
      let harness = try harness(.kitty, ["TMUX": "/tmp/tmux,1,0"])
      let bytes = try harness.show(frame())
      var direct = KittyStream()
      direct.take(KittyStream.passed(byTmux: bytes))
      let picture = try #require(Self.picture)
      #expect(direct.images.values.map(\.pixels) == [picture.pixels])
    }

    @Test("FE-12 kitty with 256 colours: the picture's number is a colour of the palette")
    func palette() throws {
      let harness = try ScreenHarness(
        "xterm-256color", size: Self.size, options: TerminalOptions(pictures: .kitty))
      var stream = KittyStream()
      stream.take(try harness.show(frame()))
      let number = try #require(stream.images.keys.first)
      #expect((16...255).contains(number))
      #expect(harness.terminal.style(x: 4, y: 2).foreground == .palette(UInt8(number)))
    }

    @Test("FE-9 a message cannot show a part of a picture: what stands for one is not a character of a text")
    func forged() {
      var frame = Frame(size: Self.size)
      frame.write("\u{10EEEE}\u{305}\u{305}", x: 0, y: 0, style: .plain)
      #expect(frame[0, 0].glyph.onlyScalar != KittyGraphics.placeholder)
      #expect(frame[0, 0].glyph.scalars.first { _ in true } == "\u{FFFD}")
    }

    @Test(
      "FE-12 sixel: the pixels are those of the picture, drawn where it stands",
      .enabled(if: SixelEncoder.isReady))
    func sixel() throws {
      let picture = try #require(Self.picture)
      let bytes = try #require(SixelEncoder.bytes(picture, columns: 8, rows: 2))
      let stream = try #require(SixelStream(bytes))
      #expect(stream.width == 80 && stream.height == 36)
      let corners = [
        [10, 10]: [255, 0, 0], [60, 10]: [0, 0, 255], [10, 30]: [0, 255, 0], [60, 30]: [255, 255, 0],
      ]
      for (place, color) in corners {
        let shown = try #require(stream.pixels[place])
        #expect(zip(shown, color).allSatisfy { abs($0 - $1) <= 5 }, "\(place): \(shown)")
      }
      #expect(Self.same(stream, picture.scaled(width: stream.width, height: stream.height)) > 0.98)
    }

    /// The part of the pixels of a sixel picture that are as they should be.
    private static func same(_ stream: SixelStream, _ picture: PictureRaster) -> Double {
      var count = 0
      for y in 0..<stream.height {
        for x in 0..<stream.width {
          let place = (y * picture.width + x) * 4
          let wanted = picture.pixels[place..<place + 3].map { Int($0) }
          let shown = stream.pixels[[x, y]] ?? []
          if shown.count == 3, zip(shown, wanted).allSatisfy({ abs($0 - $1) <= 8 }) { count += 1 }
        }
      }
      return Double(count) / Double(stream.width * stream.height)
    }

    @Test(
      "FE-12 sixel: drawn behind the frame, again where its rows were written, and half blocks where it is covered",
      .enabled(if: SixelEncoder.isReady))
    func sixelScreen() throws {
      let harness = try harness(.sixel)
      _ = harness.screen.take(.cell(try #require(PictureCellSize(width: 10, height: 24))))
      let bytes = try harness.show(frame())
      let at = Array("\u{1B}7\u{1B}[3;5H\u{1B}P".utf8)
      #expect(bytes.firstRange(of: at) != nil && harness.terminal.content(x: 4, y: 2).text == " ")
      // Below it are blanks without a colour, or they would show where it is see-through.
      for x in 4..<12 { #expect(harness.terminal.style(x: x, y: 2).background == .standard) }
      let picture = try #require(Self.picture)
      let stream = try #require(SixelStream(bytes))
      #expect(stream.width == 80 && Self.same(stream, picture.scaled(width: 80, height: 48)) > 0.9)
      // Nothing changed, nothing is written.
      #expect(try harness.show(frame()).isEmpty)
      // Another row changed.
      var other = try frame()
      other.write("More below", x: 0, y: 9, style: .plain)
      #expect(try harness.show(other).firstRange(of: Array("\u{1B}P".utf8)) == nil)
      other.write("Beside it", x: 20, y: 3, style: .plain)
      #expect(try harness.show(other).firstRange(of: at) != nil)
      // Covered in part it is half blocks, and its rows are written whole.
      _ = try harness.show(frame(cover: Rect(x: 0, y: 2, width: 6, height: 1)))
      #expect(
        harness.terminal.content(x: 4, y: 2).text == "x" && harness.terminal.content(x: 4, y: 3).text == " ")
      #expect(harness.terminal.style(x: 4, y: 3).background == .rgb(0, 255, 0))
      #expect(try harness.show(frame()).firstRange(of: at) != nil)
      // Somewhere else its sixels are the same, and no row was moved on the terminal, which would take them along.
      let moved = try harness.show(frame(x: 4, y: 6))
      #expect(moved.firstRange(of: Array("\u{1B}7\u{1B}[7;5H\u{1B}P".utf8)) != nil)
      // Gone, its rows are written whole, blanks included.
      let gone = try harness.show(Frame(size: Self.size))
      #expect(!gone.isEmpty && gone.firstRange(of: Array("\u{1B}P".utf8)) == nil)
    }

    @Test(
      "FE-12 sixel: what cannot be made is tried once, and what is there is not made again",
      .enabled(if: SixelEncoder.isReady))
    func encodings() throws {
      for isMade in [true, false] {
        let harness = try harness(.sixel)
        var calls = 0
        harness.screen.setEncoder(isReady: { true }) { picture, columns, rows in
          calls += 1
          return isMade ? SixelEncoder.bytes(picture, columns: columns, rows: rows) : nil
        }
        _ = harness.screen.take(.cell(try #require(PictureCellSize(width: 10, height: 20))))
        for x in [4, 4, 20, 4] { try harness.show(frame(x: x)) }
        #expect(calls == 1)
        #expect((harness.terminal.style(x: 4, y: 2).background == .standard) == isMade)
      }
    }

    @Test(
      "FE-12 sixel: no row is moved on the terminal while a picture is on it",
      .enabled(if: SixelEncoder.isReady))
    func still() throws {
      func region(_ form: PictureForm) throws -> Bool {
        let harness = try harness(form)
        _ = harness.screen.take(.cell(try #require(PictureCellSize(width: 10, height: 20))))
        func lines(from first: Int) throws -> Frame {
          var frame = try frame(x: 30, y: 1)
          for y in 3..<11 {
            let letter = Array("abcdefghijklmn")[first + y]
            frame.write(String(repeating: letter, count: 28), x: 0, y: y, style: .plain)
          }
          return frame
        }
        try harness.show(lines(from: 0))
        let bytes = String(decoding: try harness.show(lines(from: 1)), as: UTF8.self)
        return bytes.contains(/\u{1B}\[[0-9]+;[0-9]+r/)
      }
      #expect(try !region(.sixel) && region(.blocks))
    }
  }
}
