/// A value of a TOML file that has no parts.
package enum TOMLScalar: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case number(Double)
  case flag(Bool)

  /// As a text shows it.
  package var text: String {
    switch self {
    case .text(let text): text
    case .whole(let number): String(number)
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    }
  }

  /// The number, whole or not.
  var asNumber: Double? {
    switch self {
    case .whole(let number): Double(number)
    case .number(let number): number
    case .text, .flag: nil
    }
  }

  /// What its kind is called.
  package var kind: String {
    switch self {
    case .text: "a text"
    case .whole: "a whole number"
    case .number: "a number"
    case .flag: "true or false"
    }
  }

  /// Reads a value of the same kind; nil for what is none.
  package func read(_ text: String) -> TOMLScalar? {
    switch self {
    case .text: .text(text)
    case .whole: Int(text).map { .whole($0) }
    case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .flag: Bool(text).map { .flag($0) }
    }
  }
}
