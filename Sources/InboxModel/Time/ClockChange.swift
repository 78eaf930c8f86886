public import struct Foundation.Date

/// What a person does to a ``VirtualClock``.
public enum ClockChange: Hashable, Sendable {
  /// Moves it forward by this many seconds.
  case advance(seconds: Double)
  /// Sets it to a date; going back is possible, and wakes no sleeper.
  case set(Date)
  /// Lets it stand.
  case stop
  /// Lets it go on from what it says.
  case run
  /// Lets it go by the machine's clock again.
  case reset

  /// How it is written, for a sentence that says so.
  public static let forms = "+5m (s, m, h, d or w), 2026-11-21T09:00:00Z, stop, run or reset"

  /// Reads one of ``forms``; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "stop": self = .stop
    case "run": self = .run
    case "reset": self = .reset
    default:
      switch Moment(text) {
      case .relative(let seconds)? where seconds >= 0: self = .advance(seconds: Double(seconds))
      case .absolute(let date)?: self = .set(date)
      default: return nil
      }
    }
  }

  /// The change as ``init(_:)`` reads it; parts of a second are left out.
  public var text: String {
    switch self {
    case .advance(let seconds):
      let seconds = Int(seconds)
      let unit = [("d", 86_400), ("h", 3_600), ("m", 60)].first { seconds > 0 && seconds % $0.1 == 0 }
      return "+\(seconds / (unit?.1 ?? 1))\(unit?.0 ?? "s")"
    case .set(let date): return WireDate.format(date)
    case .stop: return "stop"
    case .run: return "run"
    case .reset: return "reset"
    }
  }
}
