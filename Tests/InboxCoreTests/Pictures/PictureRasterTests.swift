import Foundation
import InboxModel
import Testing

@Suite("Pictures get smaller")
struct PictureRasterTests {
  @Test("FE-2 each pixel is the mean of those it covers, also where the borders do not meet")
  func means() throws {
    let row = try picture(3, 1, [[0, 0, 0, 255], [90, 90, 90, 255], [240, 240, 240, 255]])
    // One and a half pixels each: (0 + 45) / 1.5 and (45 + 240) / 1.5.
    #expect(row.scaled(width: 2, height: 1).pixels == [30, 30, 30, 255, 190, 190, 190, 255])
    #expect(row.scaled(width: 1, height: 1).pixels == [110, 110, 110, 255])
    #expect(row.scaled(width: 3, height: 1) == row)
  }

  @Test("FE-2 what is not solid lends no colour: no dark seam around a logo")
  func alpha() throws {
    let row = try picture(2, 1, [[200, 100, 50, 255], [0, 0, 0, 0]])
    #expect(row.scaled(width: 1, height: 1).pixels == [200, 100, 50, 128])
    let nothing = try picture(2, 1, [[9, 9, 9, 0], [9, 9, 9, 0]])
    #expect(nothing.scaled(width: 1, height: 1).pixels[3] == 0)
  }

  @Test("FE-2 a picture keeps its shape in a box and never grows")
  func shape() throws {
    let wide = try picture(30, 10, Array(repeating: [1, 2, 3, 255], count: 300))
    #expect(wide.size(within: (width: 15, height: 100)) == (15, 5))
    #expect(wide.size(within: (width: 100, height: 5)) == (15, 5))
    #expect(wide.size(within: (width: 100, height: 100)) == (30, 10))
    #expect(wide.size(within: (width: 1, height: 1)) == (1, 1))
  }

  @Test("FE-2 what is written is read again, without a sign that a mask of secrets acts on")
  func codable() throws {
    for pixels in [[[1, 2, 3, 255]], [[1, 2, 3, 4]]] as [[[UInt8]]] {
      let one = try picture(1, 1, pixels)
      let data = try JSONEncoder().encode(one)
      #expect(try JSONDecoder().decode(PictureRaster.self, from: data) == one)
      #expect(!String(decoding: data, as: UTF8.self).contains("="))
    }
    for broken in [#"{"width":2,"height":1,"rgb":"AQID"}"#, #"{"width":1,"height":1,"rgba":"x"}"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PictureRaster.self, from: Data(broken.utf8))
      }
    }
    #expect(PictureRaster(width: 2, height: 2, pixels: [1]) == nil)
  }

  private func picture(_ width: Int, _ height: Int, _ pixels: [[UInt8]]) throws -> PictureRaster {
    try #require(PictureRaster(width: width, height: height, pixels: pixels.flatMap { $0 }))
  }
}
