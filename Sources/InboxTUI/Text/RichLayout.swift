import InboxModel

/// Lays rich text out as lines of a width.
///
/// Links carry their number: “order now [3]”. On a phone they have none, and buttons look like buttons.
enum RichLayout {
  /// - Parameter isPhone: Whether it looks as the sender intended.
  static func lines(
    _ text: RichText, width: Int, selected: Int?, pictures: PictureLines = .none, isPhone: Bool = false
  ) -> [DetailLine] {
    var pictures = pictures
    pictures.isPhone = isPhone
    var lines = self.lines(text.blocks, width: width, selected: selected, pictures) { index in
      isPhone ? text.look(ofBlock: index) : RichLook()
    }
    for note in text.notes {
      lines.append(DetailLine())
      lines += wrap([.init(note, .noticeWarning)], width)
    }
    return lines
  }

  private static func lines(
    _ blocks: [RichBlock], width: Int, selected: Int?, _ pictures: PictureLines,
    looks: (Int) -> RichLook = { _ in RichLook() }
  ) -> [DetailLine] {
    var lines: [DetailLine] = []
    var previous: (block: RichBlock, look: RichLook)?
    var rest = blocks[...]
    while case let index = rest.startIndex, let block = rest.popFirst() {
      var own = self.lines(block, &rest, width: width, selected: selected, pictures)
      // A block without words, or with nothing but a picture that is missing, parts what stands around it.
      guard !own.isEmpty else {
        previous?.block = block
        continue
      }
      let look = looks(index)
      for index in own.indices { own[index].look = look }
      if let previous, block.standsApart(from: previous.block) {
        var gap = DetailLine()
        if previous.look.ground == look.ground { gap.look.ground = look.ground }
        lines.append(gap)
      }
      lines += own
      previous = (block, look)
    }
    return lines
  }

  /// - Parameter rest: The blocks behind it, from which a table takes its further rows.
  private static func lines(
    _ block: RichBlock, _ rest: inout ArraySlice<RichBlock>, width: Int, selected: Int?,
    _ pictures: PictureLines
  ) -> [DetailLine] {
    switch block {
    case .heading(_, let spans): return flow(spans, selected, width, base: .detailHeading, pictures)
    case .paragraph(let spans): return flow(spans, selected, width, pictures)
    case .listItem(let depth, let marker, let spans):
      let lead = String(repeating: "  ", count: max(0, min(depth, 6)))
      // A further paragraph of an item has no marker and is aligned with the item's text.
      let mark = marker.isEmpty ? "  " : marker + " "
      let rest = lead + String(repeating: " ", count: DisplayText.width(of: mark))
      return flow(spans, selected, width, first: lead + mark, rest: rest, pictures)
    case .quote(let blocks):
      let bar = DetailLine.Run("│ ", .detailLabel)
      var lines = self.lines(blocks, width: width - 2, selected: selected, pictures)
      for index in lines.indices { lines[index].runs.insert(bar, at: 0) }
      return lines
    case .preformatted(let text):
      return DisplayText.wrap(text, to: width).map { DetailLine($0, .detailCode) }
    case .rule: return [DetailLine(String(repeating: "─", count: max(1, width)), .border)]
    case .tableRow(let first):
      return TableLines(first, &rest, width: width, selected: selected, pictures).lines
    }
  }

  /// Words with the pictures between them, each on its own lines; the words of a picture that is a link stay below it.
  private static func flow(
    _ spans: [RichSpan], _ selected: Int?, _ width: Int, base: ThemeRole = .text, first: String = "",
    rest: String = "", _ pictures: PictureLines
  ) -> [DetailLine] {
    var lines: [DetailLine] = []
    var words: [RichSpan] = []
    func endWords() {
      let isBlank = words.allSatisfy { $0.text.allSatisfy(\.isWhitespace) }
      if !isBlank {
        // The blank behind a picture or a button parts nothing from it.
        if !lines.isEmpty, words[0].text.hasPrefix(" ") { words[0].text.removeFirst() }
        let lead = lines.isEmpty ? first : rest
        lines += wrap(runs(words, selected, base: base, pictures), width, first: lead, rest: rest)
      }
      words = []
    }
    for span in spans {
      if let raster = pictures.raster(of: span) {
        endWords()
        lines += pictures.lines(raster, of: span, width: width, indent: lines.isEmpty ? first : rest)
        if span.link == nil { continue }
        if pictures.isPhone { continue }
      } else if pictures.isPhone, span.link != nil, span.ground != nil,
        !span.text.allSatisfy(\.isWhitespace)
      {
        endWords()
        lines.append(button(span.text, span.link, selected, width, span.color, span.ground))
        continue
      }
      words.append(span)
    }
    endWords()
    return lines
  }

  /// A button on its own line.
  static func button(
    _ text: String, _ link: Int?, _ selected: Int?, _ width: Int, _ color: RichColor? = nil,
    _ ground: RichColor? = nil
  ) -> DetailLine {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var run = DetailLine.Run(
      "  \(DisplayText.clip(words, to: max(1, width - 4)))  ",
      link == selected && link != nil ? .detailLinkSelected : .detailLink, attributes: .bold, link: link)
    (run.color, run.ground, run.isButton) = (color, ground, true)
    return DetailLine([run])
  }

  static func runs(
    _ spans: [RichSpan], _ selected: Int?, base: ThemeRole = .text, _ pictures: PictureLines
  ) -> [DetailLine.Run] {
    var runs: [DetailLine.Run] = []
    let spans = spans.filter { !$0.text.isEmpty }
    for (index, span) in spans.enumerated() {
      let role: ThemeRole =
        if let link = span.link {
          link == selected ? .detailLinkSelected : .detailLink
        } else if span.emphasis.contains(.code) { .detailCode } else { base }
      let text = span.isImage ? "[\(span.text)]" : span.text
      var run = DetailLine.Run(text, role, attributes: attributes(span.emphasis), link: span.link)
      if pictures.isPhone { (run.color, run.ground) = (span.color, span.ground) }
      runs.append(run)
      // A phone says nothing of a picture that is missing.
      if !pictures.isPhone, let remark = pictures.remark(on: span) {
        runs.append(.init(" \(remark)", .muted))
      }
      let next = index + 1 < spans.count ? spans[index + 1].link : nil
      if let link = span.link, next != link, !pictures.isPhone {
        runs.append(.init("[\(link)]", link == selected ? .detailLinkSelected : .detailLabel, link: link))
      }
    }
    return runs
  }

  private static func attributes(_ emphasis: RichEmphasis) -> Attributes {
    var attributes: Attributes = []
    if emphasis.contains(.strong) { attributes.insert(.bold) }
    if emphasis.contains(.italic) { attributes.insert(.italic) }
    if emphasis.contains(.underline) { attributes.insert(.underline) }
    if emphasis.contains(.strike) { attributes.insert(.dim) }
    return attributes
  }

  static func wrap(
    _ runs: [DetailLine.Run], _ width: Int, first: String = "", rest: String = ""
  ) -> [DetailLine] {
    var wrapper = RunWrapper<DetailLine.Run>(
      width: max(4, width), first: first.isEmpty ? nil : .init(first, .detailLabel),
      rest: rest.isEmpty ? nil : .init(rest))
    for run in runs { wrapper.append(run) }
    return wrapper.finish().map { runs, isBrokenInWord in
      var line = DetailLine(runs)
      line.isBrokenInWord = isBrokenInWord
      return line
    }
  }
}
