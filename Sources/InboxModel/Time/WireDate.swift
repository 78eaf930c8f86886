public import struct Foundation.Date

/// Timestamps on the wire: ISO 8601 in UTC (seed 003).
///
/// Written without Foundation's formatters, which load locale data that the first frame must not wait for.
public enum WireDate {
  /// What can be written: the years 0 to 9999.
  public static let range =
    Date(timeIntervalSince1970: -62_167_219_200)...Date(timeIntervalSince1970: 253_402_300_799.999)

  /// The moment so many seconds after the beginning of 1970; nil out of ``range``.
  public static func date(seconds: Double) -> Date? {
    let date = Date(timeIntervalSince1970: seconds)
    return range.contains(date) ? date : nil
  }

  /// Reads `2026-11-21T05:06:07Z`, with or without a fraction or seconds, with `Z` or an offset such as `+02:00`, and
  /// the basic format `20261121T050607Z`.
  ///
  /// - Returns: nil for everything else, such as a date that does not exist, or is out of ``range``.
  public static func parse(_ text: String) -> Date? {
    var reader = Reader(Array(text.utf8))
    guard let year = reader.number(4) else { return nil }
    let isExtended = reader.take("-")
    guard let month = reader.number(2), !isExtended || reader.take("-"), let day = reader.number(2),
      reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2),
      !isExtended || reader.take(":"), let minute = reader.number(2)
    else { return nil }
    var (second, fraction): (Int, Double?) = (0, 0)
    // Without seconds there is no fraction either.
    if isExtended ? reader.take(":") : reader.isAtDigit {
      guard let seconds = reader.number(2) else { return nil }
      second = seconds
      if reader.take(".") || reader.take(",") { fraction = reader.fraction() }
    }
    guard (1...12).contains(month), (1...CivilDate.days(in: month, of: year)).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    guard let fraction, let offset = reader.offset(), reader.isAtEnd else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    let seconds = Double(days * 86_400 + hour * 3_600 + minute * 60 + second - offset)
    // A fraction can lead past the last moment, as the latest of .NET does.
    let last = range.upperBound.timeIntervalSince1970
    return date(seconds: seconds <= last ? min(seconds + fraction, last) : seconds)
  }

  /// Writes `2026-11-21T05:06:07.250Z`, always in UTC and with milliseconds.
  ///
  /// A date out of ``range`` is written as the nearest one within.
  public static func format(_ date: Date) -> String {
    let (seconds, fraction) = Int(Int64(milliseconds: date)).floorDivided(by: 1_000)
    let (days, rest) = seconds.floorDivided(by: 86_400)
    let civil = CivilDate(daysSince1970: days)
    return pad(civil.year, 4) + "-" + pad(civil.month, 2) + "-" + pad(civil.day, 2) + "T"
      + pad(rest / 3_600, 2) + ":" + pad(rest / 60 % 60, 2) + ":" + pad(rest % 60, 2) + "."
      + pad(fraction, 3) + "Z"
  }

  private static func pad(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    var isAtDigit: Bool { !isAtEnd && bytes[index].isASCIIDigit }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    mutating func number(_ digits: Int) -> Int? {
      guard index + digits <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[index..<index + digits] {
        guard byte.isASCIIDigit else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      index += digits
      return value
    }

    mutating func fraction() -> Double? {
      var value = 0.0
      var scale = 0.1
      var digits = 0
      while let digit = number(1) {
        value += Double(digit) * scale
        scale /= 10
        digits += 1
      }
      return digits == 0 ? nil : value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int? {
      if take("Z") || take("z") { return 0 }
      let sign: Int
      if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
      guard let hours = number(2), hours < 24 else { return nil }
      let isSplit = take(":")
      guard let minutes = number(2) ?? (isSplit ? nil : 0), minutes < 60 else { return nil }
      return sign * (hours * 3_600 + minutes * 60)
    }
  }
}
