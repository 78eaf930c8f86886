/// A colour of a style, as far as two of them have to be compared.
struct InlineColor: Hashable {
  private let parts: [Int]

  /// Reads `#fff`, `#ffffff`, `rgb(255, 255, 255)`, `white` and `black`; nil for anything else.
  init?(_ text: String) {
    switch text {
    case "white": parts = [255, 255, 255]
    case "black": parts = [0, 0, 0]
    default:
      if text.hasPrefix("#") {
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard digits.count == text.count - 1 else { return nil }
        switch digits.count {
        case 3: parts = digits.map { $0 * 17 }
        case 6: parts = [0, 2, 4].map { digits[$0] * 16 + digits[$0 + 1] }
        default: return nil
        }
      } else if text.hasPrefix("rgb("), text.hasSuffix(")") {
        let numbers = text.dropFirst(4).dropLast().split(separator: ",").map {
          Int($0.filter { !$0.isWhitespace })
        }
        guard numbers.count == 3 else { return nil }
        parts = numbers.compactMap { $0 }
        guard parts.count == 3 else { return nil }
      } else {
        return nil
      }
    }
  }
}
