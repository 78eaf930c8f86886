/// Punycode (RFC 3492): how a label of an internationalised host name is written in ASCII.
enum Punycode {
  private static let base: UInt32 = 36

  /// Decodes what follows `xn--`; nil when it is not Punycode.
  static func decode(_ text: some StringProtocol) -> String? {
    var scalars: [Unicode.Scalar] = []
    var digits = Array(text.utf8)[...]
    if let dash = digits.lastIndex(of: UInt8(ascii: "-")) {
      scalars = digits[..<dash].map { Unicode.Scalar($0) }
      digits = digits[(dash + 1)...]
    }
    guard scalars.allSatisfy(\.isASCII) else { return nil }
    var code: UInt32 = 128
    var position: UInt32 = 0
    var bias: UInt32 = 72
    while !digits.isEmpty {
      guard let advance = integer(&digits, bias: bias) else { return nil }
      let count = UInt32(scalars.count) + 1
      let (sum, overflow) = position.addingReportingOverflow(advance)
      guard !overflow else { return nil }
      bias = adapt(advance, count: count, isFirst: position == 0)
      code &+= sum / count
      guard let scalar = Unicode.Scalar(code), code >= 128 else { return nil }
      position = sum % count
      scalars.insert(scalar, at: Int(position))
      position += 1
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// Encodes a label, without `xn--`; nil for one that is longer than a label may be.
  static func encode(_ label: some Collection<Unicode.Scalar>) -> String? {
    guard label.count <= 59 else { return nil }
    let plain = label.filter(\.isASCII)
    var result = String(String.UnicodeScalarView(plain)) + (plain.isEmpty ? "" : "-")
    var (code, delta, bias) = (UInt32(128), UInt32(0), UInt32(72))
    var handled = UInt32(plain.count)
    while handled < label.count, let next = label.lazy.map(\.value).filter({ $0 >= code }).min() {
      delta += (next - code) * (handled + 1)
      code = next
      for scalar in label {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        result += text(delta, bias: bias)
        bias = adapt(delta, count: handled + 1, isFirst: handled == plain.count)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return result.utf8.count <= 59 ? result : nil
  }

  /// An integer as the digits that ``decode(_:)`` reads (section 3.3).
  private static func text(_ value: UInt32, bias: UInt32) -> String {
    let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    var (result, rest, step) = ("", value, base)
    while true {
      let threshold = threshold(step, bias)
      guard rest >= threshold else { return result + String(digits[Int(rest)]) }
      result.append(digits[Int(threshold + (rest - threshold) % (base - threshold))])
      rest = (rest - threshold) / (base - threshold)
      step += base
    }
  }

  private static func threshold(_ step: UInt32, _ bias: UInt32) -> UInt32 {
    step <= bias ? 1 : min(26, step - bias)
  }

  /// One variable-length integer (section 3.3).
  private static func integer(_ digits: inout ArraySlice<UInt8>, bias: UInt32) -> UInt32? {
    var value: UInt32 = 0
    var weight: UInt32 = 1
    var step = base
    while true {
      guard let byte = digits.popFirst(), let digit = digit(byte) else { return nil }
      let (product, isTooMuch) = digit.multipliedReportingOverflow(by: weight)
      let (sum, overflow) = value.addingReportingOverflow(product)
      guard !isTooMuch, !overflow else { return nil }
      value = sum
      let threshold = threshold(step, bias)
      if digit < threshold { return value }
      let (next, isTooHeavy) = weight.multipliedReportingOverflow(by: base - threshold)
      guard !isTooHeavy else { return nil }
      weight = next
      step += base
    }
  }

  /// Section 6.1.
  private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt32 = 0
    while delta > 455 {
      delta /= 35
      steps += base
    }
    return steps + 36 * delta / (delta + 38)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }
}
