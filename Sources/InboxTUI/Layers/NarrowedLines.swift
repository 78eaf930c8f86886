/// Lines of a page as `/` leaves them.
enum NarrowedLines {
  /// The lines of the entries that match; a line that begins with a blank belongs to the entry above it.
  static func list(_ lines: [DetailLine], _ narrowing: Narrowing, none: String) -> [DetailLine] {
    guard !narrowing.isEmpty else { return lines }
    var entries: [[DetailLine]] = []
    var isEntry = false
    for line in lines {
      let text = line.text
      if line.isHeading {
        entries.append([line])
        isEntry = false
      } else if text.isEmpty {
        isEntry = false
      } else if isEntry, text.hasPrefix(" ") {
        entries[entries.count - 1].append(line)
      } else {
        entries.append([line])
        isEntry = true
      }
    }
    let shown = entries.filter { entry in
      entry[0].isHeading || narrowing.matches(entry.map(\.text).joined(separator: " "))
    }
    let isAny = shown.contains { !$0[0].isHeading }
    return isAny ? shown.flatMap { $0 } : [DetailLine(none, .muted)]
  }

  /// All lines, with what is found in reverse.
  static func text(_ lines: [DetailLine], _ narrowing: Narrowing) -> [DetailLine] {
    narrowing.isEmpty ? lines : lines.map { $0.marking(narrowing.text) }
  }

  /// The lines in which it is found.
  static func matches(_ lines: [DetailLine], _ narrowing: Narrowing) -> [Int] {
    guard !narrowing.isEmpty else { return [] }
    return lines.indices.filter { !lines[$0].text.places(of: narrowing.text).isEmpty }
  }
}

extension DetailLine {
  /// Its words, without what they look like.
  var text: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined() }

  /// The line with every place of a text in reverse.
  func marking(_ text: String) -> DetailLine {
    let places = self.text.places(of: text)
    guard !places.isEmpty else { return self }
    var line = self
    line.runs = []
    var start = 0
    for run in runs {
      let end = start + run.text.count
      let own = places.filter { $0.overlaps(start..<end) }.map { $0.clamped(to: start..<end) }
      var offset = start
      func take(to stop: Int, isMatch: Bool) {
        guard stop > offset else { return }
        var part = run
        part.text = String(run.text.dropFirst(offset - start).prefix(stop - offset))
        if isMatch { part.attributes.formUnion(.reverse) }
        line.runs.append(part)
        offset = stop
      }
      for place in own {
        take(to: place.lowerBound, isMatch: false)
        take(to: place.upperBound, isMatch: true)
      }
      take(to: end, isMatch: false)
      start = end
    }
    return line
  }
}
