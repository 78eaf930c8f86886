import InboxCore
import InboxTOML
import InboxVendors

/// How the last link ended.
nonisolated struct LinkExpectation: Expectation {
  static let names = ["link"]
  static let keys = ["class", "branch", "outcome", "click", "screen", "url"]

  let wanted: [String: String]

  init(_ name: String, _ fields: TOMLFields) throws {
    try fields.requireAny(of: Self.keys)
    var wanted: [String: String] = [:]
    for key in Self.keys {
      guard let value = try fields.text(key) else { continue }
      let known = LinkVocabulary.values(of: key)
      guard known.isEmpty || known.contains(value) else {
        throw fields.error(
          key, "no link has the \(key) “\(value)”.\(NearestName.hintOrList(value, among: known))")
      }
      wanted[key] = value
    }
    self.wanted = wanted
  }

  func mismatch(in facts: ScenarioFacts) -> String? {
    guard let trail = facts.trail else { return "no link was followed" }
    var found = [
      "class": trail.linkClass.name, "branch": trail.branch, "outcome": trail.outcome.kind,
      "click": trail.click.rawValue, "url": trail.outcome.url ?? "",
    ]
    if case .screen(let screen) = trail.outcome { found["screen"] = screen.title }
    for (name, value) in wanted.sorted(by: { $0.key < $1.key }) where found[name] != value {
      return "\(name) is “\(found[name] ?? "")”, expected “\(value)”: \(trail.reason)"
    }
    return nil
  }
}
