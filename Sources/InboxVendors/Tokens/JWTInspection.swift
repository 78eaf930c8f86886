public import struct Foundation.Data
public import struct Foundation.Date
public import InboxModel

/// A JWT as anyone can read it, and why a vendor will refuse it (VE-7); nothing of it is verified, as the secret is the
/// vendor's.
public struct JWTInspection: Hashable, Sendable {
  /// Why it is refused, and what the vendor calls that.
  public struct Finding: Hashable, Sendable {
    /// What is wrong.
    public var flaw: JWTExpectation.Flaw
    /// The vendor's error: “InvalidJwtPayload: JWT token is expired”; nil where its documents name none.
    public var error: String?
    /// What is wrong and what to do, without the token or its signature.
    public var sentence: String
  }

  /// What the header says; empty where it cannot be read.
  public private(set) var header: [String: JSONValue] = [:]
  /// What the payload claims; empty where it cannot be read.
  public private(set) var claims: [String: JSONValue] = [:]
  /// Why it is none, as a sentence.
  private var malformed: String?
  private var isSigned = false

  /// Takes a token apart; blanks around it, and `Bearer` before it, belong to no token and are left out.
  public init(_ text: String) {
    let text = Self.bare(text)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      malformed =
        text.isEmpty
        ? "The token is empty."
        : "It has \(parts.count.counted("part")); a JWT has three, with a full stop between them."
      return
    }
    isSigned = !parts[2].isEmpty
    guard let header = Self.object(parts[0]) else {
      malformed = "Its header is not a JSON object in base64url."
      return
    }
    self.header = header
    guard let claims = Self.object(parts[1]) else {
      malformed = "Its payload is not a JSON object in base64url."
      return
    }
    self.claims = claims
  }

  /// A token without blanks around it and `Bearer` before it, as a program may print one.
  public static func bare(_ text: String) -> String {
    let text = text.trimmingBlanks
    return text.lowercased().hasPrefix("bearer ") ? String(text.dropFirst(7)).trimmingBlanks : text
  }

  /// When it was made, where it says so.
  public var issued: Date? { date("iat") }
  /// From when on it is refused, where it says so.
  public var expires: Date? { date("exp") }

  /// Why a vendor will refuse it, the reason that it names first before the others; empty where nothing is known
  /// against it.
  public func findings(for expected: JWTExpectation, at now: Date) -> [Finding] {
    if let malformed { return [finding(.malformed, malformed, expected)] }
    let flaws = signature(expected) + missing(expected) + subject(expected) + times(expected, now)
    return JWTExpectation.Flaw.allCases.flatMap { flaw in
      flaws.filter { $0.0 == flaw }.map { finding(flaw, $0.1, expected) }
    }
  }

  private typealias Flaws = [(JWTExpectation.Flaw, String)]

  private func signature(_ expected: JWTExpectation) -> Flaws {
    var flaws: Flaws = []
    let algorithm = header["alg"]?.text
    if !isSigned {
      flaws.append((.unsigned, "Its signature is empty."))
    } else if algorithm == nil || algorithm?.lowercased() == "none" {
      flaws.append((.unsigned, "It is not signed: its alg is \(algorithm ?? "missing")."))
    } else if let wanted = expected.algorithm, let algorithm, algorithm != wanted {
      flaws.append((.algorithm, "It is signed with \(algorithm), and \(expected.vendor) takes \(wanted)."))
    }
    let named = header["kid"]?.text
    if let wanted = expected.keyID, named != wanted {
      let said = named.map { "Its key id (kid) is “\($0)”" } ?? "Its header names no key id (kid)"
      flaws.append((.keyID, "\(said), and the profile's is “\(wanted)”."))
    } else if expected.keyID == nil, expected.needsKeyID, named?.isEmpty != false {
      let use = "by which \(expected.vendor) finds the key that signed it"
      flaws.append((.keyID, "Its header names no key id (kid), \(use)."))
    }
    return flaws
  }

  private static let times = ["iat", "exp", "nbf"]
  /// What epoch seconds can be; milliseconds of this century are beyond.
  private static let seconds = 0.0...1e11
  /// Seconds ahead of a server's clock that a token may have been made, as the maker's clock is another one.
  package static let allowance = 60.0

  private func missing(_ expected: JWTExpectation) -> Flaws {
    let others = Self.times.filter { !expected.required.contains($0) && claims[$0] ?? .null != .null }
    return (expected.required + others).compactMap { name in
      switch claims[name] {
      case nil, .null?: (.missingClaim, "The claim \(name) is missing.")
      case let value? where Self.times.contains(name) && value.number == nil:
        (.missingClaim, "The claim \(name) is \(value.kindName); it must be epoch seconds.")
      case let value? where Self.times.contains(name) && Self.date(value) == nil:
        (
          .missingClaim,
          "The claim \(name) is \(value.serialized), which is "
            + (value.number.map { $0 < 0 } == true
              ? "below zero; it must be epoch seconds."
              : "beyond epoch seconds, as milliseconds are.")
        )
      default: nil
      }
    }
  }

  /// Whom it is for, against whom the profile reads.
  private func subject(_ expected: JWTExpectation) -> Flaws {
    if expected.subjectWords.isEmpty { return [] }
    let named = expected.subject(claims)
    if named.isEmpty { return [(.noPerson, "It names no person: \(expected.subjectWords) is missing.")] }
    if expected.namesOneAlone, named.count > 1 {
      let names = named.keys.sorted().joined(separator: " and ")
      return [(.severalNames, "It names \(names), and \(expected.vendor) takes one of them alone.")]
    }
    let isPart = expected.namesPart && expected.ids.contains { named[$0.key] == $0.value }
    let other = named.sorted { $0.key < $1.key }.first {
      expected.ids[$0.key] == nil && !expected.installationIDs.contains($0.key)
    }
    if isPart, let other {
      let whom = "\(other.key) “\(other.value)”"
      return [(.anotherPerson, "It is for \(whom) as well, which the profile does not read as.")]
    }
    return expected.ids.sorted { $0.key < $1.key }.compactMap { name, value in
      guard named[name] != value, named[name] != nil || !isPart else { return nil }
      let other = named[name].map { "\(name) “\($0)”" }
      let whom =
        other ?? named.sorted { $0.key < $1.key }.map { "\($0.key) “\($0.value)”" }.joined(separator: ", ")
      return (.anotherPerson, "It is for \(whom), and the profile reads as \(name) “\(value)”.")
    }
  }

  private func times(_ expected: JWTExpectation, _ now: Date) -> Flaws {
    var flaws: Flaws = []
    if let expires, now >= expires {
      flaws.append((.expired, "It expired at \(WireDate.format(expires)). Get a new one."))
    }
    if let begins = date("nbf"), now < begins {
      flaws.append((.notYetValid, "It is not valid before \(WireDate.format(begins)) (nbf)."))
    }
    if let issued, issued.timeIntervalSince(now) > Self.allowance {
      let time = WireDate.format(issued)
      flaws.append((.notYetValid, "It says that it was made at \(time), which is in the future (iat)."))
    }
    if let longest = expected.longestLife, let issued, let expires,
      expires.timeIntervalSince(issued) > Double(longest)
    {
      let (life, most) = (Self.life(expires.timeIntervalSince(issued)), "\(longest / 86_400) days at most")
      flaws.append((.livesTooLong, "It is valid for \(life), and \(expected.vendor) takes \(most)."))
    }
    return flaws
  }

  /// A time in days and what is over them: “365 days 1 s”.
  private static func life(_ interval: Double) -> String {
    let seconds = Int(interval.rounded(.up))
    let rest = [(seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let over = rest.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return ([(seconds / 86_400).counted("day")] + over).joined(separator: " ")
  }

  private func finding(_ flaw: JWTExpectation.Flaw, _ sentence: String, _ expected: JWTExpectation) -> Finding
  {
    Finding(flaw: flaw, error: expected.errors[flaw], sentence: sentence)
  }

  private func date(_ claim: String) -> Date? { Self.date(claims[claim]) }

  /// A claim of epoch seconds; nil for what can be none, such as milliseconds.
  package static func date(_ claim: JSONValue?) -> Date? {
    guard let number = claim?.number, seconds.contains(number) else { return nil }
    return Date(timeIntervalSince1970: number)
  }

  private static func object(_ part: Substring) -> [String: JSONValue]? {
    Data(base64URL: part).flatMap { try? JSONValue.parse($0) }?.members
  }
}

extension String {
  /// The text without blanks and line ends around it.
  fileprivate var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
