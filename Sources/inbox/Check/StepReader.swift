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

  private static let counts = ["exactly", "at-least", "at-most"]

  private static func expectation(_ what: String, _ fields: TOMLFields) throws -> Scenario.Action {
    .expect(try wanted(what, fields), within: try within(fields))
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

  /// What `order` can compare.
  private static func order(_ fields: TOMLFields) throws -> [String] {
    let order = try fields.texts("is") ?? []
    for item in order {
      let words = item.split(separator: " ", maxSplits: 1)
      guard words.count == 2, ["display", "open"].contains(words[0]) else {
        throw fields.error(
          "is",
          "“\(item)” has no order that is promised: only displays and opens of one client have, written “display ID” or "
            + "“open ID”. Other requests run side by side; expect their numbers.")
      }
    }
    return order
  }

  private static func wanted(_ what: String, _ fields: TOMLFields) throws -> Expectation {
    func allow(_ keys: [String]) throws { try fields.allow(only: ["expect", "within"] + keys) }
    if ["badge", "list", "screen", "link", "order"].contains(what),
      Set(fields.keys).isSubset(of: ["expect", "within"])
    {
      throw fields.error("expect", "it expects nothing: say what must be so.")
    }
    if let kind = Expectation.Kind(rawValue: what) {
      try allow(["message", "identity"] + counts)
      for (key, isNamed) in [("message", kind.namesMessages), ("identity", kind.namesPeople)]
      where !isNamed && fields.keys.contains(key) {
        throw fields.error(
          key, "receipts of \(kind.rawValue) name no \(key), so that none would ever match. Leave \(key) out."
        )
      }
      return .receipts(
        kind, message: try fields.filledText("message"), identity: try identity(fields), try count(fields))
    }
    switch what {
    case "events":
      try allow(["kind", "message", "identity", "vendor"] + counts)
      return .events(
        .init(
          kind: try fields.choice("kind", of: VendorReceipt.Kind.self),
          message: try fields.filledText("message"), identity: try identity(fields),
          vendor: try fields.choice("vendor", of: SandboxVendor.self)), try count(fields))
    case "order":
      try allow(["is", "identity"])
      guard fields.keys.contains("is") else {
        throw fields.error("expect", "it expects nothing: write is = […].")
      }
      return .order(try order(fields), identity: try identity(fields))
    case "duplicates":
      try allow(["exactly"])
      return .duplicates(try fields.whole("exactly", 0...Int.max) ?? 0)
    case "badge":
      try allow(["local", "server"])
      return .badge(
        local: try fields.whole("local", 0...Int.max), server: try fields.whole("server", 0...Int.max))
    case "list":
      try allow(["center", "shows", "hides", "unread", "total", "selected"])
      return .list(
        .init(
          center: try fields.filledText("center"), shows: try fields.filledTexts("shows") ?? [],
          hides: try fields.filledTexts("hides") ?? [], unread: try fields.whole("unread", 0...Int.max),
          total: try fields.whole("total", 0...Int.max), selected: try fields.filledText("selected")))
    case "screen":
      try allow(["shows", "hides"])
      return .screen(
        shows: try fields.filledTexts("shows") ?? [], hides: try fields.filledTexts("hides") ?? [])
    case "why":
      try allow(["contains", "label", "message"] + counts)
      return .why(
        try fields.requiredText("contains"), label: try label(fields),
        message: try fields.filledText("message"), try count(fields))
    case "link":
      let keys = ["class", "branch", "outcome", "click", "screen", "url"]
      try allow(keys)
      var wanted: [String: String] = [:]
      for key in keys { wanted[key] = try fields.text(key) }
      return .link(wanted)
    case "outbox":
      try allow(["exactly"])
      return .outbox(try fields.whole("exactly", 0...Int.max) ?? 0)
    default:
      let known = Expectation.Kind.allCases.map(\.rawValue)
      let others = ["events", "order", "duplicates", "badge", "list", "screen", "why", "link", "outbox"]
      throw fields.error(
        "expect", "“\(what)” is unknown. Known are: \((known + others).joined(separator: ", ")).")
    }
  }

  /// Whose, as receipts write it.
  private static func identity(_ fields: TOMLFields) throws -> String? {
    guard let text = try fields.filledText("identity") else { return nil }
    guard Identity(storageKey: text) != nil else {
      throw fields.error("identity", "“\(text)” is nobody. Write user:NAME or device:ID.")
    }
    return text
  }

  private static func count(_ fields: TOMLFields) throws -> Expectation.CountRule {
    let least = try fields.whole("at-least", 0...Int.max)
    let most = try fields.whole("at-most", 0...Int.max)
    if let exactly = try fields.whole("exactly", 0...Int.max) {
      guard least == nil, most == nil else {
        throw fields.error("exactly", "it says it all. Leave out at-least and at-most.")
      }
      return .init(least: exactly, most: exactly)
    }
    if let least, let most, least > most {
      throw fields.error("at-least", "it is \(least), more than at-most, \(most): no number is both.")
    }
    return .init(least: least ?? (most == nil ? 1 : 0), most: most ?? .max)
  }

  /// A kind of why line; a wrong one would never be there, and “none of them” would always be so.
  private static func label(_ fields: TOMLFields) throws -> String? {
    guard let label = try fields.filledText("label") else { return nil }
    guard JournalEntry.labels.contains(label) else {
      throw fields.error(
        "label",
        "“\(label)” is no kind of why line. There are: \(JournalEntry.labels.joined(separator: ", ")).")
    }
    return label
  }
}
