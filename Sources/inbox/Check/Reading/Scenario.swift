import Foundation
import InboxCore
import InboxSandbox
import InboxTUI

/// Steps with an inbox and a sandbox, and the expected results.
nonisolated struct Scenario: Sendable {
  /// The path of its file, as it was given.
  var file: String
  /// The name without the row of the data table.
  var plainName: String
  /// The row of the data table; empty where there is none.
  var row: [String: String]
  var tags: [String]
  /// The time of the clock at the beginning.
  var clock: Date
  /// The seed of ids and random numbers.
  var seed: UInt64
  /// Where the sandbox caps the badge.
  var maximumBadge: Int
  /// Deep links of the app, before those of the sandbox's brands.
  var routes: [RouteTable.Route]
  var campaigns: [CampaignFile]
  /// The inboxes that are opened, at least one.
  var clients: [ScenarioClientSettings]
  var steps: [Step]

  /// One `[[step]]` of the file, or of a file that it includes.
  struct Step: Sendable {
    var place: Place
    /// The step as it is written, for failures.
    var text: String
    /// The client that acts or is observed; nil for all of them, and for the sandbox.
    var client: String?
    var action: ScenarioAction
    /// For a shared step, the steps that led to it, outermost first.
    var uses: [Use] = []
  }

  /// A step that uses shared ones.
  struct Use: Hashable, Sendable {
    var place: Place
    /// The name of the shared steps.
    var name: String
  }

  struct Place: Hashable, Sendable {
    var file: String
    var line: Int

    /// As the first words of a sentence.
    var words: String { "\(file):\(line)" }
  }
}

extension Scenario.Use {
  /// Its place and text.
  nonisolated var words: String { "\(place.words): use = “\(name)”" }
}

extension Scenario.Step {
  /// The step as it is written, with its client.
  nonisolated var words: String { client.map { "\($0): \(text)" } ?? text }
}

extension Scenario {
  /// The name with the row.
  nonisolated var name: String { plainName + Self.label(row) }

  /// The values of a row, to follow the name of what is run with it; empty where there is no row.
  nonisolated static func label(_ row: [String: String]) -> String {
    guard !row.isEmpty else { return "" }
    return " [\(row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))]"
  }
}
