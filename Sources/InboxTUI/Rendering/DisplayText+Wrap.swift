extension DisplayText {
  /// The text in lines of at most `width` columns.
  ///
  /// Lines break at blanks, between wide characters, and inside a word only if the word is wider than a line.
  /// Newlines in the text are kept, an empty line stays an empty string; tabs are blanks. Never returns nothing:
  /// an empty text is one empty line. A width below one counts as one.
  public static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in paragraphs(of: text) {
      var wrapper = LineWrapper(width: max(1, width))
      if paragraph.utf8.contains(0x09) {
        let expanded = paragraph.unicodeScalars.reduce(into: "") { result, scalar in
          result += scalar == "\t" ? "    " : String(scalar)
        }
        wrapper.add(cells(expanded))
      } else {
        wrapper.add(cells(paragraph))
      }
      lines += wrapper.finish()
    }
    return lines
  }

  /// The pieces between line breaks of any kind.
  private static func paragraphs(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { character in
      character.isNewline
    }
  }
}
