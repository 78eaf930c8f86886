import InboxModel

extension JWTExpectation {
  /// A user's token for Iterable: `email` or `userId`, `iat` and `exp`, signed with the key's secret (wires.md §2.1).
  ///
  /// The errors are the code and the sentence of its 401, as both SDKs know them (iterable-android-sdk,
  /// `IterableRequestTask.getMappedErrorCodeForMessage`).
  ///
  /// - Parameter user: Whom the profile reads as; nil compares no one.
  public static func iterable(_ user: IterableUser?) -> Self {
    let invalid = "InvalidJwtPayload: "
    let noPerson = invalid + "JWT payload requires a value for userId or email"
    return Self(
      vendor: "Iterable", ids: user.map { [$0.name: $0.value] } ?? [:],
      subjectWords: "email or userId, one of them alone,",
      required: ["iat", "exp"], algorithm: "HS256", namesOneAlone: true, longestLife: 365 * 86_400,
      errors: [
        .malformed: invalid + "JWT format is invalid", .unsigned: invalid + "JWT is invalid",
        .algorithm: invalid + "JWT is invalid", .missingClaim: invalid + "Invalid payload",
        .noPerson: noPerson, .severalNames: noPerson,
        .anotherPerson: "JwtUserIdentifiersMismatched", .expired: invalid + "JWT token is expired",
        .livesTooLong: invalid + "Exp must be less than 1 year from iat",
      ]
    ) { claims in
      claims.filter { ["email", "userId"].contains($0.key) }.compactMapValues(\.text)
    }
  }
}
