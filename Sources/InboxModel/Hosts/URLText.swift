private import Foundation

/// URL fields of a message arrive percent-encoded as a whole (seed 003: "URL Encoded").
public enum URLText {
  /// Undoes the encoding of the field once.
  ///
  /// A text that already reads as a URL (`scheme:` without a percent sign before the colon) is taken as it is,
  /// so that a server which does not encode is understood too and `%2F` inside a query survives.
  public static func decode(_ text: String) -> String {
    isPlain(text) ? text : PercentCoding.decode(text)
  }

  /// Encodes a whole URL so that it is one opaque field: everything but unreserved characters (RFC 3986).
  public static func encode(_ text: String) -> String {
    PercentCoding.encode(text) { $0.isASCIIAlphanumeric || "-._~".utf8.contains($0) }
  }

  /// The address that a redirect's Location leads to, seen from the address that sent it (RFC 3986, section 5.2); nil
  /// if it is not an address, or had bytes that are not UTF-8, which are lost: they may stand for anything.
  ///
  /// A host in other letters than ASCII becomes the name that the network knows, as in a browser.
  public static func resolve(_ location: String, from address: String) -> String? {
    guard !isDamaged(location), let location = inASCII(location).map(PercentCoding.encodeForbidden)
    else { return nil }
    return URL(string: location, relativeTo: URL(string: PercentCoding.encodeForbidden(address)))?
      .absoluteString
  }

  /// Whether a text holds the sign that stands for bytes which are not UTF-8.
  package static func isDamaged(_ text: String) -> Bool { text.unicodeScalars.contains("\u{FFFD}") }

  private static func inASCII(_ location: String) -> String? {
    guard let slashes = location.firstRange(of: "//"),
      slashes.lowerBound == location.startIndex || location[..<slashes.lowerBound].hasSuffix(":")
    else { return location }
    let authority = location[slashes.upperBound...].prefix { !"/?#\\".contains($0) }
    let host = authority[
      (authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...
    ]
    .prefix { $0 != ":" }
    guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return location }
    return InternationalName.ascii(String(host)).map {
      location.replacingCharacters(in: host.startIndex..<host.endIndex, with: $0)
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.firstIndex(of: ":").map { text[..<$0].utf8.isURLScheme } ?? false
  }
}
