import struct Foundation.Data
import InboxModel

extension JWTExpectation {
  /// A customer's token for Bloomreach (wires.md §1.1): the key id in the header, the customer's ids in `sub`.
  ///
  /// The errors are those that its SDKs hand to an app (exponea-ios-sdk 4, `JwtErrorContext.Reason`).
  ///
  /// - Parameter ids: Hard ids of the profile; a cookie is in no token.
  public static func bloomreach(ids: [String: String], keyID: String? = nil) -> Self {
    let rejected = "TOKEN_REJECTED"
    return Self(
      vendor: "Bloomreach", ids: ids, subjectWords: "sub", required: ["exp"], keyID: keyID,
      needsKeyID: true, namesPart: true, installationIDs: [CustomerIDs.cookie],
      errors: [
        .malformed: rejected, .unsigned: rejected, .algorithm: rejected, .keyID: rejected,
        .missingClaim: rejected, .noPerson: rejected, .anotherPerson: rejected, .notYetValid: rejected,
        .expired: "TOKEN_EXPIRED",
      ]
    ) { claims in Self.customerIDs(claims["sub"], among: ids) }
  }

  /// Whom a `sub` names: an object, JSON in a text, or one of the ids.
  ///
  /// - Parameter ids: The hard ids of who reads.
  private static func customerIDs(_ sub: JSONValue?, among ids: [String: String]) -> [String: String] {
    switch sub {
    case .object(let ids)?: ids.compactMapValues(\.text)
    case .string(let text)?:
      if let ids = (try? JSONValue.parse(Data(text.utf8)))?.members {
        ids.compactMapValues(\.text)
      } else if ids.count == 1 {
        ids.mapValues { _ in text }
      } else {
        ids.first { $0.value == text }.map { [$0.key: text] } ?? ["sub": text]
      }
    default: [:]
    }
  }
}
