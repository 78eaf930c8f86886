import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// Why a vendor will refuse a JWT.
struct JWTInspectionTests {
  private static func token(
    _ claims: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#, signature: String = "c2ln"
  )
    -> String
  {
    [header, claims].map { part in
      Data(part.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
        "=", with: "")
    }.joined(separator: ".") + "." + signature
  }

  private static let goodClaims = #"{"email":"maria@brand.example","iat":1799999000,"exp":1800003600}"#
  private static let maria = JWTExpectation.iterable(.email("maria@brand.example"))

  private static func findings(_ token: String, _ expected: JWTExpectation = maria) -> [String] {
    JWTInspection(token).findings(for: expected, at: .at(0)).map { finding in
      "\(finding.flaw.rawValue) | \(finding.error ?? "-") | \(finding.sentence)"
    }
  }

  @Test("VE-7 nothing is said against a good token, with blanks and Bearer around it")
  func good() {
    let token = Self.token(Self.goodClaims)
    for text in [token, " \(token)\n", "Bearer \(token)"] { #expect(Self.findings(text) == []) }
    let inspection = JWTInspection(token)
    #expect(inspection.header["alg"] == .string("HS256"))
    #expect(inspection.claims["email"] == .string("maria@brand.example"))
    #expect(inspection.issued == .at(-1_000))
    #expect(inspection.expires == .at(3_600))
  }

  @Test("VE-7 without a vendor a token's form, signature and times are checked, no person and no claim")
  func anyVendor() {
    #expect(Self.findings(Self.token("{}"), .anyVendor) == [])
    // Whoever takes it, its times are epoch seconds.
    #expect(
      Self.findings(Self.token(#"{"iat":1799999000000}"#), .anyVendor).first?.contains("beyond epoch seconds")
        == true)
    #expect(
      Self.findings(Self.token(#"{"exp":"1800003600"}"#), .anyVendor).first?.contains("must be epoch seconds")
        == true)
    #expect(Self.findings("abc", .anyVendor).first?.hasPrefix("malformed | - | It has 1 part;") == true)
    let old = Self.token(#"{"exp":1799999999}"#, signature: "")
    #expect(
      Self.findings(old, .anyVendor) == [
        "unsigned | - | Its signature is empty.",
        "expired | - | It expired at 2027-01-15T07:59:59.000Z. Get a new one.",
      ])
  }

  @Test(
    "VE-7 what is wrong with a token is said in Iterable's error words",
    arguments: [
      ("", "malformed | InvalidJwtPayload: JWT format is invalid | The token is empty."),
      (
        "abc",
        "malformed | InvalidJwtPayload: JWT format is invalid | It has 1 part; a JWT has three, with a full stop between them."
      ),
      (
        "a.b.c",
        "malformed | InvalidJwtPayload: JWT format is invalid | Its header is not a JSON object in base64url."
      ),
      (
        "e30.W10.c",
        "malformed | InvalidJwtPayload: JWT format is invalid | Its payload is not a JSON object in base64url."
      ),
      (
        token(goodClaims, header: #"{"alg":"none"}"#),
        "unsigned | InvalidJwtPayload: JWT is invalid | It is not signed: its alg is none."
      ),
      (
        token(goodClaims, signature: ""),
        "unsigned | InvalidJwtPayload: JWT is invalid | Its signature is empty."
      ),
      (
        token(goodClaims, header: #"{"alg":"RS256"}"#),
        "algorithm | InvalidJwtPayload: JWT is invalid | It is signed with RS256, and Iterable takes HS256."
      ),
      (
        token(#"{"email":"maria@brand.example","exp":1800003600}"#),
        "missing-claim | InvalidJwtPayload: Invalid payload | The claim iat is missing."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":"now","exp":1800003600}"#),
        "missing-claim | InvalidJwtPayload: Invalid payload | The claim iat is a text; it must be epoch seconds."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":1799999000,"exp":1800003600000}"#),
        "missing-claim | InvalidJwtPayload: Invalid payload | The claim exp is 1800003600000, which is beyond epoch seconds, as milliseconds are."
      ),
      (
        token(#"{"email":"maria@brand.example","userId":"4711","iat":1799999000,"exp":1800003600}"#),
        "several-names | InvalidJwtPayload: JWT payload requires a value for userId or email | It names email and userId, and Iterable takes one of them alone."
      ),
      (
        token(#"{"iat":1799999000,"exp":1800003600}"#),
        "no-person | InvalidJwtPayload: JWT payload requires a value for userId or email | It names no person: email or userId, one of them alone, is missing."
      ),
      (
        token(#"{"email":"jo@brand.example","iat":1799999000,"exp":1800003600}"#),
        "another-person | JwtUserIdentifiersMismatched | It is for email “jo@brand.example”, and the profile reads as email “maria@brand.example”."
      ),
      (
        token(#"{"userId":"4711","iat":1799999000,"exp":1800003600}"#),
        "another-person | JwtUserIdentifiersMismatched | It is for userId “4711”, and the profile reads as email “maria@brand.example”."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":1799990000,"exp":1800000000}"#),
        "expired | InvalidJwtPayload: JWT token is expired | It expired at 2027-01-15T08:00:00.000Z. Get a new one."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":1799999000,"exp":1800003600,"nbf":1800000060}"#),
        "not-yet-valid | - | It is not valid before 2027-01-15T08:01:00.000Z (nbf)."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":1800000120,"exp":1800003600}"#),
        "not-yet-valid | - | It says that it was made at 2027-01-15T08:02:00.000Z, which is in the future (iat)."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":1799999000,"exp":1831621400}"#),
        "lives-too-long | InvalidJwtPayload: Exp must be less than 1 year from iat | It is valid for 366 days, and Iterable takes 365 days at most."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":1799999000,"exp":1831535001}"#),
        "lives-too-long | InvalidJwtPayload: Exp must be less than 1 year from iat | It is valid for 365 days 1 s, and Iterable takes 365 days at most."
      ),
      (
        token(#"{"email":"maria@brand.example","iat":1799999000,"exp":1831542260.5}"#),
        "lives-too-long | InvalidJwtPayload: Exp must be less than 1 year from iat | It is valid for 365 days 2 h 1 min 1 s, and Iterable takes 365 days at most."
      ),
    ])
  func iterable(token: String, finding: String) {
    #expect(Self.findings(token) == [finding])
  }

  @Test("VE-7 a token of 365 days is the longest that Iterable takes")
  func longest() {
    #expect(
      Self.findings(Self.token(#"{"email":"maria@brand.example","iat":1799999000,"exp":1831535000}"#)) == [])
  }

  @Test(
    "VE-7 Bloomreach finds the key of a token by its id, so a header without one is refused; Iterable's names none",
    arguments: [
      (#"{"alg":"HS256","kid":"k1"}"#, true), (#"{"alg":"HS256"}"#, false),
      (#"{"alg":"HS256","kid":""}"#, false), (#"{"alg":"HS256","kid":7}"#, false),
    ])
  func keyID(header: String, isNamed: Bool) {
    let token = Self.token(#"{"sub":{"registered":"maria"},"exp":1800003600}"#, header: header)
    let finding =
      "key-id | TOKEN_REJECTED | Its header names no key id (kid), by which Bloomreach finds the key that signed it."
    #expect(Self.findings(token, .bloomreach(ids: ["registered": "maria"])) == (isNamed ? [] : [finding]))
    #expect(Self.findings(Self.token(Self.goodClaims, header: header)) == [])
  }

  @Test(
    "VE-7 VE-13 a token of Bloomreach names a part of the profile's ids, and no other one",
    arguments: [
      (#"{"registered":"maria"}"#, true), (#"{"email_id":"m@x"}"#, true),
      (#"{"registered":"maria","email_id":"m@x"}"#, true), (#"{"registered":"maria","cookie":"q"}"#, true),
      (#""m@x""#, true),
      (#"{"registered":"maria","phone":"1"}"#, false), (#"{"registered":"jo","email_id":"m@x"}"#, false),
    ])
  func partOfIDs(sub: String, isAccepted: Bool) {
    let expected = JWTExpectation.bloomreach(ids: ["registered": "maria", "email_id": "m@x"])
    let token = Self.token(#"{"sub":\#(sub),"exp":1800003600}"#, header: #"{"alg":"HS256","kid":"k1"}"#)
    let flaws = JWTInspection(token).findings(for: expected, at: .at(0)).map(\.flaw)
    #expect(flaws == (isAccepted ? [] : [.anotherPerson]))
  }

  @Test("VE-7 without a person to compare, any person will do")
  func anybody() {
    #expect(
      Self.findings(Self.token(#"{"userId":"4711","iat":1799999000,"exp":1800003600}"#), .iterable(nil)) == []
    )
  }

  @Test(
    "VE-7 one that is wrong in several ways is said to be, the first refusal first; its signature is in none")
  func several() {
    let token = Self.token(
      #"{"userId":"4711","iat":1799990000,"exp":1799999000}"#, header: #"{"alg":"none"}"#)
    let findings = JWTInspection(token).findings(for: Self.maria, at: .at(0))
    #expect(findings.map(\.flaw) == [.unsigned, .expired, .anotherPerson])
    #expect(!findings.contains { $0.sentence.contains("c2ln") })
  }

  @Test(
    "VE-7 Bloomreach's tokens name a key, and customer ids as an object, as JSON in a text, or as one id",
    arguments: [
      (#"{"sub":{"registered":"maria"},"exp":1800003600}"#, [String]()),
      (#"{"sub":"{\"registered\":\"maria\"}","exp":1800003600}"#, []),
      (#"{"sub":"maria","exp":1800003600}"#, []),
      (#"{"sub":{"registered":"jo"},"exp":1800003600}"#, ["another-person"]),
      (#"{"sub":"jo","exp":1800003600}"#, ["another-person"]), (#"{"exp":1800003600}"#, ["no-person"]),
      (#"{"sub":"maria"}"#, ["missing-claim"]), (#"{"sub":"maria","exp":1799999000}"#, ["expired"]),
    ])
  func bloomreach(claims: String, flaws: [String]) {
    let expected = JWTExpectation.bloomreach(ids: ["registered": "maria"], keyID: "k1")
    let findings = JWTInspection(Self.token(claims, header: #"{"alg":"HS256","kid":"k1"}"#))
      .findings(for: expected, at: .at(0))
    #expect(findings.map(\.flaw.rawValue) == flaws)
    let otherKey = JWTInspection(Self.token(claims, header: #"{"alg":"HS256","kid":"k2"}"#))
      .findings(for: expected, at: .at(0))
    #expect(otherKey.first?.sentence == "Its key id (kid) is “k2”, and the profile's is “k1”.")
    #expect(otherKey.first?.error == "TOKEN_REJECTED")
    let noKey = JWTInspection(Self.token(claims)).findings(for: expected, at: .at(0))
    #expect(noKey.first?.sentence == "Its header names no key id (kid), and the profile's is “k1”.")
  }

  @Test(
    "VE-7 a token is taken without what a program prints around it",
    arguments: ["a.b.c", " Bearer a.b.c\n", "bearer  a.b.c"])
  func bare(text: String) {
    #expect(JWTInspection.bare(text) == "a.b.c")
  }
}
