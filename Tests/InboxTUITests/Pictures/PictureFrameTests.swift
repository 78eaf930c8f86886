import Foundation
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// Pictures as half blocks, at every depth of colours.
struct PictureFrameTests {
  @Test(
    "FE-2 FE-7 a picture and an icon at their places, in the colours that there are",
    arguments: ColorDepth.allCases)
  func depths(depth: ColorDepth) throws {
    var state = try reading(60, 22)
    state.profile.depth = depth
    _ = state.settle()
    expectFrame(MainView.draw(state, depth == .mono ? .mono : .standard), named: "picture-\(depth.rawValue)")
  }

  @Test("FE-5 FE-12 a message with its pictures at every size", arguments: StateFixture.sizes)
  func sizes(columns: Int, rows: Int) throws {
    let state = try reading(columns, rows)
    expectFrame(MainView.draw(state, .standard), named: "picture-\(columns)x\(rows)")
  }

  @Test("FE-5 FE-7 where only ASCII can be drawn, and where pictures are off, the words stay")
  func words() throws {
    var state = try reading(60, 22)
    state.profile.repertoire = .ascii
    _ = state.settle()
    expectWords(state)
    state = try reading(60, 22)
    state.profile.pictures = .off
    _ = state.settle()
    expectWords(state)
    _ = state.reduce(.keyPressed(.character("I")))
    #expect(state.notice?.text == "Pictures are off: pictures = \"off\" in the configuration.")
  }

  @Test(
    "FE-5 a picture takes half of the pane at most, and never more than its width",
    arguments: [(40, 12), (40, 8)])
  func small(columns: Int, rows: Int) throws {
    let state = try reading(columns, rows)
    let lines = MainView.draw(state, .standard).lines
    #expect(lines.allSatisfy { DisplayText.width(of: $0) <= columns })
    let height = try #require(PaneLayout(state).detailText?.height)
    let runs = (state.detail?.layout.lines ?? []).split { $0.picture.isEmpty }
    #expect(runs.count == 3)
    #expect(runs.allSatisfy { $0.count <= max(2, height / 2) })
  }

  @Test("FE-5 FE-12 in lines of another width a picture and a gap stay at the top, and are come back to")
  func otherWidth() throws {
    var state = try reading(120, 12)
    func top(_ state: AppState) throws -> DetailLine {
      let detail = try #require(state.detail)
      return detail.layout.lines[detail.scroll]
    }
    let height = try #require(PaneLayout(state).detailText?.height)
    let count = try #require(state.detail?.layout.lines.count)
    for scroll in 1...(count - height) {
      state.detail?.scroll = scroll
      let first = try top(state)
      for columns in [110, 60, 100, 40, 120] {
        _ = state.reduce(.screen(.resized(Size(columns: columns, rows: 12))))
        _ = state.settle()
        let line = try top(state)
        #expect(line.picture == first.picture, "\(scroll) \(columns)")
        #expect(line.text.isEmpty == first.text.isEmpty, "\(scroll) \(columns)")
      }
      #expect(state.detail?.scroll == scroll)
    }
  }

  @Test("FE-5 FE-12 where pictures get another height the reader goes on at the same words")
  func otherHeight() throws {
    var state = try reading(120, 16)
    let key = try #require(state.detail?.row.key)
    let large = try #require(
      PictureRaster(width: 96, height: 96, pixels: [UInt8](repeating: 255, count: 96 * 96 * 4)))
    state.pictures[key].outcomes[2] = .raster(large)
    _ = state.settle()
    let words = "[A third]"
    let scroll = try #require(state.detail?.layout.lines.firstIndex { $0.text.hasPrefix(words) })
    state.detail?.scroll = scroll
    for rows in [14, 12, 16] {
      _ = state.reduce(.screen(.resized(Size(columns: 120, rows: rows))))
      _ = state.settle()
      let detail = try #require(state.detail)
      #expect(detail.layout.lines[detail.scroll].text.hasPrefix(words), "\(rows)")
      #expect((detail.scroll == scroll) == (rows == 16), "\(rows)")
    }
  }

  @Test("FE-2 an edge row of an odd picture and what shines through are left to the page")
  func edges() {
    let pixels: [UInt8] = [
      255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 255, 1, 2, 3, 127, 9, 9, 9, 255, 0, 0, 0, 0,
    ]
    let rows = PictureRaster(width: 2, height: 3, pixels: pixels).map {
      PictureCells.rows($0, columns: 10, rows: 10, depth: .truecolor)
    }
    typealias Cell = DetailLine.PictureCell
    #expect(
      rows == [
        [Cell(top: .rgb(255, 0, 0), bottom: .rgb(0, 0, 255)), Cell(top: nil, bottom: nil)],
        [Cell(top: .rgb(9, 9, 9), bottom: nil), Cell(top: nil, bottom: nil)],
      ])
  }

  @Test(
    "FE-7 with sixteen colours a picture takes six, so that eight-colour terminals have pairs left for words")
  func pairs() {
    var colors: Set<Color> = []
    for red in stride(from: UInt8(0), through: 255, by: 51) {
      for green in stride(from: UInt8(0), through: 255, by: 51) {
        for blue in stride(from: UInt8(0), through: 255, by: 51) {
          colors.insert(ColorDepth.palette16.pictureColor(red, green, blue))
        }
      }
    }
    #expect(colors.count == 6)
  }

  @Test(
    "FE-9 of more pictures than one message may have, the first are requested or decoded, the others stay words"
  )
  func tooMany() throws {
    #expect(PicturePolicy().count == 24)
    let html = (1...30).map { "https://cdn.acme.example/\($0).png" }
    let data = (1...30).map { "data:image/png;base64,\($0)" }
    var state = try reading(60, 22)
    let key = try #require(state.detail?.row.key)
    state.pictures = PictureShelf()
    state.detail?.row.message.iconURL = nil
    let effects = state.reduce(
      .message(.richLoaded(key, RichText(pictures: (html + data).map { RichPicture(source: $0) }))))
    let places = 1...24
    let decoded = places.map { PictureRequest(numbers: [$0 + 30], source: data[$0 - 1]) }
    #expect((effects + state.settle()).contains(.decodePictures(key, decoded)))
    _ = state.reduce(.keyPressed(.character("I")))
    #expect(state.notice?.text.hasPrefix("Loading 24 pictures shows cdn.acme.example") == true)
    let loaded = places.map { PictureRequest(numbers: [$0], source: html[$0 - 1]) }
    #expect(state.reduce(.keyPressed(.character("I"))) == [.loadPictures(key, loaded)])
  }

  private func expectWords(_ state: AppState) {
    let text = MainView.draw(state, .standard).lines.joined(separator: "\n")
    #expect(text.contains("[A logo]"))
    #expect(!text.contains("▀") && !text.contains("#####"))
  }

  /// A rich message with an icon, a picture, one that leads somewhere, one that failed and a tracking pixel.
  private func reading(_ columns: Int, _ rows: Int) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    _ = state.reduce(.keyPressed(.character("j")))
    _ = state.reduce(.keyPressed(.character("j")))
    _ = state.settle()
    var row = try #require(state.list.selectedRow)
    row.message.iconURL = "https://cdn.acme.example/icon.png"
    _ = state.reduce(.message(.opened(row.key, row)))
    let words = RichText(
      blocks: [
        .paragraph([RichSpan("A logo", isImage: true, picture: 1), RichSpan(" and words")]),
        .paragraph([RichSpan("A door", link: 1, isImage: true, picture: 2)]),
        .paragraph([RichSpan("A third", isImage: true, picture: 3)]),
      ], links: [RichLink(number: 1, url: "https://www.acme.example/", text: "A door")],
      pictures: [
        RichPicture(source: "https://cdn.acme.example/1.png", alternative: "A logo", width: 48, height: 32),
        RichPicture(source: "https://cdn.acme.example/2.png", alternative: "A door"),
        RichPicture(source: "https://cdn.acme.example/3.png", alternative: "A third"),
        RichPicture(source: "https://t.acme.example/o.gif", width: 1, height: 1, isTrackingPixel: true),
      ])
    _ = state.reduce(.message(.richLoaded(row.key, words)))
    // What no one waits for does not come.
    _ = state.reduce(.picture(.pictureLoaded(row.key, [0], .failed("Too late."))))
    #expect(state.pictures.messages[row.key]?.outcomes.isEmpty != false)
    state.pictures[row.key].isLoading = true
    _ = state.reduce(.picture(.pictureLoaded(row.key, [0], .raster(try icon()))))
    _ = state.reduce(.picture(.pictureLoaded(row.key, [1, 2], .raster(try logo()))))
    _ = state.reduce(
      .picture(.pictureLoaded(row.key, [3], .failed(PictureFailure.broken(kind: "PNG").description))))
    state.pictures[row.key].isLoading = false
    _ = state.settle()
    return state
  }

  private func icon() throws -> PictureRaster {
    let pixels: [[UInt8]] = [
      [200, 30, 30, 255], [255, 255, 255, 255], [20, 20, 20, 255], [30, 160, 60, 255],
    ]
    return try #require(PictureRaster(width: 2, height: 2, pixels: pixels.flatMap { $0 }))
  }

  /// Red to blue from left to right, darker below, and see-through in a corner.
  private func logo() throws -> PictureRaster {
    var pixels: [UInt8] = []
    for y in 0..<4 {
      for x in 0..<8 {
        let light = 255 - y * 48
        pixels += [
          UInt8(light * (7 - x) / 7), UInt8(light / 3), UInt8(light * x / 7), x + y < 2 ? 0 : 255,
        ]
      }
    }
    return try #require(PictureRaster(width: 8, height: 4, pixels: pixels))
  }
}
