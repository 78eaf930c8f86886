import Foundation
public import InboxModel

/// What a search looks through in a message: subject, body, custom pairs, rich content as text.
///
/// Kept twice: as it was written, for words with a capital, and folded, for all others.
public struct SearchText: Hashable, Sendable {
  /// The text in one line, as it was written.
  public let plain: String
  /// The text in lower-case letters without accents, characters of compatibility as the usual ones.
  public let folded: String

  /// How many characters of rich content are looked through.
  public static let richLimit = 32_768

  /// Collects what a message says.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - rich: Its rich content where it is known; where its links lead belongs to it.
  public init(_ message: Message, rich: RichText? = nil) {
    var parts = [message.subject, message.body]
    parts += message.custom.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    if let rich {
      parts.append(
        String((rich.words + "\n" + rich.links.map(\.url).joined(separator: "\n")).prefix(Self.richLimit)))
    }
    // What separates two parts cannot be typed, so that no phrase is found across them.
    plain = parts.map(Self.plain).joined(separator: "\u{1}")
    folded = parts.map(Self.folded).joined(separator: "\u{1}")
  }

  /// A text in one line: each run of blanks and control characters is one blank.
  public static func plain(_ text: String) -> String {
    let composed = isASCII(text) ? text : text.precomposedStringWithCanonicalMapping
    var result = String.UnicodeScalarView()
    var isBlank = true
    for scalar in composed.unicodeScalars {
      guard scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace else {
        result.append(scalar)
        isBlank = false
        continue
      }
      if !isBlank { result.append(" ") }
      isBlank = true
    }
    if isBlank, !result.isEmpty { result.removeLast() }
    return String(result)
  }

  /// A text as words without a capital are compared: `Straße` is `strasse`, `Café` is `cafe`, full-width letters are
  /// the usual ones, and `が` stays what it is.
  public static func folded(_ text: String) -> String {
    let plain = plain(text)
    if isASCII(plain) { return plain.lowercased() }
    var bare = String.UnicodeScalarView()
    for scalar in plain.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars
    where !(0x300...0x36F).contains(scalar.value) {
      if scalar == "ß" { bare.append("s") }
      bare.append(scalar == "ß" ? "s" : scalar)
    }
    // Decomposing may bring forth capitals and blanks, as in ℡.
    return Self.plain(String(bare).lowercased())
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}
