import Foundation
import InboxModel
import InboxPictures
import Testing

/// Real files of each kind, and what is wrong with others.
@Suite("Pictures are decoded, or say why not")
struct DecoderTests {
  @Test(
    "FE-2 PNG, JPEG and WebP come out with the colours they have; of an animation, its first frame",
    arguments: ["halves.png", "halves.jpg", "halves.webp", "halves-cmyk.jpg", "halves-animated.webp"])
  func halves(name: String) throws {
    let picture = try PictureDecoder().decode(try Files.data(name))
    #expect((picture.width, picture.height) == (16, 8))
    // Left half red, right half blue; JPEG and WebP lose a little.
    #expect(Files.isNear(picture, x: 2, y: 4, [255, 0, 0, 255]))
    #expect(Files.isNear(picture, x: 13, y: 4, [0, 0, 255, 255]))
  }

  @Test(
    "FE-2 what shines through stays so",
    arguments: ["square-on-glass.png", "square-on-glass.webp"])
  func alpha(name: String) throws {
    let picture = try PictureDecoder().decode(try Files.data(name))
    #expect(Files.pixel(picture, x: 0, y: 0)[3] == 0)
    #expect(Files.isNear(picture, x: 6, y: 6, [0, 200, 0, 255]))
  }

  @Test(
    "FE-8 a picture that ends too early is broken, wherever it ends",
    arguments: ["halves.png", "halves.jpg", "halves.webp"])
  func truncated(name: String) throws {
    let whole = try Files.data(name)
    let kind = try #require(PictureKind(whole))
    for count in 12..<whole.count - 16 {
      let outcome = PictureDecoder().outcome(of: whole.prefix(count))
      #expect(outcome == .failed("The \(kind.rawValue) picture is damaged or ends too early."), "\(count)")
    }
  }

  @Test("FE-8 damaged bytes never do more than fail; seeded", arguments: 0..<40 as Range<UInt64>)
  func damaged(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = ["halves.png", "halves.jpg", "halves.webp", "square-on-glass.webp"]
    for name in names + ["halves-cmyk.jpg", "halves-animated.webp"] {
      var data = try Files.data(name)
      for _ in 0..<4 {
        data[data.startIndex + Int.random(in: 0..<data.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      switch PictureDecoder().outcome(of: data) {
      case .raster(let raster): #expect(raster.pixels.count == raster.width * raster.height * 4)
      case .failed(let sentence): #expect(sentence.hasSuffix("."))
      case .trackingPixel: break
      }
    }
  }

  @Test("FE-8 what the head announces is judged before anything is decoded")
  func vast() throws {
    #expect(
      throws: PictureFailure.tooManyPixels(PictureSize(width: 60_000, height: 60_000), limit: 4_000_000)
    ) {
      try PictureDecoder().decode(try Files.data("vast.png"))
    }
    var policy = PicturePolicy()
    policy.pixels = 127
    #expect(throws: PictureFailure.tooManyPixels(PictureSize(width: 16, height: 8), limit: 127)) {
      try PictureDecoder(policy: policy).decode(try Files.data("halves.jpg"))
    }
    policy = PicturePolicy()
    policy.bytes = 60
    #expect(throws: PictureFailure.tooManyBytes(limit: 60)) {
      try PictureDecoder(policy: policy).decode(try Files.data("halves.png"))
    }
  }

  @Test("FE-8 other files are reported by how they begin, whatever they are called")
  func otherKinds() throws {
    for data in [try Files.data("moving.gif"), Data("<svg/>".utf8), Data(), Data([0xFF])] {
      #expect(
        PictureDecoder().outcome(of: data)
          == .failed("Not a picture this program draws; it draws PNG, JPEG and WebP."))
    }
  }

  @Test("FE-8 a missing library is reported with the Debian package that brings it")
  func missingLibrary() throws {
    let decoder = PictureDecoder(has: { $0 != .webp })
    let data = try Files.data("halves.webp")
    #expect(
      decoder.outcome(of: data)
        == .failed("WebP pictures need the Debian package libwebp7, which is not installed here."))
    #expect(PictureKind.allCases.map(\.package) == ["libpng16-16", "libturbojpeg0", "libwebp7"])
    // The tests' machine has them: .ci/run installs them.
    #expect(PictureKind.allCases.filter { !$0.isReadable } == [])
  }

  @Test("FE-9 a picture that no one could see is called what it is")
  func trackingPixel() throws {
    let pixel = try Files.data("pixel.png")
    #expect(PictureDecoder().outcome(of: pixel) == .trackingPixel)
  }

  @Test("FE-2 what is kept of a picture fits into the policy's box and keeps its shape")
  func retained() throws {
    var policy = PicturePolicy()
    policy.box = PictureSize(width: 10, height: 3)
    guard case .raster(let raster) = PictureDecoder(policy: policy).outcome(of: try Files.data("halves.png"))
    else { throw CancellationError() }
    #expect((raster.width, raster.height) == (6, 3))
    #expect(Files.isNear(raster, x: 0, y: 0, [255, 0, 0, 255]))
    #expect(Files.isNear(raster, x: 5, y: 2, [0, 0, 255, 255]))
  }
}

private enum Files {
  static func data(_ name: String) throws -> Data {
    let url = try #require(Bundle.module.url(forResource: "Pictures/\(name)", withExtension: nil))
    return try Data(contentsOf: url)
  }

  static func pixel(_ picture: PictureRaster, x: Int, y: Int) -> [UInt8] {
    Array(picture.pixels[(y * picture.width + x) * 4..<(y * picture.width + x) * 4 + 4])
  }

  static func isNear(_ picture: PictureRaster, x: Int, y: Int, _ color: [UInt8]) -> Bool {
    zip(pixel(picture, x: x, y: y), color).allSatisfy { abs(Int($0) - Int($1)) <= 24 }
  }
}
