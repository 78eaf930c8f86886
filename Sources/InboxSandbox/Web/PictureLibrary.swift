private import Foundation
import InboxModel

/// The pictures of campaigns: those that come with the program, and a drawn one for every other address.
enum PictureLibrary {
  /// A picture as it is sent.
  struct Picture: Sendable {
    var bytes: [UInt8]
    /// The type of its bytes, whatever its name says.
    var type: String
  }

  /// The picture at an address; nil where its path names none.
  static func picture(host: String, path: String) -> Picture? {
    guard let ending = ending(of: path) else { return nil }
    if let bytes = shipped(host: host, path: path) { return Picture(bytes: bytes, type: type(of: bytes)) }
    switch ending {
    case "gif": return Picture(bytes: pixel, type: "image/gif")
    case "svg":
      let drawing =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 4\"><path d=\"M0 0h8v4H0z\"/></svg>"
      return Picture(bytes: Array(drawing.utf8), type: "image/svg+xml")
    default: return Picture(bytes: DrawnPicture(of: host + path).png, type: "image/png")
    }
  }

  /// The hosts of the pictures that some HTML shows.
  static func hosts(in html: String) -> Set<String> {
    Set(RichText.plain(html).links.compactMap { host(of: $0.url) })
  }

  /// The host of an address that is a picture's; nil for any other.
  static func host(of address: String) -> String? {
    guard let parts = URLComponents(string: address), ending(of: parts.path) != nil else { return nil }
    return WebAddress.host(of: address, schemes: ["https"])
  }

  private static func ending(of path: String) -> String? {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ["png", "jpg", "jpeg", "webp", "gif", "svg"].contains(ending) ? ending : nil
  }

  /// The path has to be a name in the folder, so that it never leads out of it.
  private static func shipped(host: String, path: String) -> [UInt8]? {
    let parts = path.split(separator: "/")
    guard !parts.contains(where: { $0.hasPrefix(".") }), !host.hasPrefix("."), !host.contains("/"),
      let folder = Bundle.module.url(forResource: "Pictures", withExtension: nil)
    else { return nil }
    let file = folder.appendingPathComponent(host + "/" + parts.joined(separator: "/"))
    return FileManager.default.contents(atPath: file.path).map { Array($0) }
  }

  private static func type(of bytes: [UInt8]) -> String {
    bytes.starts(with: [0x89]) ? "image/png" : bytes.starts(with: [0xFF]) ? "image/jpeg" : "image/webp"
  }

  /// One invisible pixel.
  private static let pixel: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0,
      1,
      0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]
}
