import InboxModel

extension RichText {
  /// The same text in other words; its links keep their numbers.
  ///
  /// - Parameters:
  ///   - spans: The characters in place of those of a span.
  ///   - lines: The text in place of a preformatted one.
  ///   - notes: The sentence in place of a note.
  func map(
    spans: (RichSpan) -> String, lines: (String) -> String, notes: (String) -> String
  ) -> RichText {
    var text = self
    text.blocks.edit { own in
      for index in own.indices { own[index].text = spans(own[index]) }
    } preformatted: {
      $0 = lines($0)
    }
    text.notes = self.notes.map(notes)
    return text
  }

  /// The same text in the characters of a repertoire.
  func reduced(to repertoire: Repertoire) -> RichText {
    guard repertoire != .unicode else { return self }
    let reduce = { (text: String) in DisplayText.reduced(text, to: repertoire) }
    return map(spans: { reduce($0.text) }, lines: reduce, notes: reduce)
  }
}
