import InboxModel

/// What a space is called, in addresses and in the store.
///
/// So no name can become SQL or a path (TS-8).
package struct SpaceName: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  /// What a name may be, for sentences.
  package static let form = "1 to 40 lower-case letters, digits and inner hyphens"

  /// What a request belongs to whose path names no space.
  package static let main = SpaceName(unchecked: "main")

  /// What a request belongs to that names no space which there is; no space is called so.
  static let nobody = SpaceName(unchecked: "-")

  /// - Returns: nil for anything else.
  package init?(_ text: String) {
    let letters = text.utf8
    let isPlain = letters.allSatisfy {
      ($0.isASCIIAlphanumeric && $0 == $0.asciiLowercased) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (1...40).contains(letters.count), letters.first != UInt8(ascii: "-"),
      letters.last != UInt8(ascii: "-")
    else { return nil }
    rawValue = text
  }

  private init(unchecked text: String) { rawValue = text }

  package var description: String { rawValue }
}
