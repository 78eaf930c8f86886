public import struct Foundation.Data

/// The first place at which bytes stop being JSON, for whoever wrote them: line and column, and what is wrong there.
public struct JSONFlaw: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// What is wrong there, as the end of a sentence.
  public let problem: String

  /// Looks for it; nil when there is none.
  public init?(in data: Data) {
    let bytes = [UInt8](data)
    guard let (index, problem) = Self.notText(bytes) ?? Self.notJSON(bytes) else { return nil }
    let before = bytes[..<index]
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let begin = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = before[begin...].count { $0 & 0xC0 != 0x80 } + 1
    self.problem = problem
  }

  private static func notText(_ bytes: [UInt8]) -> (Int, String)? {
    var (decoder, iterator) = (UTF8(), bytes.makeIterator())
    var index = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): index += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return (index, "it is not UTF-8: save the file as UTF-8 text")
      }
    }
  }

  private static func notJSON(_ bytes: [UInt8]) -> (Int, String)? {
    var scanner = JSONScanner(bytes)
    do {
      try scanner.document()
      return nil
    } catch {
      return (min(error.index, bytes.count), error.problem)
    }
  }
}

extension JSONFlaw: CustomStringConvertible {
  /// “line 3, column 7: …”.
  public var description: String { "line \(line), column \(column): \(problem)" }
}
