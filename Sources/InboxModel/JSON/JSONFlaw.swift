public import struct Foundation.Data

/// The first place at which bytes stop being JSON: line and column, and what is wrong there.
public struct JSONFlaw: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// What is wrong there, as the end of a sentence.
  public let problem: String

  /// Finds it; nil where the bytes are JSON.
  public init?(in data: Data) {
    let bytes = [UInt8](data)
    let end = JSONReader.endOfUTF8(bytes[...])
    guard end == bytes.count else {
      self.init(.init(index: end, problem: "it is not UTF-8: save the file as UTF-8 text"), in: bytes)
      return
    }
    var reader = JSONReader(bytes)
    do {
      _ = try reader.document()
      return nil
    } catch {
      self.init(error, in: bytes)
    }
  }

  /// Finds the first comma behind a last item, in bytes that can be read all the same; nil for none.
  public static func surplusComma(in data: Data) -> JSONFlaw? {
    let bytes = [UInt8](data)
    var reader = JSONReader(bytes)
    do { _ = try reader.document() } catch { return nil }
    return reader.surplusComma.map {
      JSONFlaw(.init(index: $0, problem: "nothing comes after this comma"), in: bytes)
    }
  }

  /// Where a reader of these bytes stopped.
  init(_ stop: JSONReader.Stop, in bytes: [UInt8]) {
    let before = bytes.prefix(stop.index)
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let begin = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = before[begin...].count { $0 & 0xC0 != 0x80 } + 1
    problem = stop.problem
  }
}

extension JSONFlaw: CustomStringConvertible {
  /// “line 3, column 7: …”.
  public var description: String { "line \(line), column \(column): \(problem)" }
}
