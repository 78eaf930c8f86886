package import struct Foundation.Data

/// Where the pixels of a picture are.
public enum PictureSource: Hashable, Sendable {
  /// In the message itself.
  case inline
  /// At a host that learns of the request.
  case remote(host: String)
  /// Nowhere that is asked: an attachment, a relative path, another scheme.
  case nowhere

  /// Reads the address of a picture.
  public init(_ address: String) {
    if Self.isInline(address) {
      self = .inline
    } else {
      self = WebLink(valid: address).map { .remote(host: $0.host) } ?? .nowhere
    }
  }

  /// Whether an address holds the picture itself.
  public static func isInline(_ address: String) -> Bool { address.prefix(5).lowercased() == "data:" }

  /// What a `data:` address holds; nil for another address.
  ///
  /// - Throws: ``PictureFailure`` when it is longer than a picture may be, or holds none.
  package static func inline(_ address: String, _ policy: PicturePolicy) throws(PictureFailure) -> Data? {
    guard isInline(address) else { return nil }
    guard let comma = address.firstIndex(of: ",") else { throw .notAPicture }
    // Four characters stand for three bytes.
    if let refusal = policy.refusal(ofBytes: address.utf8.count / 4 * 3) { throw refusal }
    let payload = address[address.index(after: comma)...]
    let isBase64 = address[..<comma].lowercased().hasSuffix(";base64")
    let text = PercentCoding.decode(payload)
    guard isBase64 else { return Data(text.utf8) }
    guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw .notAPicture
    }
    return bytes
  }
}
