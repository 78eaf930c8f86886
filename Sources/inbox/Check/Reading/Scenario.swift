import Foundation
import InboxCore
import InboxSandbox
import InboxTUI

/// What is done with an inbox and a sandbox, and what must be so afterwards.
nonisolated struct Scenario: Sendable {
  /// The file it is from, as it was named.
  var file: String
  /// With the row of the data table that it is run with.
  var name: String
  /// Without the row.
  var plainName: String
  /// The row of the data table; empty where there is none.
  var row: [String: String]
  var tags: [String]
  /// Where the clock stands at the beginning.
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

  /// One table of the file, or of a file that it includes.
  struct Step: Sendable {
    var place: Place
    /// How it is written, for failures.
    var text: String
    /// The client that does it or is looked at; nil for all of them, and for the sandbox.
    var client: String?
    var action: ScenarioAction
    /// The steps that led to it where it is a shared one, outermost first.
    var uses: [Use] = []
  }

  /// A step that uses shared ones.
  struct Use: Hashable, Sendable {
    var place: Place
    /// The name of the shared steps.
    var name: String
  }

  /// Where something is written.
  struct Place: Hashable, Sendable {
    var file: String
    var line: Int

    /// As the first words of a sentence.
    var words: String { "\(file):\(line)" }
  }
}

extension Scenario.Use {
  /// Where and how it is written.
  nonisolated var words: String { "\(place.words): use = “\(name)”" }
}

extension Scenario.Step {
  /// How it is written, with the client that does it.
  nonisolated var words: String { client.map { "\($0): \(text)" } ?? text }
}

extension Scenario {
  /// The values of a row, behind the name of what is run with it; nothing where there is no row.
  nonisolated static func label(_ row: [String: String]) -> String {
    guard !row.isEmpty else { return "" }
    return " [\(row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))]"
  }
}
