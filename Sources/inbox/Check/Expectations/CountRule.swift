import InboxTOML

/// How often something must be there.
nonisolated struct CountRule: Sendable {
  let least: Int
  let most: Int

  /// The largest possible count, as more never come, and the smallest.
  static let counts = 0...1_000_000

  /// The keys that say it.
  static let keys = ["exactly", "at-least", "at-most"]

  /// At least one, where no key says otherwise.
  init(_ fields: TOMLFields) throws {
    let least = try fields.whole("at-least", Self.counts)
    if least == 0 {
      throw fields.error("at-least", "it is 0, which always holds. Write 1 or more, or leave it out.")
    }
    let most = try fields.whole("at-most", Self.counts)
    if let exactly = try fields.whole("exactly", Self.counts) {
      guard least == nil, most == nil else {
        throw fields.error("exactly", "it is enough. Leave out at-least and at-most.")
      }
      (self.least, self.most) = (exactly, exactly)
      return
    }
    if let least, let most, least > most {
      throw fields.error("at-least", "it is \(least), more than at-most, \(most): no number is both.")
    }
    (self.least, self.most) = (least ?? (most == nil ? 1 : 0), most ?? .max)
  }

  /// Whether it asks for nothing, and only says how much is too much.
  var isLimit: Bool { least == 0 }

  func allows(_ count: Int) -> Bool { count >= least && count <= most }

  var words: String {
    if most == 0 { return "none" }
    if least == most { return "exactly \(least)" }
    return most == .max ? "at least \(least)" : least == 0 ? "at most \(most)" : "\(least) to \(most)"
  }

  /// What is wrong with the number of items found among others; nil where it is as expected.
  ///
  /// - Parameter about: What is counted, in words.
  func mismatch(_ found: [String], among all: [String], _ about: [String]) -> String? {
    guard !allows(found.count) else { return nil }
    let what = ([words] + about).joined(separator: " ")
    // Requests run side by side, so the order in which things came is arbitrary.
    return
      "expected \(what), got \(found.count). Nearest: \(ScenarioFacts.list((found.isEmpty ? all : found).sorted()))"
  }
}
