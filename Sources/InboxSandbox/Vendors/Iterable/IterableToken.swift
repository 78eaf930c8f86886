import struct Foundation.Date
import InboxCore

/// The JWT that a key can ask for: HS256 over the key's secret, `email` or `userId`, and `iat` and `exp` in seconds, at
/// most a year apart (support article 360050801231; the sentences are those that the SDKs know).
enum IterableToken {
  /// Throws what the vendor says of an `Authorization` header that does not let this user in.
  static func check(
    header: String?, secret: String, user: IterableUser, now: Date
  ) throws(IterableStatus) {
    guard let parts = header?.split(separator: " "), parts.count == 2, parts[0].lowercased() == "bearer"
    else {
      throw .unauthorized("BadAuthorizationHeader", "JWT Authorization header is not set")
    }
    guard let token = JSONWebToken(String(parts[1])) else { throw refused("JWT format is invalid") }
    guard token.isSigned(by: secret) else { throw refused("JWT is invalid") }
    let (email, userID) = (token.claims["email"]?.text, token.claims["userId"]?.text)
    guard (email == nil) != (userID == nil) else {
      throw refused("JWT payload requires a value for userId or email")
    }
    guard let issued = token.claims["iat"]?.integer, let expires = token.claims["exp"]?.integer,
      issued >= 0, expires >= 0
    else { throw refused("Invalid payload") }
    guard expires - issued <= 31_536_000 else { throw refused("Exp must be less than 1 year from iat") }
    guard now.timeIntervalSince1970 < Double(expires) else { throw refused("JWT token is expired") }
    guard user.value == (user.kind == .email ? email : userID) else {
      throw .unauthorized(
        "JwtUserIdentifiersMismatched", "The email or userId of the request is not that of the JWT")
    }
  }

  private static func refused(_ msg: String) -> IterableStatus { .unauthorized("InvalidJwtPayload", msg) }
}
