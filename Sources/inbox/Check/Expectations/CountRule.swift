import InboxTOML

/// How often something must be there.
nonisolated struct CountRule: Sendable {
  var least = 1
  var most = Int.max

  /// The keys that say it.
  static let keys = ["exactly", "at-least", "at-most"]

  /// At least one, where no key says otherwise.
  init(_ fields: TOMLFields) throws {
    let least = try fields.whole("at-least", 0...Int.max)
    let most = try fields.whole("at-most", 0...Int.max)
    if let exactly = try fields.whole("exactly", 0...Int.max) {
      guard least == nil, most == nil else {
        throw fields.error("exactly", "it says it all. Leave out at-least and at-most.")
      }
      (self.least, self.most) = (exactly, exactly)
      return
    }
    if let least, let most, least > most {
      throw fields.error("at-least", "it is \(least), more than at-most, \(most): no number is both.")
    }
    (self.least, self.most) = (least ?? (most == nil ? 1 : 0), most ?? .max)
  }

  func allows(_ count: Int) -> Bool { count >= least && count <= most }

  var words: String {
    if most == 0 { return "none" }
    if least == most { return "exactly \(least)" }
    return most == .max ? "at least \(least)" : least == 0 ? "at most \(most)" : "\(least) to \(most)"
  }

  /// What is wrong with what was found among other things; nil where there is as much as wanted.
  ///
  /// - Parameter about: What is counted, in words.
  func mismatch(_ found: [String], among all: [String], _ about: [String]) -> String? {
    guard !allows(found.count) else { return nil }
    let what = ([words] + about).joined(separator: " ")
    return "wanted \(what), came \(found.count). Nearest: \(ScenarioFacts.list(found.isEmpty ? all : found))"
  }
}
