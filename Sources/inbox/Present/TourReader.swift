import Foundation
import InboxModel
import InboxTOML
import InboxTUI

/// Reads tour files (TOML), in the words of scenarios; what is wrong is reported with line and column.
nonisolated struct TourReader {
  /// The campaigns that a tour can name; nil where they are not known.
  private let campaigns: CampaignFacts?
  /// Whether they are those that come with the program.
  private let areShipped: Bool

  /// - Parameters:
  ///   - shown: How messages name the file; nil takes its path.
  ///   - areShipped: Whether the campaigns are those that come with the program.
  static func read(
    _ path: String, _ campaigns: CampaignFacts?, shown: String? = nil, areShipped: Bool = false
  ) throws -> Tour {
    try read(text: TextFile.read(path), file: shown ?? path, campaigns, areShipped: areShipped)
  }

  static func read(
    text: String, file: String, _ campaigns: CampaignFacts?, areShipped: Bool = false
  ) throws -> Tour {
    try TourReader(campaigns: campaigns, areShipped: areShipped).read(TOMLFields.parse(text, file: file))
  }

  /// The tour that comes with the program for a vendor; nil is Responsys'.
  static func shipped(_ campaigns: CampaignFacts, for vendor: SandboxVendor?) throws -> Tour {
    let path = try shippedPath(for: vendor)
    return try read(path, campaigns, shown: URL(fileURLWithPath: path).lastPathComponent)
  }

  static func shippedPath(for vendor: SandboxVendor?) throws -> String {
    guard let folder = ShippedFolder.path("Tours") else {
      throw Exit.notReady("The tours that come with the program are missing beside it.")
    }
    let own = vendor.map { "\(folder)/campaign-\($0.rawValue).toml" }
    return own.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil } ?? folder + "/campaign.toml"
  }

  private func read(_ fields: TOMLFields) throws -> Tour {
    try fields.allow(only: ["tour", "step"])
    guard let head = try fields.inner("tour") else {
      throw fields.error(nil, "there is no [tour]. Every tour begins with one.")
    }
    try head.allow(only: ["name"])
    let steps = try fields.list("step")
    guard !steps.isEmpty else { throw fields.error(nil, "there is no [[step]].") }
    return Tour(name: try head.requiredText("name"), steps: try steps.map(step))
  }

  private func step(_ fields: TOMLFields) throws -> Tour.Step {
    try fields.allow(only: ["caption", "look", "do"])
    let caption = try fields.requiredText("caption")
    guard caption.count <= Tour.longestCaption else {
      throw fields.error(
        "caption",
        "it has \(caption.count) characters, and an audience reads at most \(Tour.longestCaption). Make two steps of it."
      )
    }
    let actions = try fields.list("do").flatMap(actions)
    return Tour.Step(
      caption, look: try fields.choice("look", of: Presentation.Look.self), actions: actions)
  }

  // MARK: - What is done

  private static let verbs = [
    "press", "select", "launch", "withdraw", "clock", "fault", "wait", "expect",
  ]

  private func actions(_ fields: TOMLFields) throws -> [Tour.Act] {
    if fields.keys.contains("select") {
      try fields.allow(only: ["select"])
      return [.select(try campaign("select", fields))]
    }
    switch try StepReader.read(fields, offers: Self.verbs).action {
    case .press(let keys): return keys.map { .press($0) }
    case .clock(let change): return [.ask("clock \(change.text)")]
    case .fault(let words): return [.ask("fault \(words)")]
    case .clearFaults: return [.ask("fault clear")]
    case .launch: return [.ask(LaunchCommand(try campaign("launch", fields)).text)]
    case .withdraw: return [.ask("withdraw \(try campaign("withdraw", fields))")]
    case .quiet: return [.expect(.quiet)]
    case .expect(let wanted, let within):
      if within != nil {
        throw fields.error(
          "within", "a tour waits until it is so, and moves no clock meanwhile. Leave it out.")
      }
      return [.expect(try wait(wanted, fields))]
    case .switchIdentity, .follow, .refresh, .gesture, .terminal, .kill, .restart, .start, .reset:
      let verb = fields.keys.first { ScenarioGesture.verbs.contains($0) } ?? fields.keys.first ?? ""
      throw fields.error(
        verb,
        "a tour cannot do this, only a scenario. Here there are: \(Self.verbs.joined(separator: ", ")).")
    }
  }

  private func wait(_ wanted: any Expectation, _ fields: TOMLFields) throws -> Tour.Wait {
    switch wanted {
    case let badge as BadgeExpectation: return .badge(local: badge.local, server: badge.server)
    case let list as ListExpectation where list.unread == nil && list.total == nil && list.selected == nil:
      if let problem = campaigns.flatMap({ list.problem(in: KnownNames($0)) }) {
        throw fields.error("expect", problem)
      }
      return .list(center: list.center.map { CenterName($0) }, shows: list.shows, hides: list.hides)
    case let receipts as ReceiptsExpectation where receipts.isPlain:
      guard let deed = Tour.Deed(rawValue: receipts.kind.rawValue) else { break }
      let rule = receipts.rule
      return .deeds(deed, of: try campaign("message", fields), least: rule.least, most: rule.most)
    case let link as LinkExpectation where Set(link.wanted.keys).isSubset(of: ["outcome", "screen", "click"]):
      return .link(
        outcome: link.wanted["outcome"], screen: link.wanted["screen"], click: link.wanted["click"])
    default: break
    }
    throw fields.error(
      "expect",
      "a tour cannot wait for this. It waits for badge (local, server), list (center, shows, hides), "
        + "displays, opens and clicks (message, exactly, at-least, at-most) and link (outcome, screen, click)."
    )
  }

  private func campaign(_ key: String, _ fields: TOMLFields) throws -> String {
    let id = try fields.requiredText(key)
    guard let campaigns, campaigns[id] == nil else { return id }
    let near = NearestName.hint(id, among: campaigns.campaigns.map(\.id))
    let place = areShipped ? " Those that come with the program were searched; --campaigns names others." : ""
    throw fields.error(key, "there is no campaign “\(id)”.\(near)\(place)")
  }
}
