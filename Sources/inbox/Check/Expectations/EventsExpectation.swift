import InboxSandbox
import InboxTOML

/// What vendors other than Responsys were sent (VE-13).
nonisolated struct EventsExpectation: Expectation {
  static let names = ["events"]
  static let keys =
    ["kind", "message", "identity", "vendor", "detail"] + TimeRule.keys + CountRule.keys
  static let scope = ExpectationScope.server

  private let kind: VendorReceipt.Kind?
  private let message: String?
  private let identity: String?
  private let vendor: SandboxVendor?
  private let detail: PropertyRule
  private let time: TimeRule
  private let rule: CountRule

  init(_ name: String, _ fields: TOMLFields) throws {
    kind = try fields.choice("kind", of: VendorReceipt.Kind.self)
    message = try fields.filledText("message")
    identity = try fields.identity()
    vendor = try fields.choice("vendor", of: SandboxVendor.self)
    detail = try PropertyRule(fields, "detail")
    time = try TimeRule(fields)
    rule = try CountRule(fields)
  }

  var isLimit: Bool { rule.isLimit }

  func problem(in names: KnownNames) -> String? {
    message.flatMap(names.message) ?? identity.flatMap(names.person) ?? names.vendor(vendor, kind)
      ?? time.problem(in: names)
  }

  /// One that came twice counts twice.
  func mismatch(in facts: ScenarioFacts) -> String? {
    let all = facts.receipts.events.flatMap { Array(repeating: $0, count: $0.count) }
    let found = all.filter { event in
      (vendor == nil || event.vendor.rawValue == vendor?.rawValue)
        && (kind == nil || event.type == kind) && (message == nil || event.messageID == message)
        && (identity == nil || event.identity == identity) && detail.allows(event.detail)
        && time.allows(event.time, in: facts)
    }
    let about = [
      vendor.map { "for \($0.rawValue)" }, kind.map(\.rawValue), message.map { "of \($0)" },
      identity.map { "by \($0)" }, detail.text, time.text,
    ].compactMap { $0 }
    return rule.mismatch(found.map(text), among: all.map(text), about)
  }

  /// One event in words, with what is asked for.
  private func text(_ event: VendorReceipt) -> String {
    let words = [event.vendor.rawValue, event.type.rawValue, event.messageID, "by \(event.identity)"]
    var text = words.compactMap { $0 }.joined(separator: " ")
    if !detail.isAny { text += " (\(PropertyRule.words(event.detail)))" }
    if !time.isAny { text += " at \(event.time ?? "no time")" }
    return text
  }
}
