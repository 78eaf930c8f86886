/// What a host name is made of, and whether it could pass for another one.
public enum HostName {
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
  /// The rule is that of browsers, kept small: a label that mixes the Latin script with Cyrillic or Greek, one whose
  /// letters all look like Latin ones, and one that holds invisible characters.
  public static func lookAlike(_ host: String) -> String? {
    guard host.split(separator: ".").contains(where: { $0.lowercased().hasPrefix("xn--") }) else {
      return nil
    }
    guard let shown = unicode(host) else {
      return "its host \(host) is no valid internationalised name"
    }
    for label in shown.split(separator: ".") where !label.allSatisfy(\.isASCII) {
      if let trouble = trouble(in: label) { return "its host \(host) reads “\(shown)”: \(trouble)" }
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
        ? nil : "its host is no IPv6 address"
    }
    guard host.utf8.count <= 253 else { return "its host is longer than 253 bytes" }
    guard host.allSatisfy(\.isASCII) else {
      return "its host “\(host)” is not written in ASCII (xn--…), as links must be"
    }
    guard host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else {
      return "it is not a well-formed URL: “\(host.prefix(60))” is no host name"
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isWhole =
      labels.dropLast().allSatisfy { !$0.isEmpty } && (labels.last?.isEmpty != true || labels.count > 1)
    return isWhole ? nil : "it is not a well-formed URL: “\(host.prefix(60))” is no host name"
  }

  private enum Script { case latin, cyrillic, greek, other }

  private static func trouble(in label: Substring) -> String? {
    let scalars = label.unicodeScalars
    if scalars.contains(where: { $0.properties.generalCategory == .format }) {
      return "it holds invisible characters"
    }
    let letters = scalars.filter { $0.properties.isAlphabetic }
    let scripts = Set(letters.map(script))
    if scripts.contains(.latin), scripts.contains(.cyrillic) || scripts.contains(.greek) {
      return "it mixes Latin letters with Cyrillic or Greek ones that look like them"
    }
    if !letters.isEmpty, letters.allSatisfy({ latinTwins.contains($0) }) {
      return "all of its letters look like Latin ones and are none"
    }
    return nil
  }

  private static func script(_ scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
    default: .other
    }
  }

  /// Small letters of other scripts that a person takes for Latin ones.
  private static let latinTwins = Set("асԁеһіјӏорԛѕԝхуѵηικνορτυχω".unicodeScalars)
}
