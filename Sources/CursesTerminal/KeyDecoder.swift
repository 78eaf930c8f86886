import CCurses
import InboxTUI

/// Makes keys of what ncurses read; keeps what is incomplete for the next read.
nonisolated struct KeyDecoder {
  private enum State {
    case ready
    /// Escape, and nothing yet to tell Alt from the key itself.
    case escape
    /// The numbers of a mouse report (`ESC [ < b ; x ; y M`).
    case mouse(String)
    case paste
    /// `ESC [`: Alt and a bracket, unless `?` follows.
    case bracket
    /// `ESC ]`: Alt and a bracket, unless a digit follows.
    case closingBracket
    /// A control sequence that only a terminal says, from its `?` on.
    case report(String)
    /// An operating system command that only a terminal says, from its digit on.
    case command(String)
    /// Escape within one, which ends it.
    case commandEnd(String)
    /// The rest of a sequence whose escape came too early to belong to it.
    case noise
  }

  /// Beyond this a paste is cut, so that nobody can fill the memory with one.
  private static let maximumPaste = 1 << 20
  private static let splitWindow = Duration.milliseconds(60)

  private var state = State.ready
  private var pasted: [Unicode.Scalar] = []
  private var loneEscape: ContinuousClock.Instant?
  private var cluster: [Unicode.Scalar] = []
  private var keys: [Key] = []
  /// Whether the terminal was asked something: then Escape may be the beginning of an answer that is cut, and waits for
  /// the next read or for ``flush()``.
  var awaitsAnswers = false
  /// What the terminal has told since they were last taken.
  private(set) var reports: [TerminalReport] = []

  /// The keys of everything that one read found.
  mutating func decode(_ input: [RawInput], at now: ContinuousClock.Instant = .now) -> [Key] {
    keys = []
    if case .escape = state, ![.character("["), .character("]")].contains(input.first) { endStart() }
    // ncurses gives up on a sequence after ESCDELAY; on a slow line its rest must not become letters.
    if let before = loneEscape, now - before < Self.splitWindow, case .character(let first) = input.first,
      case .character(let second)? = input.dropFirst().first
    {
      switch first {
      case "[" where second == "?", "]" where ("0"..."9").contains(second): state = .escape
      case "[", "O": state = .noise
      default: break
      }
    }
    loneEscape = nil
    for (index, item) in input.enumerated() {
      if case .noise = state, index == 0 { continue }
      feed(item)
    }
    endCluster()
    if !isHolding, case .escape = state {
      // ncurses has waited already: it is the key.
      loneEscape = now
    }
    if !isHolding { endStart() }
    if case .noise = state { state = .ready }
    return keys
  }

  /// Whether what may be the beginning of an answer, or a key, waits to be told apart.
  var isHolding: Bool {
    guard awaitsAnswers else { return false }
    return switch state {
    case .escape, .bracket, .closingBracket: true
    default: false
    }
  }

  /// What was held is a key after all.
  mutating func flush() -> [Key] {
    keys = []
    endStart()
    return keys
  }

  /// What the terminal has told since the last call.
  mutating func takeReports() -> [TerminalReport] {
    defer { reports = [] }
    return reports
  }

  /// Nothing came behind the beginning of what could have been more.
  private mutating func endStart() {
    switch state {
    case .escape: keys.append(.escape)
    case .bracket: keys.append(.alt("["))
    case .closingBracket: keys.append(.alt("]"))
    default: return
    }
    state = .ready
  }

  private mutating func feed(_ item: RawInput) {
    if case .character(let scalar) = item, feedAnswer(scalar) { return }
    switch (state, item) {
    case (.paste, .character(let scalar)):
      if pasted.count < Self.maximumPaste { pasted.append(scalar) }
    case (.paste, .code(let code)):
      guard code == CC_KEY_PASTE_END else { return }
      keys.append(.paste(String(String.UnicodeScalarView(pasted))))
      pasted = []
      state = .ready
    case (.mouse(let report), .character(let scalar)):
      feedMouse(report, scalar)
    case (.noise, .character(let scalar)):
      if (0x40...0x7E).contains(scalar.value) { state = .ready }
    case (.escape, .character(let scalar)):
      state = .ready
      if scalar.value == 0x1B {
        keys.append(.escape)
        state = .escape
      } else if scalar == "[" {
        state = .bracket
      } else if scalar == "]" {
        state = .closingBracket
      } else if scalar.value >= 0x20 && scalar.value != 0x7F {
        keys.append(.alt(Character(scalar)))
      } else {
        feedCharacter(scalar)
      }
    case (_, .character(let scalar)):
      feedCharacter(scalar)
    case (_, .code(let code)):
      // Escape and an arrow in one read are Alt and the arrow, which is that arrow.
      if case .escape = state {} else { endStart() }
      state = .ready
      feedCode(code)
    }
  }

  /// Takes what belongs to something that only a terminal says.
  ///
  /// - Returns: whether it does.
  private mutating func feedAnswer(_ scalar: Unicode.Scalar) -> Bool {
    switch state {
    case .bracket where scalar == "?": state = .report("?")
    case .closingBracket where ("0"..."9").contains(scalar): state = .command(String(scalar))
    case .bracket, .closingBracket:
      endStart()
      return false
    case .report(let text):
      let isEnd = (0x40...0x7E).contains(scalar.value)
      guard isEnd || (0x20...0x3F).contains(scalar.value), text.utf8.count < TerminalReport.longest else {
        state = .ready
        return false
      }
      state = isEnd ? .ready : .report(text + String(scalar))
      if isEnd { tell(TerminalReport(sequence: text + String(scalar))) }
    case .command(let text):
      switch scalar {
      case "\u{07}": end(command: text)
      case "\u{1B}": state = .commandEnd(text)
      case "0"..."9", "a"..."g", "r", "A"..."F", ";", ":", "/":
        // No answer is longer, and what is broken off must not swallow what is typed.
        state = text.utf8.count < TerminalReport.longest ? .command(text + String(scalar)) : .ready
      default:
        state = .ready
        return false
      }
    case .commandEnd(let text):
      end(command: text)
      if scalar == "\\" { return true }
      // Another sequence begins.
      state = .escape
      return false
    default: return false
    }
    return true
  }

  private mutating func end(command text: String) {
    state = .ready
    tell(TerminalReport(command: text))
  }

  private mutating func tell(_ report: TerminalReport?) {
    if report == .endOfAnswers { awaitsAnswers = false }
    if let report { reports.append(report) }
  }

  private mutating func feedCharacter(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x20 && scalar.value != 0x7F {
      // A letter and its marks are one key, as in the text field that gets it.
      if !cluster.isEmpty, String(String.UnicodeScalarView(cluster + [scalar])).count > 1 { endCluster() }
      cluster.append(scalar)
      return
    }
    endCluster()
    switch scalar.value {
    case 0x1B: state = .escape
    case 0x0D: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x00: keys.append(.control(" "))
    case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60)))))
    default: keys.append(.control(Character(Unicode.Scalar(UInt8(scalar.value + 0x40)))))
    }
  }

  private mutating func endCluster() {
    guard !cluster.isEmpty else { return }
    keys.append(.character(Character(String(String.UnicodeScalarView(cluster)))))
    cluster = []
  }

  private mutating func feedCode(_ code: Int) {
    endCluster()
    switch code {
    case CC_KEY_PASTE_BEGIN: state = .paste
    case CC_KEY_MOUSE: state = .mouse("")
    case CC_KEY_F0 + 1...CC_KEY_F0 + 63: keys.append(.function(code - CC_KEY_F0))
    default: if let key = Self.keys[code] { keys.append(key) }
    }
  }

  private mutating func feedMouse(_ report: String, _ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9", ";":
      state = report.utf8.count < 32 ? .mouse(report + String(scalar)) : .ready
    case "M", "m":
      state = .ready
      if let event = Self.mouseEvent(report, released: scalar == "m") { keys.append(.mouse(event)) }
    default:
      state = .ready
      feedCharacter(scalar)
    }
  }

  /// Decodes xterm's SGR report: 4 Shift, 8 Alt, 16 Ctrl, 32 motion, 64 wheel; columns and rows from one.
  private static func mouseEvent(_ report: String, released: Bool) -> MouseEvent? {
    let numbers = report.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let bits = numbers[0], let column = numbers[1], let row = numbers[2],
      column > 0, row > 0
    else { return nil }
    if bits & 64 != 0 {
      guard !released, bits & 3 < 2 else { return nil }
      return MouseEvent(kind: bits & 1 == 0 ? .wheelUp : .wheelDown, button: 0, x: column - 1, y: row - 1)
    }
    let kind: MouseEvent.Kind = released ? .release : bits & 32 != 0 ? .drag : .press
    return MouseEvent(kind: kind, button: bits & 3 == 3 ? 0 : (bits & 3) + 1, x: column - 1, y: row - 1)
  }

  private static let keys: [Int: Key] = [
    CC_KEY_UP: .up, CC_KEY_DOWN: .down, CC_KEY_LEFT: .left, CC_KEY_RIGHT: .right, CC_KEY_HOME: .home,
    CC_KEY_END: .end, CC_KEY_PAGE_UP: .pageUp, CC_KEY_PAGE_DOWN: .pageDown, CC_KEY_INSERT: .insert,
    CC_KEY_DELETE: .delete, CC_KEY_BACKSPACE: .backspace, CC_KEY_ENTER: .enter, CC_KEY_BACK_TAB: .backTab,
    CC_KEY_FOCUS_IN: .focusGained, CC_KEY_FOCUS_OUT: .focusLost,
  ]
}
