public import struct Foundation.Date

/// How a ``VirtualClock`` goes: so long before or after the machine's, or not at all.
public enum ClockReading: Hashable, Sendable {
  /// It runs as the machine's clock does, with this many seconds added.
  case running(ahead: Double)
  /// It stands.
  case stopped(at: Date)

  /// The machine's own clock.
  public static let machine = ClockReading.running(ahead: 0)

  /// Whether time passes by itself.
  public var isRunning: Bool {
    if case .running = self { true } else { false }
  }

  /// Where it may be put: what runs on from there can be written and read for a long time (``WireDate/range``).
  public static let range =
    Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 253_370_764_800)

  /// Why no client could use it, as the end of a sentence; nil where every client can.
  public var flaw: String? { Self.flaw(date) }

  /// The same for what a change would make of it.
  public func flaw(after change: ClockChange) -> String? {
    switch change {
    case .advance(let seconds): Self.flaw(date.addingTimeInterval(seconds))
    case .set(let date): Self.flaw(date)
    case .stop, .run, .reset: nil
    }
  }

  private static func flaw(_ date: Date) -> String? {
    if range.contains(date) { return nil }
    return
      "it goes from \(WireDate.format(range.lowerBound)) to \(WireDate.format(range.upperBound)), which is what "
      + "clients can read"
  }

  /// What it says now.
  public var date: Date { date(at: Date()) }

  /// What it says when the machine's clock says `machine`.
  func date(at machine: Date) -> Date {
    switch self {
    case .running(let ahead): machine.addingTimeInterval(ahead)
    case .stopped(let date): date
    }
  }

  /// How it goes after a change made when the machine's clock says `machine`.
  func changed(by change: ClockChange, at machine: Date) -> ClockReading {
    let date = date(at: machine)
    return switch change {
    case .advance(let seconds): moved(to: date.addingTimeInterval(seconds), at: machine)
    case .set(let date): moved(to: date, at: machine)
    case .stop: Self.stopped(near: date)
    case .run: .running(ahead: date.timeIntervalSince(machine))
    case .reset: .machine
    }
  }

  /// Within ``range``, whatever was requested.
  private func moved(to requested: Date, at machine: Date) -> ClockReading {
    let date = min(max(requested, Self.range.lowerBound), Self.range.upperBound)
    return isRunning ? .running(ahead: date.timeIntervalSince(machine)) : Self.stopped(near: date)
  }

  /// It stands at a whole millisecond, as that is what can be written.
  static func stopped(near date: Date) -> ClockReading {
    .stopped(at: Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000))
  }
}

extension ClockReading {
  /// How it goes, for people: “the clock runs 5 m ahead of the machine's”.
  public var words: String {
    switch self {
    case .running(0): "the clock is the machine's"
    case .running(let ahead) where ahead > 0: "the clock runs \(Self.text(ahead)) ahead of the machine's"
    case .running(let ahead): "the clock runs \(Self.text(-ahead)) behind the machine's"
    case .stopped(let date): "the clock stands at \(WireDate.format(date))"
    }
  }

  /// The same for tight places: “+5m”, “-2h”, “stopped”; nil for the machine's own.
  public var mark: String? {
    switch self {
    case .running(0): nil
    case .running(let ahead): (ahead > 0 ? "+" : "-") + Self.text(abs(ahead)).filter { $0 != " " }
    case .stopped: "stopped"
    }
  }

  /// The two largest units: “1 d 2 h”.
  private static func text(_ seconds: Double) -> String {
    var rest = Int(seconds.rounded())
    var parts: [String] = []
    for (unit, size) in [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)] where parts.count < 2 {
      if rest >= size { parts.append("\(rest / size) \(unit)") }
      rest %= size
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
  }
}
