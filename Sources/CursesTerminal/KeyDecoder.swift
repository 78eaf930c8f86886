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

  /// The keys of everything that one read found.
  mutating func decode(_ input: [RawInput], at now: ContinuousClock.Instant = .now) -> [Key] {
    keys = []
    // ncurses gives up on a sequence after ESCDELAY; on a slow line its rest must not become letters.
    if let before = loneEscape, now - before < Self.splitWindow, case .character(let first) = input.first,
      first == "[" || first == "O", input.count > 1
    {
      state = .noise
    }
    loneEscape = nil
    for (index, item) in input.enumerated() {
      if case .noise = state, index == 0 { continue }
      feed(item)
    }
    endCluster()
    if case .escape = state {
      // ncurses has waited already: it is the key.
      keys.append(.escape)
      state = .ready
      loneEscape = now
    }
    if case .noise = state { state = .ready }
    return keys
  }

  private mutating func feed(_ item: RawInput) {
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
      } else if scalar.value >= 0x20 && scalar.value != 0x7F {
        keys.append(.alt(Character(scalar)))
      } else {
        feedCharacter(scalar)
      }
    case (_, .character(let scalar)):
      feedCharacter(scalar)
    case (_, .code(let code)):
      state = .ready
      feedCode(code)
    }
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
