import InboxModel

extension [RichBlock] {
  /// The words of all blocks on one line, as the cell of a table has room for.
  var flattened: [RichSpan] {
    var spans: [RichSpan] = []
    for block in self {
      let more = block.spans.filter { !$0.text.isEmpty }
      guard !more.isEmpty else { continue }
      if !spans.isEmpty { spans.append(RichSpan(" ")) }
      spans += more
    }
    for index in spans.indices where spans[index].text.contains(where: \.isNewline) {
      spans[index].text = String(spans[index].text.map { $0.isNewline ? " " : $0 })
    }
    return spans
  }
}

extension RichBlock {
  fileprivate var spans: [RichSpan] {
    switch self {
    case .heading(_, let spans), .paragraph(let spans): spans
    case .listItem(_, let marker, let spans): marker.isEmpty ? spans : [RichSpan(marker + " ")] + spans
    case .quote(let blocks): blocks.flattened
    case .preformatted(let text): [RichSpan(text)]
    case .rule: []
    case .tableRow(let cells): cells.flatMap { $0 }
    }
  }
}
