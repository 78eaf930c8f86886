extension [RichBlock] {
  /// Gives every run of spans to be changed, and every preformatted text, from top to bottom.
  public mutating func edit(
    _ spans: (inout [RichSpan]) -> Void, preformatted: (inout String) -> Void = { _ in }
  ) {
    for index in indices {
      switch self[index] {
      case .heading(let level, var own):
        spans(&own)
        self[index] = .heading(level: level, own)
      case .paragraph(var own):
        spans(&own)
        self[index] = .paragraph(own)
      case .listItem(let depth, let marker, var own):
        spans(&own)
        self[index] = .listItem(depth: depth, marker: marker, own)
      case .quote(var inner):
        inner.edit(spans, preformatted: preformatted)
        self[index] = .quote(inner)
      case .preformatted(var text):
        preformatted(&text)
        self[index] = .preformatted(text)
      case .tableRow(var cells):
        for cell in cells.indices { spans(&cells[cell]) }
        self[index] = .tableRow(cells)
      case .rule: break
      }
    }
  }
}
