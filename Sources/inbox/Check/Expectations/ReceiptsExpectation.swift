import InboxModel
import InboxSandbox
import InboxTOML
import InboxVendors

/// How often the server received something.
nonisolated struct ReceiptsExpectation: Expectation {
  enum Kind: String, CaseIterable, Sendable {
    case displays, opens, clicks
    case campaignClicks = "campaign-clicks"
    case sessionStarts = "session-starts"
    case sessionEnds = "session-ends"
    case badges, rich, fetches, pictures

    /// Whether the receipts name their message or its campaign.
    var namesMessages: Bool { [.displays, .opens, .clicks, .rich].contains(self) }

    /// Whether only Responsys' stand-in has such receipts.
    var isResponsys: Bool { [.displays, .opens, .badges, .rich].contains(self) }

    /// Whether the receipts name a person.
    var namesPeople: Bool { ![.clicks, .pictures].contains(self) }

    /// Whether the receipts have the time of the event.
    var namesTimes: Bool { ![.rich, .fetches, .pictures].contains(self) }

    /// The vendor's `event_type` of a tracked event: such receipts have properties and a link.
    var eventType: String? {
      switch self {
      case .campaignClicks: "campaign_click"
      case .sessionStarts: "session_start"
      case .sessionEnds: "session_end"
      default: nil
      }
    }
  }

  static var names: [String] { Kind.allCases.map(\.rawValue) }
  static let keys = ["message", "identity", "properties", "url"] + TimeRule.keys + CountRule.keys
  static let scope = ExpectationScope.server

  let kind: Kind
  let message: String?
  let identity: String?
  let url: String?
  let properties: PropertyRule
  let time: TimeRule
  let rule: CountRule

  init(_ name: String, _ fields: TOMLFields) throws {
    guard let kind = Kind(rawValue: name) else {
      throw fields.unknown(name, of: "expect", among: Self.names)
    }
    let lacking =
      [("message", kind.namesMessages), ("identity", kind.namesPeople)]
      + ["properties", "url"].map { ($0, kind.eventType != nil) }
      + TimeRule.keys.map { ($0, kind.namesTimes) }
    for (key, isNamed) in lacking where !isNamed && fields.keys.contains(key) {
      throw fields.error(
        key, "receipts of \(kind.rawValue) name no \(key), so that none would ever match. Leave \(key) out.")
    }
    self.kind = kind
    message = try fields.filledText("message")
    identity = try fields.identity()
    url = try fields.filledText("url")
    properties = try PropertyRule(fields, "properties")
    time = try TimeRule(fields)
    rule = try CountRule(fields)
  }

  /// Whether it only counts messages, which a tour can wait for.
  var isPlain: Bool { identity == nil && url == nil && properties.isAny && time.isAny }

  var isLimit: Bool { rule.isLimit }

  func problem(in names: KnownNames) -> String? {
    let vendor =
      kind.isResponsys
      ? names.responsys(
        "receipt of \(kind.rawValue)", else: [.displays, .opens].contains(kind) ? "events" : nil) : nil
    return vendor ?? message.flatMap(names.message) ?? identity.flatMap(names.person)
      ?? time.problem(in: names)
  }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let all = kind.receipts(facts.receipts).flatMap { Array(repeating: $0, count: $0.count) }
    let found = all.filter {
      (message == nil || $0.message == message) && (identity == nil || $0.identity == identity)
        && (url == nil || $0.tracking?.url == url)
        && (properties.isAny || properties.allows($0.tracking?.properties ?? [:]))
        && time.allows($0.time, in: facts)
    }
    let about = [
      message.map { "of \($0)" }, identity.map { "by \($0)" }, url.map { "on \($0)" }, properties.text,
      time.text,
    ].compactMap { $0 }
    return rule.mismatch(found.map(text), among: all.map(text), about)
  }

  /// One receipt in words, with the fields that are expected.
  private func text(_ receipt: Receipt) -> String {
    var text = receipt.text
    if identity != nil, receipt.tracking != nil, let person = receipt.identity { text += " by \(person)" }
    if !properties.isAny, let tracking = receipt.tracking {
      text += " (\(PropertyRule.words(tracking.properties)))"
    }
    if !time.isAny, let time = receipt.time { text += " at \(time)" }
    return text
  }

  /// One receipt of any kind.
  struct Receipt: Sendable {
    var message: String?
    var identity: String?
    var time: String?
    var text: String
    var tracking: Receipts.Tracking?
    /// How often it was received.
    var count = 1
  }
}

extension ReceiptsExpectation.Kind {
  private typealias Receipt = ReceiptsExpectation.Receipt

  /// The receipts of this kind.
  nonisolated fileprivate func receipts(_ all: Receipts) -> [ReceiptsExpectation.Receipt] {
    switch self {
    case .displays, .opens:
      all.engagements.filter { $0.type == (self == .opens ? "open" : "display") }.map {
        let session = $0.session.map { " in session \($0.number)" } ?? ""
        return Receipt(
          message: $0.messageID, identity: $0.identity, time: $0.time,
          text: "\($0.type) \($0.messageID) by \($0.identity)\(session)")
      }
    case .clicks:
      all.clicks.map {
        Receipt(
          message: $0.campaign, time: $0.time, text: "\($0.kind.rawValue) click on \($0.campaign)/\($0.link)")
      }
    case .campaignClicks, .sessionStarts, .sessionEnds:
      all.tracking.filter { $0.type == eventType }.map { event in
        let owner = CustomerIDs.owner(of: event.customerIDs.compactMapValues(\.text))
        return Receipt(
          identity: owner?.storageKey, time: event.time, text: "\(event.type) \(event.url ?? "")",
          tracking: event, count: event.count)
      }
    case .badges:
      all.badge.map { Receipt(identity: $0.identity, time: $0.time, text: "badge \($0.asked)") }
    case .rich:
      // Messages of two centers may have the same id.
      all.rich.map {
        Receipt(
          message: $0.messageID, identity: $0.identity, text: "rich content of \($0.messageID)",
          count: $0.served)
      }
    case .pictures:
      all.pictures.map { Receipt(text: "picture \($0.host)\($0.path)", count: $0.count) }
    case .fetches:
      all.fetches.map {
        Receipt(identity: $0.identity, text: "fetch of \($0.center)", count: $0.count)
      }
    }
  }
}
