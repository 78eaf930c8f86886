extension Frame {
  /// The rows as text, without the blanks at their ends.
  package var lines: [String] {
    (0..<size.rows).map { y in
      var line = ""
      var end = line.endIndex
      for cell in row(y) where cell.width > 0 {
        line += cell.cluster
        if cell.glyph != .blank { end = line.endIndex }
      }
      return String(line[..<end])
    }
  }

  /// The styles as a picture: one letter per cell, `.` for plain, and what the letters mean.
  ///
  /// Letters are given in the order in which the styles appear; plain cells at the end of a row are left out.
  package func styleGrid() -> (lines: [String], legend: [(Character, Style)]) {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var marks: [Style: Character] = [.plain: "."]
    var legend: [(Character, Style)] = []
    let lines = (0..<size.rows).map { y in
      var line = ""
      var end = line.endIndex
      for cell in row(y) {
        let style = cell.style.visible
        let known = marks[style]
        let mark = known ?? (legend.count < letters.count ? letters[legend.count] : "?")
        if known == nil {
          marks[style] = mark
          legend.append((mark, style))
        }
        line.append(mark)
        if mark != "." { end = line.endIndex }
      }
      return String(line[..<end])
    }
    return (lines, legend)
  }
}
