private import Foundation

/// What a host name is made of, and whether it could pass for another one.
public enum HostName {
  /// The one spelling in which hosts are compared: lower case, ASCII (`xn--…`), without a dot at the end; an IPv6
  /// address in brackets, as RFC 5952 writes it.
  public static func normalized(_ host: String) -> String {
    if let address = InternetAddress(version6: LoopbackHost.bare(host)) { return "[\(address.text)]" }
    return withoutDot(ascii(host).lowercased())
  }

  /// Drops the trailing dot of a fully qualified name: it names the root and changes nothing.
  package static func withoutDot(_ host: String) -> String {
    host.count > 1 && host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  /// The `xn--` form of an internationalised name; any other text, also one that can be no name, unchanged.
  private static func ascii(_ host: String) -> String {
    host.allSatisfy(\.isASCII) ? host : InternationalName.ascii(host) ?? host
  }

  /// The name as a person would read it: `xn--` labels in their Unicode form; nil where one cannot be decoded.
  public static func unicode(_ host: String) -> String? {
    var labels: [String] = []
    for label in host.split(separator: ".", omittingEmptySubsequences: false) {
      guard label.lowercased().hasPrefix("xn--") else {
        labels.append(String(label))
        continue
      }
      guard let decoded = Punycode.decode(label.dropFirst(4)) else { return nil }
      labels.append(decoded)
    }
    return labels.joined(separator: ".")
  }

  /// Why an internationalised name could pass for another one; nil for an honest name.
  ///
  /// The rule is that of browsers, simplified. It finds a label that mixes Latin with another script (those of East
  /// Asia excepted), one whose letters all look like Latin ones, and one with signs, invisible characters or letters
  /// that only stand for others (phonetic and compatibility forms).
  public static func confusable(_ host: String) -> String? {
    guard host.split(separator: ".").contains(where: { $0.lowercased().hasPrefix("xn--") }) else {
      return nil
    }
    guard let shown = unicode(host) else {
      return "its host \(host) is not a valid internationalised name"
    }
    for label in host.split(separator: ".") where label.lowercased().hasPrefix("xn--") {
      if unicode(String(label))?.allSatisfy(\.isASCII) != false {
        return "its host \(host) encodes what needs no encoding"
      }
    }
    for label in shown.split(separator: ".") where !label.allSatisfy(\.isASCII) {
      if let problem = problem(in: label) { return "its host \(host) reads “\(shown)”: \(problem)" }
    }
    return nil
  }

  /// Whether a text is a host name by itself: no scheme, no port, no path, no wildcard.
  public static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("[") && flaw(in: text[...]) == nil
  }

  /// Why a text cannot be the host of a link that is followed; nil when it can.
  static func flaw(in host: Substring) -> String? {
    if host.hasPrefix("[") {
      let inside = host.dropFirst().dropLast()
      let isAddress = host.hasSuffix("]") && inside.contains(":")
      return isAddress && inside.allSatisfy({ $0.isHexDigit || ":.".contains($0) })
        ? nil : "its host is not an IPv6 address"
    }
    guard host.utf8.count <= 253 else { return "its host is longer than 253 bytes" }
    guard host.allSatisfy(\.isASCII) else {
      return "its host “\(host)” is not written in ASCII (xn--…), as links must be"
    }
    guard host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else {
      return "it is not a well-formed URL: “\(host.prefix(60))” is not a host name"
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isWhole =
      labels.dropLast().allSatisfy { !$0.isEmpty } && (labels.last?.isEmpty != true || labels.count > 1)
    guard isWhole else { return "it is not a well-formed URL: “\(host.prefix(60))” is not a host name" }
    return isHiddenAddress(labels) ? "its host \(host.prefix(60)) is an IP address in disguise" : nil
  }

  /// Browsers read a host whose last label is a number as an IPv4 address, in whatever base and with however many
  /// parts; only the form that people read is honest.
  private static func isHiddenAddress(_ labels: [Substring]) -> Bool {
    let labels = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    guard let last = labels.last?.lowercased() else { return false }
    let isNumber =
      last.allSatisfy(\.isNumber) || last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
    guard isNumber else { return false }
    return labels.count != 4
      || !labels.allSatisfy { label in
        label.allSatisfy(\.isNumber) && (label == "0" || label.first != "0")
          && (0...255).contains(Int(label) ?? -1)
      }
  }

  private enum Script { case latin, cyrillic, greek, eastAsian, other }

  /// Phonetic letters, letter-like signs, number forms, enclosed and full-width letters, compatibility forms.
  private static let standIns: [ClosedRange<UInt32>] = [
    0x250...0x2AF, 0x1D00...0x1DBF, 0x2100...0x218F, 0x2460...0x24FF, 0xA720...0xA7FF, 0xAB30...0xAB6F,
    0xF900...0xFAFF, 0xFB00...0xFB4F, 0xFF00...0xFFEF, 0x1D400...0x1D7FF,
  ]

  private static func problem(in label: Substring) -> String? {
    let scalars = label.unicodeScalars
    if scalars.contains(where: { $0.properties.generalCategory == .format }) {
      return "it holds invisible characters"
    }
    let letters = scalars.filter { $0.properties.isAlphabetic }
    let isNamed = scalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "·"
        || [.nonspacingMark, .spacingMark].contains($0.properties.generalCategory)
    }
    if !isNamed { return "it holds signs that no name is made of" }
    if scalars.contains(where: { scalar in standIns.contains { $0.contains(scalar.value) } }) {
      return "it holds letters that only stand for others"
    }
    let scripts = Set(letters.map(script))
    if scripts.contains(.latin), !scripts.isSubset(of: [.latin, .eastAsian]) {
      return "it mixes Latin letters with those of another script, which look like them"
    }
    if !letters.isEmpty, letters.allSatisfy({ latinConfusables.contains($0) }) {
      return "all of its letters look like Latin ones and are none"
    }
    return nil
  }

  private static func script(_ scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
    case 0x1100...0x11FF, 0x3005...0x30FF, 0x3100...0x318F, 0x31A0...0x31BF, 0x3400...0x9FFF, 0xAC00...0xD7AF,
      0x20000...0x3FFFF:
      .eastAsian
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
    default: .other
    }
  }

  /// Small letters of other scripts that a person takes for Latin ones.
  private static let latinConfusables = Set("асԁеһіјӏорԛѕԝхуѵηικνορτυχω".unicodeScalars)
}
