package import struct Foundation.Data

extension Data {
  /// Reads base64url (RFC 4648 §5), padded or not; nil for what is none.
  package init?(base64URL text: some StringProtocol) {
    var plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
    while plain.last == "=" { plain.removeLast() }
    self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }

  /// As base64url without padding.
  package var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
