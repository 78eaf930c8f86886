import CPictures

/// A kind of picture that can be drawn, and the library that reads it.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webp = "WebP"

  /// The kind of some bytes, by how they begin; nil for any other.
  package init?(_ bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.count == 12, head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// The Debian package that brings its library.
  package var package: String {
    switch self {
    case .png: "libpng16-16"
    case .jpeg: "libturbojpeg0"
    case .webp: "libwebp7"
    }
  }

  /// Whether the library is on this machine; the first call loads it.
  package var isReadable: Bool { cpictures_has_library(code) != 0 }

  var code: cpictures_kind {
    switch self {
    case .png: CPICTURES_PNG
    case .jpeg: CPICTURES_JPEG
    case .webp: CPICTURES_WEBP
    }
  }
}
