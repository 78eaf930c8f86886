import InboxModel

/// The words of one block being gathered, with white space collapsed across elements as browsers do.
///
/// Beyond browsers, the padding by which mails keep their text out of previews (runs of no-break spaces and
/// characters without width) collapses as well; one of them between two letters is kept.
struct SpanRun {
  /// How many characters that can be seen were appended, ever.
  private(set) var visibleCount = 0

  private var finished: [[RichSpan]] = []
  private(set) var spans: [RichSpan] = []
  private var gap: Gap?

  /// What stands between two visible characters.
  private struct Gap {
    /// What all of its characters have in common.
    var style: RichSpan
    var lineBreaks = 0
    var isBlank = false
    var count = 0
    /// The only character of the gap, where that is not collapsed.
    var single: Unicode.Scalar?
  }

  /// Appends words that look like the span, whose own text does not matter.
  mutating func append(_ text: String, like style: RichSpan, preservesLines: Bool = false) {
    var pending = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let kind = CharacterKind(scalar)
      if kind == .visible {
        if gap != nil {
          flush(&pending, style)
          closeGap(before: style)
        }
        visibleCount += 1
        pending.append(scalar)
      } else if preservesLines, scalar == "\n" {
        breakLine(like: style)
      } else if kind != .ignored {
        widenGap(by: scalar, kind, style)
      }
    }
    flush(&pending, style)
  }

  /// Appends a picture's alternative text, with space around it.
  ///
  /// - Parameter picture: Its number, where it has an address: then its place is kept even without any text.
  mutating func appendImage(_ alternative: String, picture: Int? = nil, like style: RichSpan) {
    var style = style
    appendSpace(like: style)
    style.isImage = true
    style.picture = picture
    let before = visibleCount
    append(alternative, like: style)
    if visibleCount == before, picture != nil {
      closeGap(before: style)
      add("", style)
    }
    style.isImage = false
    style.picture = nil
    appendSpace(like: style)
  }

  /// Ends with at least one space.
  mutating func appendSpace(like style: RichSpan) {
    widenGap(by: " ", .space, style)
  }

  /// Separates two links by a space.
  mutating func partLinks(like style: RichSpan) {
    if gap == nil, let last = spans.last, last.link != nil, last.link != style.link {
      appendSpace(like: RichSpan(""))
    }
  }

  /// Ends the line; ending it twice in a row ends the paragraph.
  mutating func breakLine(like style: RichSpan) {
    widenGap(by: "\n", .space, style)
    gap?.lineBreaks += 1
  }

  /// The paragraphs gathered, each with words; the run is empty afterwards.
  mutating func take() -> [[RichSpan]] {
    defer {
      finished = []
      spans = []
      gap = nil
    }
    return spans.isEmpty ? finished : finished + [spans]
  }

  private mutating func flush(_ pending: inout String.UnicodeScalarView, _ style: RichSpan) {
    guard !pending.isEmpty else { return }
    add(String(pending), style)
    pending = String.UnicodeScalarView()
  }

  private mutating func add(_ text: String, _ style: RichSpan) {
    if let last = spans.indices.last, spans[last].hasStyle(style) {
      spans[last].text += text
    } else {
      var span = style
      span.text = text
      spans.append(span)
    }
  }

  private mutating func widenGap(by scalar: Unicode.Scalar, _ kind: CharacterKind, _ style: RichSpan) {
    var wider = gap ?? Gap(style: style)
    wider.style = wider.style.common(with: style)
    wider.count += 1
    wider.isBlank = wider.isBlank || kind != .zeroWidth
    wider.single = wider.count == 1 && kind != .space ? scalar : nil
    gap = wider
  }

  /// The gap looks like what it and both sides of it have in common, so that a link is not underlined beyond its words.
  private mutating func closeGap(before style: RichSpan) {
    guard let gap else { return }
    self.gap = nil
    guard let last = spans.indices.last else { return }
    if gap.lineBreaks > 1 {
      finished.append(spans)
      spans = []
      return
    }
    let text = gap.single.map { String($0) } ?? (gap.isBlank ? " " : "")
    // A picture without words has a blank before it already.
    let isDouble = spans[last].text.isEmpty && spans.dropLast().last?.text.last?.isWhitespace != false
    guard !text.isEmpty, gap.lineBreaks == 1 || !isDouble else { return }
    // The last span is never held beside the array: each word added to it would copy all of its text.
    let common = gap.style.common(with: spans[last]).common(with: style)
    add(gap.lineBreaks == 1 ? "\n" : text, common)
  }
}

extension RichSpan {
  /// An empty span that looks like this one only as far as the other does, too.
  fileprivate func common(with other: RichSpan) -> RichSpan {
    RichSpan(
      "", emphasis: emphasis.intersection(other.emphasis), link: link == other.link ? link : nil,
      isImage: isImage && other.isImage, picture: picture == other.picture ? picture : nil,
      color: color == other.color ? color : nil, ground: ground == other.ground ? ground : nil)
  }
}
