package import struct Foundation.Data
package import InboxModel

/// An `apple-app-site-association` file and what it says of URLs (UL-7).
///
/// Follows Apple's reference of `applinks` and the archived App Search guide (the form with `paths`). Where
/// the measurements with Apple's `swcutil` that the project blazingly-aasa has published (macOS 27.0) differ
/// from that prose, they win. Hostile files are harmless: matching never goes back, and its work is bounded.
package struct SiteAssociation: Hashable, Sendable {
  /// Bytes that a file may have: iOS 9.3.1 and later take no more (App Search guide).
  package static let largest = 131_072
  /// Comparisons that one decision may take; an honest file needs some thousands.
  private static let mostSteps = 10_000_000

  /// What of the file was not understood and is ignored, for a person; a rule that can never match counts too.
  package let remarks: [String]
  /// What of its bytes is not JSON by RFC 8259, so that others may not read it.
  package private(set) var doubts: [String] = []

  private let details: [AssociationDetails]
  private let hasAppLinks: Bool

  /// Reads a file as it was served.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` with a reason that names what is wrong.
  package init(body: Data) throws(InboxError) {
    guard body.count <= Self.largest else {
      throw .invalidPayload("it is \(body.count) bytes long; iOS takes at most \(Self.largest)")
    }
    // A DER or BER sequence: the form of iOS 8 and 9, signed with openssl smime.
    if body.first == 0x30, let second = body.dropFirst().first, second >= 0x80 {
      throw .invalidPayload("it is a signed file of iOS 8; serve the plain JSON instead")
    }
    if let name = Self.foreign.first(where: { body.starts(with: $0.bytes) })?.name {
      throw .invalidPayload("it is \(name); serve the plain JSON in UTF-8 instead")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked = body.starts(with: mark)
    let text = isMarked ? Data(body.dropFirst(mark.count)) : body
    guard !text.isEmpty else { throw .invalidPayload("it is empty") }
    try self.init(Self.value(text))
    if isMarked {
      doubts.append("it begins with a byte order mark, which JSON does not have (RFC 8259, section 8.1)")
    }
    if let comma = JSONFlaw.surplusComma(in: text) {
      doubts.append("\(comma), which JSON does not allow (RFC 8259, sections 4 and 5)")
    }
  }

  /// - Throws: ``InboxError/invalidPayload(_:)`` that says where the bytes stop being JSON.
  private static func value(_ text: Data) throws(InboxError) -> JSONValue {
    do { return try JSONValue.parse(text, refusesHugeNumbers: true) } catch {
      guard case .invalidPayload = error, let flaw = JSONFlaw(in: text) else { throw error }
      throw .invalidPayload("it is not JSON at \(flaw)")
    }
  }

  /// What some servers send in the place of the text.
  private static let foreign: [(bytes: [UInt8], name: String)] = [
    ([0x1F, 0x8B], "compressed with gzip"),
    ([0xFF, 0xFE], "written in UTF-16"), ([0xFE, 0xFF], "written in UTF-16"),
  ]

  /// Reads a file that is JSON already.
  ///
  /// Only a value that is not an object is refused. Of the rest, whatever is not understood is ignored, as Apple
  /// does, and named in ``remarks``.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)``.
  package init(_ value: JSONValue) throws(InboxError) {
    guard case .object = value else {
      throw .invalidPayload("it is \(value.kindName), not an object")
    }
    var reader = AssociationReader(value)
    details = reader.read()
    remarks = reader.remarks
    hasAppLinks = value["applinks"]?.members != nil
  }

  /// The apps that the file lists for links, each once, in its order (by name if `details` is an object).
  package var appIDs: [String] {
    var seen: Set<String> = []
    return details.flatMap(\.appIDs).filter { seen.insert($0).inserted }
  }

  /// What the file says of a URL.
  ///
  /// The rules of all `details` entries of the app are asked in order, and the first that matches decides.
  ///
  /// - Parameters:
  ///   - url: The URL as written.
  ///   - domain: The domain that served the file; the URL's host must be the same. An empty one takes any
  ///     host.
  ///   - appID: The app as `PREFIX.bundle.identifier`.
  package func decide(_ url: String, domain: String, appID: String) -> AssociationDecision {
    guard let location = AssociationLocation(url) else { return .none("the text is not a URL with a host") }
    guard location.scheme == "https" else { return .none("the URL is not https") }
    guard domain.isEmpty || location.host == domain.lowercased() else {
      return .none("the URL's host \(quoted(location.host)) is not the domain \(quoted(domain))")
    }
    guard hasAppLinks else { return .none("the file has no applinks object") }
    let entries = details.filter { $0.appIDs.contains(appID) }
    guard !entries.isEmpty else { return .none("no details entry lists \(quoted(appID))") }
    return decide(location, by: entries.flatMap(\.rules))
  }

  private func decide(_ location: AssociationLocation, by rules: [AssociationRule]) -> AssociationDecision {
    var texts: [AssociationText.Form: AssociationText] = [:]
    var steps = Self.mostSteps
    for rule in rules {
      let text = texts[rule.form] ?? AssociationText(location, form: rule.form)
      texts[rule.form] = text
      if rule.matches(text, steps: &steps) {
        return AssociationDecision(verdict: rule.excludes ? .exclude : .match, rule: rule.label)
      }
      // A rule that was given up might have kept the URL back, so no later one may open it.
      guard steps >= 0 else { return .none("\(rule.label) takes too long to compare; the file is hostile") }
    }
    return switch rules.count {
    case 0: .none("the app's entry has no rules")
    case 1: .none("the app's rule does not match")
    case let count: .none("none of the app's \(count) rules matches")
    }
  }

  private func quoted(_ text: String) -> String { JSONValue.string(String(text.prefix(120))).serialized }
}

extension AssociationDecision {
  fileprivate static func none(_ reason: String) -> AssociationDecision {
    AssociationDecision(verdict: .noMatch, rule: reason)
  }
}

/// What an association file says of one URL for one app (UL-7).
///
/// A match means that the file offers the URL to the app; whether the system opens it also depends on the
/// app's entitlement, on its being installed and on what Apple's CDN has.
package struct AssociationDecision: Hashable, Sendable {
  /// The three decisions, spelled as the protocol of the public conformance vectors has them.
  package enum Verdict: String, Hashable, Sendable {
    /// A rule takes the URL for the app.
    case match
    /// A rule keeps the URL from the app; later rules are not asked.
    case exclude
    /// No rule speaks of the URL.
    case noMatch = "no_match"
  }

  package var verdict: Verdict
  /// The rule that decided, such as `paths[0] "/pub/acc"`, or why none did.
  package var rule: String
}
