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

  /// All lines, with the matches in reverse; the current match is bold and underlined as well.
  static func text(_ lines: [DetailLine], _ narrowing: Narrowing) -> [DetailLine] {
    let places = places(of: narrowing.text, in: lines)
    guard !places.isEmpty else { return lines }
    var marked = lines
    let begun = places.filter(\.isBegun)
    let current = begun.indices.contains(narrowing.match) ? begun[narrowing.match].line : nil
    for place in places {
      let attributes: Attributes = place.line == current ? [.bold, .underline] : []
      marked[place.line] = marked[place.line].marking(place.ranges, attributes)
    }
    return marked
  }

  /// The lines that hold a match; for one that goes on in the next line, the first of the two.
  static func matches(_ lines: [DetailLine], _ narrowing: Narrowing) -> [Int] {
    places(of: narrowing.text, in: lines).filter(\.isBegun).map(\.line)
  }

  /// The line of each match: once for every match that begins in it, however wide the lines are.
  static func begins(_ lines: [DetailLine], _ narrowing: Narrowing) -> [Int] {
    places(of: narrowing.text, in: lines).flatMap { Array(repeating: $0.line, count: $0.begun) }
  }

  /// The matches in a line.
  private struct Place {
    var line: Int
    /// Offsets of characters.
    var ranges: [Range<Int>] = []
    /// How many matches begin in it.
    var begun = 0
    var isBegun: Bool { begun > 0 }

    mutating func add(_ offset: Int, begins: Bool) {
      if begins { begun += 1 }
      if let last = ranges.last, last.upperBound == offset {
        ranges[ranges.count - 1] = last.lowerBound..<offset + 1
      } else {
        ranges.append(offset..<offset + 1)
      }
    }
  }

  /// Finds a text in lines, ignoring case; the end of a line counts as a blank, or as nothing inside a word.
  private static func places(of text: String, in lines: [DetailLine]) -> [Place] {
    let wanted = text.map { $0.lowercased() }
    guard !wanted.isEmpty else { return [] }
    var letters: [String] = []
    // Nil for the end of a line.
    var origins: [(line: Int, offset: Int)?] = []
    for (number, line) in lines.enumerated() {
      let own = Array(line.text)
      // Indentation and bars at the start belong to the lines, not to the text.
      let start = own.firstIndex { !$0.isWhitespace && $0 != "│" } ?? own.count
      let end = (own.lastIndex { !$0.isWhitespace } ?? -1) + 1
      if number > 0, !lines[number - 1].isBrokenInWord {
        letters.append(start < end && !lines[number - 1].text.isEmpty ? " " : "\n")
        origins.append(nil)
      }
      for offset in start..<max(start, end) {
        letters.append(own[offset].lowercased())
        origins.append((number, offset))
      }
    }
    var places: [Place] = []
    var at = 0
    while at + wanted.count <= letters.count {
      let match = at..<at + wanted.count
      guard letters[match].elementsEqual(wanted) else {
        at += 1
        continue
      }
      for (index, origin) in origins[match].compactMap({ $0 }).enumerated() {
        if places.last?.line != origin.line { places.append(Place(line: origin.line)) }
        places[places.count - 1].add(origin.offset, begins: index == 0)
      }
      at = match.upperBound
    }
    return places
  }
}

extension DetailLine {
  /// Its words, without their styles.
  var text: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined() }

  /// The line with some places in reverse, as offsets of characters, and with further attributes.
  func marking(_ places: [Range<Int>], _ attributes: Attributes = []) -> DetailLine {
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
        if isMatch { part.attributes.formUnion(attributes.union(.reverse)) }
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
