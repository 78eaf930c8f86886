import Foundation

/// Where the keys and tables of a TOML text stand: the parser tells places of syntax errors only, and a wrong value
/// deserves a line and column as well.
struct TOMLPositions: Sendable {
  /// A place in a text, both from 1.
  struct Position: Hashable, Sendable {
    var line: Int
    var column: Int
  }

  private var places: [String: Position] = [:]

  /// Scans a text that the parser has accepted.
  init(_ text: String) {
    var counts: [String: Int] = [:]
    var current = ""
    var closing: String?
    // A carriage return and a line feed are one character; other separators end no line of TOML.
    for (index, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: { "\n\r\n".contains($0) }
    )
    .enumerated() {
      if let quotes = closing {
        if line.contains(quotes) { closing = nil }
        continue
      }
      let content = line.drop { $0 == " " || $0 == "\t" }
      let position = Position(line: index + 1, column: line.count - content.count + 1)
      if content.hasPrefix("[[") {
        current = Self.resolve(Self.header(content, "[[", "]]"), counts, dropsLast: true)
        counts[current, default: -1] += 1
        current += "#\(counts[current] ?? 0)"
        places[current] = position
      } else if content.hasPrefix("[") {
        current = Self.resolve(Self.header(content, "[", "]"), counts, dropsLast: false)
        places[current] = position
      } else if let equals = content.firstIndex(of: "="), !content.hasPrefix("#") {
        let key = Self.parts(content[..<equals]).joined(separator: ".")
        places[Self.join(current, key)] = position
        closing = Self.openedQuotes(content[content.index(after: equals)...])
      }
    }
  }

  /// The place of a key or table, else of the nearest table around it.
  subscript(path: String) -> Position? {
    var path = Substring(path)
    while true {
      if let place = places[String(path)] { return place }
      guard let dot = path.lastIndex(of: ".") else { return nil }
      path = path[..<dot]
    }
  }

  static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : path + "." + key }

  private static func header(_ line: Substring, _ open: String, _ close: String) -> [String] {
    guard let end = line.range(of: close) else { return [] }
    return parts(line[line.index(line.startIndex, offsetBy: open.count)..<end.lowerBound])
  }

  private static func parts(_ text: Substring) -> [String] {
    text.split(separator: ".").map { part in
      String(part.drop { " \t\"'".contains($0) }.reversed().drop { " \t\"'".contains($0) }.reversed())
    }
  }

  /// The path of a header, with the number of the last element of each list of tables on the way.
  private static func resolve(_ parts: [String], _ counts: [String: Int], dropsLast: Bool) -> String {
    var path = ""
    for (index, part) in parts.enumerated() {
      path = join(path, part)
      if dropsLast, index == parts.count - 1 { break }
      if let count = counts[path] { path += "#\(count)" }
    }
    return path
  }

  /// The quotes of a multi-line text that begins on this line and does not end on it.
  private static func openedQuotes(_ value: Substring) -> String? {
    for quotes in ["'''", "\"\"\""] {
      guard let start = value.range(of: quotes) else { continue }
      return value[start.upperBound...].contains(quotes) ? nil : quotes
    }
    return nil
  }
}
