import InboxCore
import InboxSandbox
import InboxTOML
import InboxTUI

/// Reads one `[[step]]`: a verb and what belongs to it.
nonisolated enum StepReader {
  private static let verbs = [
    "press", "clock", "switch", "fault", "launch", "withdraw", "follow", "refresh", "client", "receipts",
    "wait", "expect",
  ]

  static func read(_ fields: TOMLFields) throws -> Scenario.Step {
    // “click” is also what an expectation says of a link, so a gesture is one where nothing else is.
    let others = verbs.filter { fields.keys.contains($0) }
    let found = others.isEmpty ? ScenarioGesture.verbs.filter { fields.keys.contains($0) } : others
    let verbs = verbs + ScenarioGesture.verbs
    guard found.count == 1, let verb = found.first else {
      let known = verbs.joined(separator: ", ")
      throw fields.error(
        nil, found.isEmpty ? "it has no verb. One of: \(known)." : "it has two verbs. Make two steps of it.")
    }
    let value = try fields.requiredText(verb)
    let action: Scenario.Action =
      if verb == "expect" {
        try expectation(value, fields)
      } else if let gesture = try ScenarioGesture(verb, value, fields) {
        .gesture(gesture)
      } else {
        try action(verb, value, fields)
      }
    return Scenario.Step(line: fields.line, text: "\(verb) = “\(value)”", action: action)
  }

  private static func action(
    _ verb: String, _ value: String, _ fields: TOMLFields
  ) throws -> Scenario.Action {
    try fields.allow(only: [verb])
    switch verb {
    case "press":
      do { return .press(try Key.sequence(value)) } catch { throw fields.error(verb, error.description) }
    case "clock":
      guard let change = ClockChange(value) else {
        throw fields.error(verb, "“\(value)” is no change of the clock: \(ClockChange.forms).")
      }
      return .clock(change)
    case "switch": return .switchIdentity(value == "device" ? "" : value)
    case "fault":
      if value == "clear" { return .clearFaults }
      do { _ = try FaultText.parse(value) } catch { throw fields.error(verb, error.description) }
      return .fault(value)
    case "launch": return .launch(value)
    case "withdraw": return .withdraw(value)
    case "follow": return .follow(value)
    case "refresh": return .refresh(value == "all" ? nil : value)
    case "client":
      return try choice(value, ["kill": .kill, "restart": .restart, "start": .start], verb, fields)
    case "receipts": return try choice(value, ["reset": .reset], verb, fields)
    default: return try choice(value, ["quiet": .quiet], verb, fields)
    }
  }

  private static func choice(
    _ value: String, _ known: [String: Scenario.Action], _ verb: String, _ fields: TOMLFields
  ) throws -> Scenario.Action {
    guard let action = known[value] else {
      throw fields.error(
        verb, "“\(value)” is unknown. Known are: \(known.keys.sorted().joined(separator: ", ")).")
    }
    return action
  }

  // MARK: - Expectations

  private static func expectation(_ what: String, _ fields: TOMLFields) throws -> Scenario.Action {
    .expect(try Expectations.read(what, fields), within: try within(fields))
  }

  /// Each second of the clock is looked at, so there cannot be too many of them.
  private static func within(_ fields: TOMLFields) throws -> Double? {
    guard let seconds = try fields.seconds("within", atLeast: 0) else { return nil }
    guard seconds <= Self.longestWithin else {
      throw fields.error(
        "within",
        "it is \(Int(seconds)) s, but every second of it is looked at: at most \(Int(Self.longestWithin)). Move the clock "
          + "in a step before: clock = \"+1d\".")
    }
    return seconds
  }

  private static let longestWithin = 600.0
}
