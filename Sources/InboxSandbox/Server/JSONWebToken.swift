import Crypto
import struct Foundation.Data
import struct Foundation.Date
import InboxModel
import InboxVendors

/// A JSON Web Token signed with HS256 (RFC 7519), as vendors' apps get it from their own server.
struct JSONWebToken {
  let header: JSONValue
  let claims: JSONValue
  private let signed: String
  private let signature: Data

  /// Reads a token, whatever key signed it; nil for anything else, and for another algorithm.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
      let signature = Data(base64URL: parts[2]), header["alg"]?.text == "HS256", case .object = claims
    else { return nil }
    self.header = header
    self.claims = claims
    self.signature = signature
    signed = "\(parts[0]).\(parts[1])"
  }

  /// When it was made and when it expires; nil where it does not say so in epoch seconds.
  var issued: Date? { JWTInspection.date(claims["iat"]) }
  var expiry: Date? { JWTInspection.date(claims["exp"]) }

  /// Whether its `nbf` has passed and its `iat` is not in the future, but for ``JWTInspection/allowance``.
  func hasBegun(at now: Date) -> Bool {
    let begins = JWTInspection.date(claims["nbf"]) ?? now
    return begins <= now && (issued ?? now).timeIntervalSince(now) <= JWTInspection.allowance
  }

  func isSigned(by secret: String) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      signature, authenticating: Data(signed.utf8), using: SymmetricKey(data: Data(secret.utf8)))
  }

  static func make(keyID: String, claims: [String: JSONValue], secret: String) -> String {
    let header = [String: JSONValue](["alg": "HS256", "kid": keyID, "typ": "JWT"])
    let signed = [header, claims].map { Data(JSONValue.object($0).serialized.utf8).base64URL }
      .joined(separator: ".")
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(signed.utf8), using: SymmetricKey(data: Data(secret.utf8)))
    return signed + "." + Data(code).base64URL
  }

  private static func json(_ part: Substring) -> JSONValue? {
    guard let data = Data(base64URL: part) else { return nil }
    do { return try JSONValue.parse(data) } catch { return nil }
  }
}
