import Foundation
@testable import inbox
import InboxCore
import InboxModel
import InboxSandbox
import InboxTOML
@testable import InboxTUI

/// Files that people write and pass on: themes, campaigns, scenarios, tours, the configuration; and the words of faults.
///
/// The first line says which reader; what is wrong is told with a line that the file has.
nonisolated enum FilesFuzzer {
  static func run(_ input: FuzzInput) {
    let (kind, rest) = input.firstLine
    let text = rest.text
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    switch kind {
    case "theme": theme(text, lines)
    case "campaign": campaign(text, lines)
    case "scenario": read(lines) { _ = try ScenarioReader.read(text: text, path: "/nowhere/scenario.toml") }
    case "tour": read(lines) { _ = try TourReader.read(text: text, file: "tour.toml", nil) }
    case "fault": fault(text)
    case "clock": clock(text)
    case "config": config(text, lines)
    case "notation": notation(text)
    default: read(lines) { _ = try TOMLFields.parse(text, file: "a.toml") }
    }
  }

  /// Reads, and looks at where an error says that it is.
  private static func read(_ lines: Int, _ body: () throws -> Void) {
    do { try body() } catch { judge(error, lines) }
  }

  private static func judge(_ error: any Error, _ lines: Int) {
    switch error {
    case let row as BrokenRow: judge(row.reason, lines)
    case let use as BrokenUse:
      require((1...lines).contains(use.use.place.line), "\(use), but the file has \(lines) lines")
      judge(use.reason, lines)
    case TOMLFileError.unreadable(_, let reason): require(!reason.isEmpty, "a refusal without a word")
    case let error as TOMLFileError:
      require(
        (1...lines).contains(error.position.line) && error.position.column > 0,
        "\(error), but the file has \(lines) lines")
    case let error as InboxError: require(!error.description.isEmpty, "a refusal without a word")
    default: fatalError("another error: \(error)")
    }
  }

  private static func theme(_ text: String, _ lines: Int) {
    read(lines) {
      let fields = try TOMLFields.parse(text, file: "theme.toml")
      let reader = ThemeReader(fields, over: ThemeDefinition(name: "mine"))
      for depth in ColorDepth.allCases {
        let theme = reader.definition.theme(at: depth)
        require(theme.name == "mine", "another name")
      }
      _ = ThemeCheck(reader.definition).findings
    }
  }

  private static func campaign(_ text: String, _ lines: Int) {
    read(lines) {
      let file = try CampaignFile.parse(text, name: "campaign.toml")
      // What was read says the same when it has gone through the sandbox's database.
      let again = try JSONDecoder().decode(CampaignFile.self, from: JSONEncoder().encode(file))
      requireSame(file, again, "a campaign file")
    }
  }

  private static func config(_ text: String, _ lines: Int) {
    read(lines) {
      let file = try ConfigFile(text: text, name: "config.toml")
      for name in try file.names().prefix(4) { read(lines) { _ = try file.profile(name) } }
      _ = try file.defaultName()
    }
    guard
      let fields = attempt({ () throws(TOMLFileError) in try TOMLFields.parse(text, file: "config.toml") })
    else {
      return
    }
    let keys = KeyMapReader(FrontConfiguration(fields: fields))
    for flaw in keys.flaws { require((1...lines).contains(flaw.position.line), "\(flaw), of \(lines) lines") }
  }

  private static func fault(_ text: String) {
    for fault in attempt({ () throws(FaultText.Mistake) in try FaultText.parse(text) }) ?? [] {
      let again = attempt { () throws(FaultText.Mistake) in try FaultText.parse(fault.words) }
      requireSame([fault], again, "a fault")
    }
  }

  private static func clock(_ text: String) {
    if let change = ClockChange(text) {
      require(ClockChange(change.text) != nil, "a change that is not read again: \(change.text)")
    }
    _ = Moment(text)
    if let filter = attempt({ () throws(FilterProblem) in try MessageFilter(text, centers: [.primary]) }) {
      require(filter.terms.count <= MessageFilter.mostTerms, "too many terms")
    }
  }

  private static func notation(_ text: String) {
    for key in attempt({ () throws(KeyNotationError) in try Key.sequence(text) }) ?? [] {
      requireSame(key, Key(notation: key.notation), "a key")
    }
  }
}
