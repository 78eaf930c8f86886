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
    text.blocks = blocks.map { $0.map(spans, lines) }
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

extension RichBlock {
  fileprivate func map(_ text: (RichSpan) -> String, _ lines: (String) -> String) -> RichBlock {
    switch self {
    case .heading(let level, let spans): .heading(level: level, Self.map(spans, text))
    case .paragraph(let spans): .paragraph(Self.map(spans, text))
    case .listItem(let depth, let marker, let spans):
      .listItem(depth: depth, marker: marker, Self.map(spans, text))
    case .quote(let blocks): .quote(blocks.map { $0.map(text, lines) })
    case .preformatted(let text): .preformatted(lines(text))
    case .rule: .rule
    case .tableRow(let cells): .tableRow(cells.map { Self.map($0, text) })
    }
  }

  private static func map(_ spans: [RichSpan], _ text: (RichSpan) -> String) -> [RichSpan] {
    spans.map { span in
      var changed = span
      changed.text = text(span)
      return changed
    }
  }
}
