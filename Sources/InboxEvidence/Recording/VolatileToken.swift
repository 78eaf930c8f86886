import struct Foundation.Date
import InboxModel

/// Something that differs from run to run.
enum VolatileToken: Hashable {
  /// An id of this many bytes.
  case id(length: Int)
  /// Something else of this many bytes, and the name that stands in for it.
  case name(String, length: Int)

  /// What begins at a position, if anything does.
  ///
  /// - Parameter moment: A number within an hour of it is a time, whatever it is called; nil where that is not known.
  static func first(in bytes: [UInt8], at index: Int, near moment: Date? = nil) -> VolatileToken? {
    let reader = Reader(bytes: bytes, start: index)
    let byte = bytes[index]
    if byte.isASCIIHexDigit, reader.isUUID { return .id(length: 36) }
    if byte.isASCIIHexDigit, reader.isProjectToken { return .id(length: 32) }
    if byte.isASCIIDigit {
      if let length = reader.timeLength { return .name("<time>", length: length) }
      if let length = reader.stampLength(near: moment) { return .name("<time>", length: length) }
      if let length = reader.durationLength { return .name("<ms>", length: length) }
      if let length = reader.measuredLength { return .name("<s>", length: length) }
    }
    if let (host, length) = reader.loopback { return .name(host + ":<port>", length: length) }
    if let length = reader.deviceLength { return .id(length: length) }
    return nil
  }

  private struct Reader {
    let bytes: [UInt8]
    let start: Int

    func byte(_ offset: Int) -> UInt8? {
      bytes.indices.contains(start + offset) ? bytes[start + offset] : nil
    }

    private func has(_ text: String, _ offset: Int) -> Bool {
      start + offset < bytes.count && bytes[(start + offset)...].starts(with: text.utf8)
    }

    private func digits(_ offset: Int) -> Int {
      var end = offset
      while let byte = byte(end), byte.isASCIIDigit { end += 1 }
      return end - offset
    }

    /// How many bytes the fraction of a number takes; 0 where none stands.
    private func fraction(_ offset: Int) -> Int {
      let digits = byte(offset) == UInt8(ascii: ".") ? digits(offset + 1) : 0
      return digits > 0 ? 1 + digits : 0
    }

    /// How many bytes a number takes, with its fraction; nil in the midst of one.
    private var numberLength: Int? {
      if let before = byte(-1), before.isASCIIDigit || before == UInt8(ascii: ".") { return nil }
      return digits(0) + fraction(digits(0))
    }

    /// Whether the bytes follow a pattern in which `0` is a digit, `x` a hexadecimal one and the rest itself.
    private func matches(_ pattern: StaticString) -> Bool {
      pattern.withUTF8Buffer { pattern in
        pattern.indices.allSatisfy { offset in
          guard let byte = byte(offset) else { return false }
          return switch pattern[offset] {
          case UInt8(ascii: "0"): byte.isASCIIDigit
          case UInt8(ascii: "x"): byte.isASCIIHexDigit
          default: byte == pattern[offset]
          }
        }
      }
    }

    var isUUID: Bool {
      matches("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") && byte(36).map(\.isASCIIHexDigit) != true
        && byte(-1).map(\.isASCIIHexDigit) != true
    }

    /// 32 hexadecimal digits behind `/projects/`, which a sandbox makes anew.
    var isProjectToken: Bool {
      let before = Array("/projects/".utf8)
      return start >= before.count && bytes[(start - before.count)..<start].elementsEqual(before)
        && matches("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx") && byte(32).map(\.isASCIIAlphanumeric) != true
    }

    /// Whether this is the value of a member whose name ends in one of these.
    private func isMember(_ ends: String...) -> Bool {
      // A body stands as a text within a line.
      ["\":", "\\\":"].contains { mark in
        guard start >= mark.utf8.count, has(mark, -mark.utf8.count) else { return false }
        let name = bytes[..<(start - mark.utf8.count)]
        return ends.contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
      }
    }

    /// The seconds of a member whose name says so, which were measured; or of `1.1 s`.
    var measuredLength: Int? {
      guard let length = numberLength else { return nil }
      if isMember("Duration", "duration") { return length }
      let isMeasured = length > digits(0) && has(" s", length)
      return isMeasured && byte(length + 2).map(\.isASCIIAlphanumeric) != true ? length + 2 : nil
    }

    /// `2026-11-21T05:06:07.250Z`, or with an offset.
    var timeLength: Int? {
      guard matches("0000-00-00T00:00:00"), byte(-1).map(\.isASCIIDigit) != true else { return nil }
      let length = 19 + fraction(19)
      if has("Z", length) { return length + 1 }
      return (has("+", length) || has("-", length)) && digits(length + 1) == 2 && has(":", length + 3)
        ? length + 6 : length
    }

    /// Seconds or milliseconds since 1970 of a member whose name says that it is a time; or within an hour of a moment,
    /// whatever they are called: vendors write the time of a gesture or of a request so.
    func stampLength(near moment: Date?) -> Int? {
      guard byte(-1).map({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") }) != true else { return nil }
      var length = digits(0)
      guard length == 10 || length == 13,
        isNear(moment, length) || isMember("At", "_at", "time", "Time", "timestamp", "Timestamp")
      else { return nil }
      length += fraction(length)
      return byte(length).map(\.isASCIIAlphanumeric) == true ? nil : length
    }

    private func isNear(_ moment: Date?, _ length: Int) -> Bool {
      guard let moment, let number = Double(String(decoding: bytes[start..<start + length], as: UTF8.self))
      else { return false }
      return abs(number / (length == 13 ? 1_000 : 1) - moment.timeIntervalSince1970) < 3_600
    }

    /// `12 ms`, `1.5ms`.
    var durationLength: Int? {
      guard var length = numberLength else { return nil }
      if has(" ", length) { length += 1 }
      guard has("ms", length), byte(length + 2).map(\.isASCIIAlphanumeric) != true else { return nil }
      return length + 2
    }

    /// `127.0.0.1:8080`, also with an encoded colon.
    var loopback: (String, Int)? {
      // Every byte is asked about.
      switch bytes[start] {
      case UInt8(ascii: "1"), UInt8(ascii: "l"), UInt8(ascii: "["): break
      default: return nil
      }
      for host in ["127.0.0.1", "localhost", "[::1]"] where has(host, 0) {
        for colon in [":", "%3A", "%3a"] where has(colon, host.utf8.count) {
          let head = host.utf8.count + colon.utf8.count
          let count = digits(head)
          if (1...5).contains(count) { return (host, head + count) }
        }
      }
      return nil
    }

    /// What stands behind `device:`.
    var deviceLength: Int? {
      guard start >= 7, bytes[(start - 7)..<start].elementsEqual("device:".utf8) else { return nil }
      var length = 0
      while let byte = byte(length),
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      {
        length += 1
      }
      return length == 0 ? nil : length
    }
  }
}
