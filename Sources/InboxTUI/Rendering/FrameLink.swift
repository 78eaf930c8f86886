/// A part of a row that is or stands for a web address: a terminal may let its person open it.
package struct FrameLink: Hashable, Sendable {
  package let rect: Rect
  package let url: String
}

extension Frame {
  /// Marks cells of a row as standing for a web address.
  mutating func link(_ rect: Rect, to url: String) {
    guard !rect.isEmpty else { return }
    links.append(FrameLink(rect: rect, url: url))
    restyle(rect) { style in
      var style = style
      style.attributes.insert(.link)
      return style
    }
  }

  /// The cells of a link that nothing covers, in runs of one style: where each begins, and its text.
  package func runs(of link: FrameLink) -> [(origin: Point, text: String, style: Style)] {
    var runs: [(origin: Point, text: String, style: Style)] = []
    let area = link.rect.intersection(bounds)
    var isOpen = false
    for x in area.minX..<area.maxX {
      let cell = self[x, area.minY]
      guard cell.style.attributes.contains(.link) else {
        isOpen = false
        continue
      }
      if isOpen, let last = runs.indices.last, runs[last].style == cell.style {
        runs[last].text += cell.cluster
      } else if cell.width > 0 {
        runs.append((Point(x: x, y: area.minY), cell.cluster, cell.style))
        isOpen = true
      }
    }
    return runs
  }
}
