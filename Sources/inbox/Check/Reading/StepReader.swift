import InboxModel
import InboxSandbox
import InboxTOML
import InboxTUI

/// Reads one `[[step]]`: a verb and its keys.
nonisolated enum StepReader {
  private static let verbs =
    [
      "press", "clock", "switch", "fault", "launch", "withdraw", "follow", "refresh", "app", "receipts",
      "wait",
      "expect",
    ] + TerminalGesture.verbs

  /// - Parameter offers: The verbs to name where a step has none that is known; nil is all of a scenario.
  static func read(_ fields: TOMLFields, offers: [String]? = nil) throws -> Scenario.Step {
    let verb = try verb(fields, offers ?? verbs + ScenarioGesture.verbs + ["client", "use"])
    let place = Scenario.Place(file: fields.file, line: fields.line)
    if let gesture = try TerminalGesture(verb, fields) {
      let value = try fields.scalar(verb)?.text ?? ""
      return Scenario.Step(place: place, text: "\(verb) = “\(value)”", action: .terminal(gesture))
    }
    let value = try fields.requiredText(verb)
    let seconds = try verb == "expect" ? fields.seconds("within", atLeast: 1, atMost: longestWithin) : nil
    let action: ScenarioAction =
      if verb == "expect" {
        .expect(try Expectations.read(value, fields), within: seconds)
      } else if let gesture = try ScenarioGesture(verb, value, fields) {
        .gesture(gesture)
      } else {
        try action(verb, value, fields)
      }
    if action.isSandboxOnly, verb != "client", fields.keys.contains("client") {
      throw fields.error(
        "client", "all clients share one sandbox, so this step names none. Leave client out.")
    }
    return Scenario.Step(place: place, text: "\(verb) = “\(value)”", action: action)
  }

  /// Some verbs are also keys of other steps: “click” of a link, “client” of all.
  private static func verb(_ fields: TOMLFields, _ all: [String]) throws -> String {
    let groups = [verbs, ScenarioGesture.verbs] + (fields.keys == ["client"] ? [["client"]] : [])
    for group in groups {
      let found = group.filter { fields.keys.contains($0) }
      guard found.count < 2 else { throw fields.error(nil, "it has two verbs. Make two steps of it.") }
      if let verb = found.first { return verb }
    }
    let near = fields.keys.sorted().filter { $0 != "client" }.lazy.compactMap { key in
      NearestName.of(key, among: all).map { (key, $0) }
    }.first
    if let near { throw fields.error(near.0, "the key is unknown. Did you mean “\(near.1)”?") }
    throw fields.error(nil, "it has no verb. One of: \(all.joined(separator: ", ")).")
  }

  private static func action(_ verb: String, _ value: String, _ fields: TOMLFields) throws -> ScenarioAction {
    try fields.allow(only: [verb, "client"])
    switch verb {
    case "press":
      do { return .press(try Key.sequence(value)) } catch { throw fields.error(verb, error.description) }
    case "clock":
      guard let change = ClockChange(value) else {
        throw fields.error(verb, "“\(value)” is not a change of the clock: \(ClockChange.forms).")
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
    case "app", "client":
      return try choice(value, ["kill": .kill, "restart": .restart, "start": .start], verb, fields)
    case "receipts": return try choice(value, ["reset": .reset], verb, fields)
    default: return try choice(value, ["quiet": .quiet], verb, fields)
    }
  }

  private static func choice(
    _ value: String, _ known: [String: ScenarioAction], _ verb: String, _ fields: TOMLFields
  ) throws -> ScenarioAction {
    guard let action = known[value] else {
      throw fields.unknown(value, of: verb, among: known.keys.sorted())
    }
    return action
  }

  /// The longest `within`, of which every second is looked at; a step before it can move the clock further.
  private static let longestWithin = 600
}
