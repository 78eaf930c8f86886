public import InboxModel

/// What a vendor wants a JWT to say, and its words for one that does not.
public struct JWTExpectation: Sendable {
  /// Why a token is refused, in the order in which a vendor looks: what it is, who signed it, what it claims, whether it
  /// is valid now, and last whose request it came with.
  public enum Flaw: String, Hashable, Sendable, CaseIterable {
    /// It is not a JWT.
    case malformed
    /// It has no signature, or says so.
    case unsigned
    /// It is signed in a way that the vendor does not take.
    case algorithm
    /// Its key is not the profile's.
    case keyID = "key-id"
    /// It names no one.
    case noPerson = "no-person"
    /// It names a person in several ways where one alone is taken.
    case severalNames = "several-names"
    case missingClaim = "missing-claim"
    /// The vendor takes no token that is valid for so long.
    case livesTooLong = "lives-too-long"
    case expired
    case notYetValid = "not-yet-valid"
    case anotherPerson = "another-person"
  }

  /// The vendor's name, for sentences.
  public var vendor: String
  /// Whom the profile reads as, by the vendor's names: `["email": "maria@brand.example"]`; empty compares no one.
  public var ids: [String: String]
  /// Which claims name someone, for a sentence: “email or userId”; empty where a token need not name anyone.
  public var subjectWords: String
  /// Claims that must be there.
  public var required: [String]
  /// The only algorithm that the vendor takes; nil where its documents name none.
  public var algorithm: String?
  /// The key id that the header must name; nil where none is compared.
  public var keyID: String?
  /// Whether the header must name a key id, whichever it is.
  public var needsKeyID = false
  /// Whether the token names a part of the ids and no others; else it must name all of them, and may name more.
  public var namesPart = false
  /// Whether the token may name only one of the claims that name someone.
  public var namesOneAlone = false
  /// Names of ids that are not compared, as they are the installation's.
  public var installationIDs: Set<String> = []
  /// The most seconds between `iat` and `exp`; nil for no limit that is known.
  public var longestLife: Int?
  /// What the vendor says of each flaw.
  public var errors: [Flaw: String]
  /// Whom claims name, by the names of the ids.
  public var subject: @Sendable ([String: JSONValue]) -> [String: String]
}

extension JWTExpectation {
  /// What every vendor wants of a token: that it is signed, and valid now.
  public static let anyVendor = Self(
    vendor: "Any vendor", ids: [:], subjectWords: "", required: [], errors: [:]
  ) { _ in [:] }
}
