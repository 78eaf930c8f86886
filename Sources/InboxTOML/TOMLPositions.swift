/// Where the keys and tables of a TOML text stand: the parser gives places of syntax errors only, and a wrong value
/// deserves a line and column as well.
final class TOMLPositions {
  /// A place in a text, both from 1.
  struct Position: Hashable, Sendable {
    var line: Int
    /// In characters.
    var column: Int
  }

  private let text: String
  /// Most texts are right, and need no places.
  private lazy var places = Self.places(in: text)

  /// - Parameter text: One that the parser has accepted.
  init(_ text: String) { self.text = text }

  private static func places(in text: String) -> [String: Position] {
    var places: [String: Position] = [:]
    let bytes = Array(text.utf8)
    var counts: [String: Int] = [:]
    var current = ""
    var (line, lineStart) = (1, 0)
    var counted = 0
    /// A table that is named only in the name of one inside stands where that first does.
    func add(_ path: String, _ position: Position) {
      places[path] = position
      var outer = path[...]
      while let dot = outer.lastIndex(of: ".") {
        outer = outer[..<dot]
        if places[String(outer)] == nil { places[String(outer)] = position }
      }
    }
    for begin in TOMLExpressions(bytes).lazy.map(\.begin) {
      for index in counted..<begin where bytes[index] == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
      counted = begin
      // A byte order mark is a character as well.
      let column = bytes[lineStart..<begin].count { $0 & 0xC0 != 0x80 } + 1
      let end = bytes[begin...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let content = Substring(decoding: bytes[begin..<end], as: UTF8.self)
      let position = Position(line: line, column: column)
      if content.hasPrefix("[[") {
        current = resolve(parts(content.dropFirst(2), upTo: "]") ?? [], counts, dropsLast: true)
        counts[current, default: -1] += 1
        // The key of the list itself stands where its first table does.
        if places[current] == nil { places[current] = position }
        current += "#\(counts[current] ?? 0)"
        add(current, position)
      } else if content.hasPrefix("[") {
        current = resolve(parts(content.dropFirst(), upTo: "]") ?? [], counts, dropsLast: false)
        add(current, position)
      } else if !content.hasPrefix("#"), let parts = parts(content, upTo: "=") {
        add(join(current, parts.joined(separator: ".")), position)
      }
    }
    return places
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

  /// The place of a byte.
  static func position(of index: Int, in bytes: [UInt8]) -> Position {
    let begin = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Position(
      line: bytes[..<begin].count { $0 == UInt8(ascii: "\n") } + 1,
      column: bytes[begin..<index].count { $0 & 0xC0 != 0x80 } + 1)
  }

  static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : path + "." + key }

  /// The parts of the name that a text begins with, as the parser has them but for escapes of characters; nil where what
  /// ends it does not come.
  private static func parts(_ text: Substring, upTo end: Unicode.Scalar) -> [String]? {
    var parts = [String.UnicodeScalarView()]
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\" where quote == "\"" && !isEscaped: isEscaped = true
      case quote where !isEscaped: quote = nil
      case _ where quote != nil:
        parts[parts.count - 1].append(scalar)
        isEscaped = false
      case "\"", "'": quote = scalar
      case end: return parts.map { String($0) }
      case ".": parts.append(String.UnicodeScalarView())
      case " ", "\t": break
      default: parts[parts.count - 1].append(scalar)
      }
    }
    return nil
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
}
