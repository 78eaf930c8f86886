import CCurses
import InboxTUI

/// Turns the input that ncurses read into keys; what is incomplete waits for the next read.
nonisolated struct KeyDecoder {
  private enum State {
    case ready
    /// Escape, and nothing yet that tells Alt from the key itself.
    case escape
    /// Escape and one of ``introducers``: Alt and that letter, unless more follows at once.
    case start(Unicode.Scalar)
    /// The numbers of a mouse report (`ESC [ < b ; x ; y M`).
    case mouse(String)
    /// A mouse report of the old form, of which this many characters are still to come, whatever they are.
    case oldMouse(Int)
    case paste
    /// A control sequence (`ESC [`), or what a keypad sends (`ESC O`), without its beginning.
    case sequence(Unicode.Scalar, String)
    /// A control string (ECMA-48, 5.6): after `ESC ]` a command, or one of `P`, `X`, `^` and `_`.
    case string(Unicode.Scalar, String)
    /// Escape within one, which may be the first half of its end.
    case stringEnd(Unicode.Scalar, String)
  }

  /// Beyond this a paste is cut, so that none can fill the memory.
  private static let maximumPaste = 1 << 20
  /// What follows a lone Escape within this time is the rest of it, not text.
  private static let splitWindow = Duration.milliseconds(60)
  /// A sequence that pauses for this long is over: what comes then is typed.
  private static let longestPause = (unasked: Duration.milliseconds(300), asked: Duration.seconds(2))
  /// What makes more than a letter of what follows an Escape, and the control characters that stand for both.
  private static let introducers: [Unicode.Scalar: Unicode.Scalar] = [
    "O": "\u{8F}", "P": "\u{90}", "X": "\u{98}", "[": "\u{9B}", "]": "\u{9D}", "^": "\u{9E}", "_": "\u{9F}",
  ]
  /// `^C`, `^Z`, `^\` and Escape.
  private static let leaving: [Unicode.Scalar] = ["\u{03}", "\u{1A}", "\u{1C}", "\u{1B}"]
  private static let pasteBegin = "200~"
  private static let pasteEnd = Array("\u{1B}[201~".unicodeScalars)

  private var state = State.ready
  private var pasted: [Unicode.Scalar] = []
  /// What was taken for a key as nothing followed it, and when.
  private var late: (state: State, time: ContinuousClock.Instant)?
  private var lastRead = ContinuousClock.now
  private var cluster: [Unicode.Scalar] = []
  private var keys: [Key] = []
  /// Whether reports are expected: then Escape may be the beginning of a report that was split, and waits for the next
  /// read or for ``flush(at:)``.
  var awaitsReports = false
  /// What the terminal has reported since they were last taken.
  private(set) var reports: [TerminalReport] = []

  /// The keys of everything that one read found.
  mutating func decode(_ input: [RawInput], at now: ContinuousClock.Instant = .now) -> [Key] {
    keys = []
    resume(input, at: now)
    for item in input { feed(item) }
    endCluster()
    // ncurses has waited already: it is the key.
    if case .escape = state, !awaitsReports { endStart(at: now) }
    lastRead = now
    return keys
  }

  /// Whether input is held back that may be the beginning of a report, or a key.
  var isHolding: Bool {
    switch state {
    case .escape, .start: true
    default: false
    }
  }

  /// What was held is a key after all.
  mutating func flush(at now: ContinuousClock.Instant = .now) -> [Key] {
    keys = []
    endStart(at: now)
    return keys
  }

  /// What the terminal has reported since the last call.
  mutating func takeReports() -> [TerminalReport] {
    defer { reports = [] }
    return reports
  }

  /// Decides what the last read left undecided, now that it is known what follows and when.
  private mutating func resume(_ input: [RawInput], at now: ContinuousClock.Instant) {
    let before = late
    late = nil
    switch state {
    case .escape:
      if input.count != 1 || !Self.isIntroducer(input.first), !Self.isRemainder(input, of: state) {
        endStart(at: nil)
      }
    case .sequence, .string, .stringEnd, .mouse, .oldMouse:
      let longest = awaitsReports ? Self.longestPause.asked : Self.longestPause.unasked
      if now - lastRead > longest { state = .ready }
    case .ready:
      // On a slow line, the rest of a sequence that ncurses or we gave up waiting for must not become letters.
      if let before, now - before.time < Self.splitWindow, Self.isRemainder(input, of: before.state) {
        state = before.state
      }
    case .paste:
      // Nothing ends a string whose end was lost: then a key that asks to leave, alone after a silence, is typed.
      if input.count == 1, case .character(let scalar)? = input.first, Self.leaving.contains(scalar),
        now - lastRead > Self.longestPause.asked
      {
        pasted = []
        state = .ready
      }
    case .start: break
    }
  }

  private static func isIntroducer(_ item: RawInput?) -> Bool {
    if case .character(let scalar)? = item { introducers[scalar] != nil } else { false }
  }

  /// Whether what was read continues what had begun, rather than being typed after it: it begins as that would, or
  /// holds the end of a string.
  private static func isRemainder(_ input: [RawInput], of start: State) -> Bool {
    var remainder = input[...].map { item -> Unicode.Scalar? in
      if case .character(let scalar) = item { scalar } else { nil }
    }[...]
    var kind: Unicode.Scalar
    if case .start(let letter) = start {
      kind = letter
    } else {
      guard let letter = remainder.popFirst() ?? nil, introducers[letter] != nil else { return false }
      kind = letter
    }
    guard let first = remainder.first ?? nil else { return false }
    let isParameter = (0x30...0x3F).contains(first.value)
    if beginsSequence(kind) {
      guard case .start = start else { return (0x20...0x7E).contains(first.value) }
      return isParameter && remainder.count > 1
    }
    if isParameter, kind == "P" || kind == "]" { return remainder.count > 1 }
    return remainder.contains("\u{07}") || remainder.contains("\u{9C}")
      || zip(remainder, remainder.dropFirst()).contains { $0 == "\u{1B}" && $1 == "\\" }
  }

  /// Ends the beginning of a longer sequence that nothing followed.
  ///
  /// - Parameter now: When the wait for the rest was given up; nil where something else came instead.
  private mutating func endStart(at now: ContinuousClock.Instant?) {
    switch state {
    case .escape: keys.append(.escape)
    case .start(let letter): keys.append(.alt(Character(letter)))
    default: return
    }
    late = now.map { (state, $0) }
    state = .ready
  }

  private mutating func feed(_ item: RawInput) {
    switch (state, item) {
    case (.paste, .character(let scalar)): feedPaste(scalar)
    case (.paste, .code(let code)):
      if code == CC_KEY_PASTE_END { endPaste() }
    case (.string, .code(let code)), (.stringEnd, .code(let code)):
      // What a string holds is no key; but a paste behind it has to be taken as one, or its text would count as typed.
      guard code == CC_KEY_PASTE_BEGIN else { return }
      state = .paste
    case (.mouse(let report), .character(let scalar)): feedMouse(report, scalar)
    case (.oldMouse(let left), .character): state = left > 1 ? .oldMouse(left - 1) : .ready
    case (.escape, .character(let scalar)): feedEscaped(scalar)
    case (.ready, .character(let scalar)): feedCharacter(scalar)
    case (_, .character(let scalar)): feedReport(scalar)
    case (_, .code(let code)):
      // Escape before it in one read is a key: for Alt and an arrow terminals have another sequence.
      endStart(at: nil)
      state = .ready
      feedCode(code)
    }
  }

  private mutating func feedPaste(_ scalar: Unicode.Scalar) {
    // When it is full, only the last characters still change: the end of the paste is searched for among them.
    if pasted.count == Self.maximumPaste { pasted.remove(at: pasted.count - Self.pasteEnd.count) }
    pasted.append(scalar)
    // The end of the paste, split where ncurses did not wait for the rest.
    guard scalar == "~", pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else { return }
    pasted.removeLast(Self.pasteEnd.count)
    endPaste()
  }

  private mutating func endPaste() {
    if pasted.count == Self.maximumPaste { pasted.removeLast(Self.pasteEnd.count) }
    keys.append(.paste(String(String.UnicodeScalarView(pasted))))
    pasted = []
    state = .ready
  }

  private mutating func feedEscaped(_ scalar: Unicode.Scalar) {
    state = .ready
    if scalar == "\u{1B}" {
      keys.append(.escape)
      state = .escape
    } else if Self.introducers[scalar] != nil {
      state = .start(scalar)
    } else if Self.isControl(scalar) {
      feedCharacter(scalar)
    } else {
      keys.append(.alt(Character(scalar)))
    }
  }

  /// Takes the next character of something that only a terminal says, or of what may become that.
  private mutating func feedReport(_ scalar: Unicode.Scalar) {
    switch state {
    case .start(let kind) where Self.beginsSequence(kind):
      // Only a printable character continues it.
      guard (0x20...0x7E).contains(scalar.value) else {
        endStart(at: nil)
        return feedCharacter(scalar)
      }
      state = .sequence(kind, "")
      feedReport(scalar)
    case .start(let kind):
      // Nor does a string begin with a control character, except one that ends it: a person types fast.
      guard !Self.isControl(scalar) || ["\u{07}", "\u{1B}", "\u{9C}"].contains(scalar) else {
        endStart(at: nil)
        return feedCharacter(scalar)
      }
      state = .string(kind, "")
      feedReport(scalar)
    case .sequence(let kind, let text): feedSequence(kind, text, scalar)
    case .string(let kind, let text):
      switch scalar {
      case "\u{1B}": state = .stringEnd(kind, text)
      case "\u{07}", "\u{9C}": end(kind, text, with: .ready)
      default: state = .string(kind, Self.append(scalar, to: text))
      }
    case .stringEnd(let kind, let text):
      switch scalar {
      case "\\": end(kind, text, with: .ready)
      case "\u{1B}": break
      case _ where Self.introducers[scalar] != nil: end(kind, text, with: .start(scalar))
      default: state = .string(kind, text)
      }
    default: break
    }
  }

  private mutating func feedSequence(_ kind: Unicode.Scalar, _ text: String, _ scalar: Unicode.Scalar) {
    switch scalar.value {
    // Linux' console has `ESC [ [ A` for a key.
    case 0x5B where text.isEmpty: state = .sequence(kind, "[")
    case 0x20...0x3F:
      state = .sequence(kind, Self.append(scalar, to: text))
    case 0x40...0x7E:
      state = .ready
      guard kind == "[" else { return }
      if text + String(scalar) == Self.pasteBegin { state = .paste }
      if TerminalReport.hasSixel(sequence: text + String(scalar)) { emit(.sixel) }
      emit(TerminalReport(sequence: text + String(scalar)))
    default:
      // The sequence is broken off, and this is something new.
      state = .ready
      feedCharacter(scalar)
    }
  }

  private mutating func end(_ kind: Unicode.Scalar, _ text: String, with next: State) {
    state = next
    switch kind {
    case "]": emit(TerminalReport(command: text))
    case "_": emit(TerminalReport(application: text))
    case "P": emit(TerminalReport(device: text))
    default: break
    }
  }

  /// What is longer than any known report is dropped, however long it is.
  private static func append(_ scalar: Unicode.Scalar, to text: String) -> String {
    text.utf8.count > TerminalReport.longest ? text : text + String(scalar)
  }

  private mutating func emit(_ report: TerminalReport?) {
    if report == .endOfReports { awaitsReports = false }
    if let report { reports.append(report) }
  }

  /// Whether it begins a sequence, which a letter ends; anything else begins a string.
  private static func beginsSequence(_ introducer: Unicode.Scalar) -> Bool {
    introducer == "[" || introducer == "O"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private mutating func feedCharacter(_ scalar: Unicode.Scalar) {
    if !Self.isControl(scalar) {
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
    case 0x80...0x9F: feedC1(scalar)
    case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60)))))
    default: keys.append(.control(Character(Unicode.Scalar(UInt8(scalar.value + 0x40)))))
    }
  }

  /// A control character that stands for Escape and a letter begins the same; the others say nothing.
  private mutating func feedC1(_ scalar: Unicode.Scalar) {
    guard let kind = Self.introducers.first(where: { $0.value == scalar })?.key else { return }
    state = Self.beginsSequence(kind) ? .sequence(kind, "") : .string(kind, "")
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
    case CC_KEY_OLD_MOUSE: state = .oldMouse(3)
    case CC_KEY_F0 + 1...CC_KEY_F0 + 63: keys.append(.function(code - CC_KEY_F0))
    default: if let key = Self.keys[code] { keys.append(key) }
    }
  }

  private mutating func feedMouse(_ report: String, _ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9", ";": state = .mouse(Self.append(scalar, to: report))
    case "M", "m":
      state = .ready
      if let event = Self.mouseEvent(report, released: scalar == "m") { keys.append(.mouse(event)) }
    // Broken off or unknown, it is still a sequence: none of it is a key.
    default: feedSequence("[", "<" + report, scalar)
    }
  }

  /// Decodes xterm's SGR report: 4 Shift, 8 Alt, 16 Ctrl, 32 motion, 64 wheel, 128 the buttons from the eighth on, which
  /// do nothing here; columns and rows from one.
  private static func mouseEvent(_ report: String, released: Bool) -> MouseEvent? {
    let numbers = report.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    let cells = 1...Int(UInt16.max)
    guard numbers.count == 3, numbers[0] >= 0, numbers[0] & 128 == 0, numbers[1...].allSatisfy(cells.contains)
    else { return nil }
    let (bits, x, y) = (numbers[0], numbers[1] - 1, numbers[2] - 1)
    if bits & 64 != 0 {
      guard !released, bits & 3 < 2 else { return nil }
      return MouseEvent(kind: bits & 1 == 0 ? .wheelUp : .wheelDown, button: 0, x: x, y: y)
    }
    let kind: MouseEvent.Kind = released ? .release : bits & 32 != 0 ? .drag : .press
    return MouseEvent(kind: kind, button: bits & 3 == 3 ? 0 : (bits & 3) + 1, x: x, y: y)
  }

  private static let keys: [Int: Key] = [
    CC_KEY_UP: .up, CC_KEY_DOWN: .down, CC_KEY_LEFT: .left, CC_KEY_RIGHT: .right, CC_KEY_HOME: .home,
    CC_KEY_END: .end, CC_KEY_PAGE_UP: .pageUp, CC_KEY_PAGE_DOWN: .pageDown, CC_KEY_INSERT: .insert,
    CC_KEY_DELETE: .delete, CC_KEY_BACKSPACE: .backspace, CC_KEY_ENTER: .enter, CC_KEY_BACK_TAB: .backTab,
    CC_KEY_FOCUS_IN: .focusGained, CC_KEY_FOCUS_OUT: .focusLost,
  ]
}
