import InboxModel

/// The name of a space, in addresses and in the store.
///
/// Its form keeps it from becoming SQL or a path (TS-8).
package struct SpaceName: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  /// The form of a name, for sentences.
  package static let form = "1 to 40 lower-case letters, digits and inner hyphens"

  /// The space of requests whose path names none.
  package static let main = SpaceName(unchecked: "main")

  /// The name that stands for spaces that do not exist; no space can have it.
  static let nobody = SpaceName(unchecked: "-")

  /// - Returns: nil for a text of another form.
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
