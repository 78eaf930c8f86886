/// The one place where text becomes cells; whatever comes from outside leaves it harmless.
///
/// Controls become pictures (`␛`), overrides and what cannot be drawn `�`, line breaks and tabs blanks. Invisible
/// scalars vanish. A joined emoji is its first part, without skin tone; a flag is its letters. A letter keeps at
/// most four marks, and a mark without a letter gets a dotted circle. Right-to-left text stays in logical order.
package enum DisplayText {
  /// The cells of a text, in order; reading stops once they take more than `limit` columns.
  package static func cells(
    _ text: some StringProtocol, repertoire: Repertoire = .unicode, limit: Int = .max
  ) -> [Glyph] {
    var composer = GlyphComposer(repertoire: repertoire)
    composer.reserve(min(text.utf8.count, limit))
    for scalar in text.unicodeScalars {
      composer.append(scalar)
      if composer.columns > limit { break }
    }
    return composer.finish()
  }

  /// The whole text as it is shown.
  package static func whole(_ text: String, in repertoire: Repertoire = .unicode) -> String {
    if plainASCIICount(text) != nil { return text }
    return cells(text, repertoire: repertoire).reduce(into: "") { $0 += $1.cluster }
  }

  /// The text in the characters of a repertoire, with its lines and tabs: what is measured and wrapped is then what is
  /// shown.
  static func reduced(_ text: String, to repertoire: Repertoire) -> String {
    guard repertoire == .ascii, text.utf8.contains(where: { $0 > 0x7F }) else { return text }
    var (reduced, part) = ("", "")
    for character in text {
      if character.isNewline || character == "\t" {
        reduced += whole(part, in: repertoire) + String(character)
        part = ""
      } else {
        part.append(character)
      }
    }
    return reduced + whole(part, in: repertoire)
  }

  /// The columns that a text takes.
  package static func width(of text: some StringProtocol) -> Int {
    if let count = plainASCIICount(text) { return count }
    return cells(text).reduce(0) { $0 + $1.width }
  }

  /// The text as it is shown in at most `width` columns, with `…` at the end when it was cut.
  package static func clip(
    _ text: some StringProtocol, to width: Int, ellipsis: Bool = true, in repertoire: Repertoire = .unicode
  ) -> String {
    if let count = plainASCIICount(text), count <= width { return String(text) }
    let dots = ellipsis ? repertoire.dots : ""
    return clip(
      cells(text, repertoire: repertoire, limit: max(0, width)), to: width, ellipsis: dots.unicodeScalars
    ).reduce(into: "") { $0 += $1.cluster }
  }

  /// As much of the end of a text as fits.
  static func tail(of text: String, width: Int) -> String {
    // A character takes a column, unless it is invisible: so many are the most that fit.
    var tail = text.suffix(max(0, width))
    while !tail.isEmpty, self.width(of: tail) > width { tail.removeFirst() }
    return String(tail)
  }

  /// The text as it is shown in at most `width` columns, with `…` in its middle when it was cut.
  static func clipMiddle(_ text: String, to width: Int, in repertoire: Repertoire = .unicode) -> String {
    let text = reduced(text, to: repertoire)
    guard self.width(of: text) > width else { return text }
    let end = tail(of: text, width: (width - 1) / 2)
    return clip(text, to: width - self.width(of: end), in: repertoire) + end
  }

  /// As many glyphs as fit, the last ones replaced by the ellipsis when some did not.
  static func clip(_ glyphs: [Glyph], to width: Int, ellipsis: String.UnicodeScalarView) -> [Glyph] {
    var total = 0
    for glyph in glyphs { total += glyph.width }
    guard total > width else { return glyphs }
    guard width > 0 else { return [] }
    let dots = ellipsis.prefix(width).map { Glyph($0) }
    var retained: [Glyph] = []
    var used = dots.count
    for glyph in glyphs {
      guard used + glyph.width <= width else { break }
      retained.append(glyph)
      used += glyph.width
    }
    return retained + dots
  }

  /// The length of a text of printable ASCII only, which is its width; nil for any other text.
  static func plainASCIICount(_ text: some StringProtocol) -> Int? {
    func count(_ bytes: some Collection<UInt8>) -> Int? {
      bytes.allSatisfy { (0x20...0x7E).contains($0) } ? bytes.count : nil
    }
    return text.utf8.withContiguousStorageIfAvailable { count($0) } ?? count(text.utf8)
  }
}

extension DisplayText {
  /// The text as it is shown in lines of at most `width` columns.
  ///
  /// Lines break at blanks, between wide characters, and inside a word only if the word is wider than a line.
  /// Newlines in the text are kept, an empty line stays an empty string; tabs are blanks. Never returns nothing:
  /// an empty text is one empty line. A width below one counts as one.
  package static func wrap(_ text: String, to width: Int, in repertoire: Repertoire = .unicode) -> [String] {
    var lines: [String] = []
    let text = reduced(text, to: repertoire)
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var wrapper = RunWrapper<PlainRun>(width: width)
      let hasTabs = paragraph.utf8.contains(0x09)
      wrapper.append(PlainRun(text: String(hasTabs ? paragraph.replacing("\t", with: "    ") : paragraph)))
      lines += wrapper.finish().map { line in
        let text = line.runs.first?.text ?? ""
        // Without the blanks at which it was broken.
        return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
      }
    }
    return lines
  }

  private struct PlainRun: TextRun {
    var text: String
    func looks(like other: PlainRun) -> Bool { true }
  }
}
