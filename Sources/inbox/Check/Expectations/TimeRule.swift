import Foundation
import InboxModel
import InboxTOML

/// When something must have happened, as the app reports it: at a time, or so long after the scenario's beginning.
nonisolated struct TimeRule: Sendable {
  /// A time of the clock.
  private enum Moment: Sendable {
    case date(Date)
    case offset(seconds: Double)

    func date(_ began: Date) -> Date {
      switch self {
      case .date(let date): date
      case .offset(let seconds): began.addingTimeInterval(seconds)
      }
    }
  }

  private var at: Moment?
  private var since: Moment?
  private var until: Moment?
  private let words: [String]

  /// The keys that say it.
  static let keys = ["at", "since", "until"]

  /// Any time is right where no key says otherwise.
  init(_ fields: TOMLFields) throws {
    at = try Self.moment(fields, "at")
    since = try Self.moment(fields, "since")
    until = try Self.moment(fields, "until")
    if at != nil, since != nil || until != nil {
      throw fields.error("at", "it is enough. Leave out since and until.")
    }
    words = try Self.keys.compactMap { key in try fields.text(key).map { "\(key) \($0)" } }
    switch (since, until) {
    // They can only be compared when the scenario begins.
    case (.date?, .offset?), (.offset?, .date?): break
    default: if let problem = problem(Date(timeIntervalSince1970: 0)) { throw fields.error("since", problem) }
    }
  }

  /// Why it cannot be met in a scenario that began at that time, as a sentence.
  private func problem(_ began: Date) -> String? {
    guard let since, let until, since.date(began) > until.date(began) else { return nil }
    return "since is after until, so that no time is between them. Change one of them, or leave it out."
  }

  /// Why it cannot be met, as a sentence; nil where it can.
  func problem(in names: KnownNames) -> String? { names.began.flatMap(problem) }

  private static func moment(_ fields: TOMLFields, _ key: String) throws -> Moment? {
    guard let text = try fields.filledText(key) else { return nil }
    if let date = WireDate.parse(text) { return .date(date) }
    if case .advance(let seconds)? = ClockChange(text) { return .offset(seconds: seconds) }
    throw fields.error(
      key,
      "“\(text)” is not a time. Write it like 2026-11-21T09:00:00Z, or like +5m for five minutes after the beginning."
    )
  }

  var isAny: Bool { words.isEmpty }

  /// The expected time, in words.
  var text: String? { isAny ? nil : words.joined(separator: ", ") }

  /// Whether a time is right, to the second: not every wire has fractions of one.
  func allows(_ time: String?, in facts: ScenarioFacts) -> Bool {
    guard !isAny else { return true }
    guard let date = time.flatMap(WireDate.parse) else { return false }
    if let at, abs(date.timeIntervalSince(at.date(facts.began))) >= 1 { return false }
    if let since, date.timeIntervalSince(since.date(facts.began)) <= -1 { return false }
    if let until, date.timeIntervalSince(until.date(facts.began)) >= 1 { return false }
    return true
  }
}
