/// A TOML file that cannot be used.
package enum TOMLFileError: Error, Hashable, Sendable {
  /// The file cannot be read.
  case unreadable(file: String, reason: String)
  /// It is not UTF-8 text; `offset` is that of the first wrong byte, from 0.
  case notUTF8(file: String, line: Int, column: Int, offset: Int)
  /// It is not TOML.
  case syntax(file: String, line: Int, column: Int, reason: String)
  /// A value or key is wrong; `place` is such as “[[campaign]] 3 (spring-sale), kind”.
  case value(file: String, line: Int, column: Int, place: String, problem: String)
}

extension TOMLFileError {
  /// The line and the column of what is wrong, from 1; 0 for a file that cannot be read.
  package var position: (line: Int, column: Int) {
    switch self {
    case .unreadable: (0, 0)
    case .notUTF8(_, let line, let column, _), .syntax(_, let line, let column, _),
      .value(_, let line, let column, _, _):
      (line, column)
    }
  }
}

extension TOMLFileError: CustomStringConvertible {
  /// A full sentence: where, what is wrong and what to do.
  package var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file) cannot be read: \(reason)."
    case .notUTF8(let file, let line, let column, let offset):
      "\(file):\(line):\(column): this is not UTF-8 (byte offset \(offset)). Save the file as UTF-8 text."
    case .syntax(let file, let line, let column, let reason):
      "\(file):\(line):\(column): this is not TOML: \(reason). Correct the file at that place."
    case .value(let file, let line, let column, let place, let problem):
      "\(file):\(line):\(column): \(place): \(problem)"
    }
  }
}
