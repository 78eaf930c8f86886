/// What went over the line to a terminal, read strictly: the sequences that the program and ncurses send, and nothing
/// else.
///
/// Whatever is not on the list is a problem, as are controls, invisible and reordering characters in a text.
package struct TerminalTranscript {
  /// What has no business on the line, in words and in order.
  package private(set) var problems: [String] = []
  /// The private modes that are on at the end.
  package private(set) var modes: Set<Int> = [25]
  /// The titles of the window, in order.
  package private(set) var titles: [String] = []
  /// How many titles are put aside at the end.
  package private(set) var titleDepth = 0
  /// What was put on the clipboard, in Base64.
  package private(set) var copied: [String] = []
  /// How many frames were shown whole.
  package private(set) var frames = 0
  /// Whether the keypad sends sequences of its own at the end.
  package private(set) var isKeypadOn = false

  /// Modes that may stay: wrapping at the edge, and the cursor's blinking.
  private static let indifferent: Set<Int> = [7, 12]
  private static let known: Set<Int> = [1, 7, 12, 25, 1000, 1002, 1004, 1006, 1049, 2004, 2026, 2031]
  private static let plainFinals = Set("ABCDGHIJKLMPSTXZ@bdmr".unicodeScalars)
  private static let windowOperations: Set<String> = ["22;0;0", "23;0;0", "22;2", "23;2"]

  private var scalars: [Unicode.Scalar] = []
  private var position = 0
  private var marks = 0

  package init(_ bytes: [UInt8]) {
    let text = String(validating: bytes, as: UTF8.self)
    if text == nil { problems.append("bytes that are not UTF-8") }
    scalars = Array((text ?? String(decoding: bytes, as: UTF8.self)).unicodeScalars)
    while let scalar = next() { read(scalar) }
  }

  /// Whether the terminal is a shell's again: the first screen, a visible cursor, no modes, the former title.
  package var isRestored: Bool {
    modes.subtracting(Self.indifferent) == [25] && titleDepth == 0 && !isKeypadOn
  }

  private mutating func next() -> Unicode.Scalar? {
    guard position < scalars.count else { return nil }
    defer { position += 1 }
    return scalars[position]
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x1B: readSequence()
    // Backspace, line feed, return, tab; the other set of letters where a terminal draws lines with it.
    case 0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F: marks = 0
    default: check(scalar, in: "a text")
    }
  }

  private mutating func check(_ scalar: Unicode.Scalar, in place: String) {
    marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
    if marks > 4 { problems.append("more than four marks on a letter in \(place)") }
    if !Self.isVisible(scalar) {
      problems.append("U+\(String(scalar.value, radix: 16, uppercase: true)) in \(place)")
    }
  }

  /// By the Unicode standard's own categories, not by the tables under test.
  package static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
    }
  }

  private mutating func readSequence() {
    guard let kind = next() else { return problems.append("a sequence that is cut") }
    switch kind {
    case "[": readControl()
    case "]": readCommand()
    case "(", ")":
      guard let set = next(), set == "B" || set == "0" else { return problems.append("a set of letters") }
    case "7", "8", "M", "D", "E": break
    case "=": isKeypadOn = true
    case ">": isKeypadOn = false
    default: problems.append("ESC \(Self.name(kind))")
    }
  }

  /// `ESC [`, its numbers and its last letter.
  private mutating func readControl() {
    var parameters = ""
    while let scalar = next() {
      if (0x40...0x7E).contains(scalar.value) { return take(parameters, scalar) }
      guard (0x20..<0x40).contains(scalar.value), parameters.utf8.count < 64 else {
        return problems.append("ESC [ \(parameters) \(Self.name(scalar))")
      }
      parameters.unicodeScalars.append(scalar)
    }
    problems.append("ESC [ that is cut")
  }

  private mutating func take(_ parameters: String, _ final: Unicode.Scalar) {
    if parameters.hasPrefix("?"), final == "h" || final == "l" {
      for part in parameters.dropFirst().split(separator: ";", omittingEmptySubsequences: false) {
        guard let mode = Int(part), Self.known.contains(mode) else {
          problems.append("mode \(parameters)")
          continue
        }
        if mode == 2026, final == "l", modes.contains(2026) { frames += 1 }
        if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
      }
    } else if final == "t", Self.windowOperations.contains(parameters) {
      if parameters == "22;2" { titleDepth += 1 }
      if parameters == "23;2" { titleDepth = max(0, titleDepth - 1) }
    } else if parameters.allSatisfy({ $0.isWholeNumber || $0 == ";" || ($0 == ":" && final == "m") }) {
      // Inserting (4) and the looks of tmux's cursor (34) are the only modes without a question mark.
      let isMode = (final == "h" || final == "l") && (parameters == "4" || parameters == "34")
      if !isMode && !Self.plainFinals.contains(final) { problems.append("ESC [ \(parameters) \(final)") }
    } else {
      problems.append("ESC [ \(parameters) \(final)")
    }
  }

  /// `ESC ]`, which only a title, a copy or a web address may be.
  private mutating func readCommand() {
    var text = ""
    while let scalar = next() {
      if scalar.value == 0x07 { return take(command: text) }
      if scalar.value == 0x1B {
        if next() == "\\" { return take(command: text) }
        break
      }
      text.unicodeScalars.append(scalar)
    }
    problems.append("ESC ] \(text.prefix(20)) without its end")
  }

  private mutating func take(command text: String) {
    if text.hasPrefix("2;") {
      marks = 0
      for scalar in text.dropFirst(2).unicodeScalars { check(scalar, in: "the title") }
      titles.append(String(text.dropFirst(2)))
    } else if text.hasPrefix("52;c;"), text.dropFirst(5).utf8.allSatisfy(Self.isBase64) {
      copied.append(String(text.dropFirst(5)))
    } else if text.wholeMatch(of: /8;;(https?:\/\/[!-~]*)?/) != nil {
      // The address of the cells that follow, or the end of them.
    } else {
      problems.append("ESC ] \(text.prefix(20))")
    }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    "U+" + String(scalar.value, radix: 16, uppercase: true)
  }
}
