import InboxModel
import InboxTOML
import InboxTUI

/// An event of the terminal of a scenario's client.
nonisolated enum TerminalGesture: Sendable {
  case resize(Size)
  case mouse(Mouse, at: Place)
  /// The program is stopped as by Ctrl-Z and continues after this many seconds of the clock.
  case suspend(seconds: Double)
  /// SIGWINCH: the terminal reports its size once more.
  case sizeChanged
  /// A signal upon which the program ends in its own way.
  case end(Signal)

  enum Mouse: String, CaseIterable, Sendable {
    case click
    case doubleClick = "double-click"
    case wheelUp = "wheel-up"
    case wheelDown = "wheel-down"
  }

  enum Place: Sendable {
    /// A column and a row, from 1.
    case cell(column: Int, row: Int)
    /// The place where a text begins on the screen.
    case text(String)
  }

  enum Signal: String, CaseIterable, Sendable {
    case hup = "HUP"
    case interrupt = "INT"
    case term = "TERM"
    case stop = "TSTP"
    case sizeChanged = "WINCH"
  }

  static let verbs = ["resize", "mouse", "signal", "suspend"]

  /// Reads the step of a verb; nil where the verb is not one of ``verbs``.
  init?(_ verb: String, _ fields: TOMLFields) throws(TOMLFileError) {
    func allow(_ keys: [String] = []) throws(TOMLFileError) {
      try fields.allow(only: [verb, "client"] + keys)
    }
    switch verb {
    case "resize":
      try allow()
      self = .resize(try fields.size("resize") ?? Size(columns: 100, rows: 30))
    case "mouse":
      try allow(["at", "on"])
      guard let mouse = try fields.choice("mouse", of: Mouse.self) else { return nil }
      self = .mouse(mouse, at: try Self.place(fields))
    case "signal":
      try allow()
      self = try Self.signal(fields)
    case "suspend":
      try allow()
      self = .suspend(seconds: try Self.duration(fields))
    default: return nil
    }
  }

  private static func place(_ fields: TOMLFields) throws(TOMLFileError) -> Place {
    let text = try fields.filledText("on")
    guard let cell = try fields.wholes("at", 1...500) else {
      if let text { return .text(text) }
      throw fields.error(
        "mouse", "it is nowhere. Write on = \"a text of the screen\", or at = [column, row].")
    }
    guard text == nil else { throw fields.error("at", "on says where it is. Leave one of them out.") }
    guard cell.count == 2 else {
      throw fields.error("at", "it is a column and a row, each from 1, such as [10, 5].")
    }
    return .cell(column: cell[0], row: cell[1])
  }

  private static func signal(_ fields: TOMLFields) throws(TOMLFileError) -> Self {
    switch try fields.choice("signal", of: Signal.self) {
    case .sizeChanged?: .sizeChanged
    case .stop?: .suspend(seconds: 0)
    case let signal?: .end(signal)
    case nil: .end(.term)
    }
  }

  private static func duration(_ fields: TOMLFields) throws(TOMLFileError) -> Double {
    let value = try fields.scalar("suspend")
    if value == .flag(true) { return 0 }
    if case .text(let text)? = value, case .advance(let seconds)? = ClockChange(text) { return seconds }
    throw fields.error("suspend", "write true, or how long it is stopped: suspend = \"+1h\".")
  }
}

extension TOMLFields {
  /// A size in columns and rows, such as `100x30`.
  nonisolated func size(_ key: String) throws(TOMLFileError) -> Size? {
    guard let text = try text(key) else { return nil }
    guard let size = Size(text: text) else {
      throw error(
        key, "“\(text)” is not a size. Write it like 100x30: from 1 to 500 columns and from 1 to 200 rows.")
    }
    return size
  }
}
