/// What the parser must not be given: toml++ 3.4 ends the whole program where a table's name begins with what no name
/// begins with (`[\a]`, `[$]`) or a list's value with what no value does (`[1, }`), or where a date has a `T` and no
/// time (`2026-11-22T:`) or a name has tens of thousands of parts, and reads no further than a NUL, as if nothing came
/// behind it.
///
/// Where an escape writes the NUL, it hands on what stands in front of it: a scenario would look for another text than
/// it names.
///
/// Of a text that is TOML up to there the place is found exactly; in front of any other the parser stops by itself.
struct TOMLPitfall {
  /// The text before the expression that it is in.
  let before: String
  private let place: TOMLPositions.Position
  private let problem: Problem

  private enum Problem {
    /// Why it is not TOML.
    case syntax(String)
    /// A NUL character in a text, which is TOML.
    case nul
  }

  /// Looks for the first one; nil where there is none.
  init?(in text: String) {
    let bytes = Array(text.utf8)
    guard let (expression, index, problem) = Self.first(bytes) else { return nil }
    before = String(decoding: bytes[..<expression], as: UTF8.self)
    place = TOMLPositions.position(of: index, in: bytes)
    self.problem = problem
  }

  /// What it is reported as.
  func error(in file: String) -> TOMLFileError {
    switch problem {
    case .syntax(let reason): .syntax(file: file, line: place.line, column: place.column, reason: reason)
    case .nul:
      .value(
        file: file, line: place.line, column: place.column, place: "the text",
        problem: "it holds a NUL character, which nothing shows, finds or sends. Take it out.")
    }
  }

  /// Where the expression begins, the place of what is wrong in it, and what that is.
  private static func first(_ bytes: [UInt8]) -> (Int, Int, Problem)? {
    let nul = bytes.firstIndex(of: 0)
    for expression in TOMLExpressions(bytes) {
      if let nul, nul < expression.begin { break }
      let problems: [(place: Int?, Problem)] = [
        (
          badName(bytes, expression.begin),
          .syntax("the name of a table begins with a letter, a digit, “-”, “_” or a quote")
        ),
        (
          expression.badValue,
          .syntax(
            "this is not a value: it is not a date with its time, or a list goes on with a value or “]”")
        ),
        (expression.longName, .syntax("a name has at most 129 parts, with a dot between them")),
        (expression.nul, .nul),
      ]
      for case (let index?, let problem) in problems where index < nul ?? .max {
        return (expression.begin, index, problem)
      }
    }
    guard let nul else { return nil }
    let line = bytes[..<nul].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, nul, .syntax("it holds a NUL character"))
  }

  /// Where the name of the table that begins there is none.
  private static func badName(_ bytes: [UInt8], _ begin: Int) -> Int? {
    let index = TOMLExpressions.name(bytes, begin)
    // The parser reports what is missing altogether.
    guard index > begin, index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return nil
    default: return index
    }
  }
}
