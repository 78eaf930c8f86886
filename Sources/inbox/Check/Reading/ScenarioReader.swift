import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTOML
import InboxTUI

/// Reads scenario files (TOML); mistakes are reported with line and column.
nonisolated struct ScenarioReader {
  private let source: ScenarioSource
  /// The values of parameters in this row.
  private let values: [String: TOMLScalar]
  private let row: [String: TOMLScalar]
  private let folder: String
  /// Takes the path of each file before it is read.
  private let onRead: (String) -> Void

  /// The content of a file.
  struct File: Sendable {
    /// One scenario for each row of its data table.
    var scenarios: [Scenario]
    /// Its parameters, and those of them that the command line can set with an effect.
    var parameters: Set<String>
    var settable: Set<String>
  }

  /// - Parameters:
  ///   - settings: What the command line sets.
  ///   - onRead: Takes the path of each file before it is read.
  static func read(
    _ path: String, setting settings: [String: String] = [:], onRead: @escaping (String) -> Void = { _ in }
  ) throws -> File {
    onRead(path)
    return try read(text: TextFile.read(path), path: path, setting: settings, onRead: onRead)
  }

  /// Reads the text of a file; files that it names lie beside it.
  static func read(
    text: String, path: String, setting settings: [String: String] = [:],
    onRead: @escaping (String) -> Void = { _ in }
  ) throws -> File {
    let source = try ScenarioSource(TOMLFields.parse(text, file: path), setting: settings, onRead: onRead)
    let scenarios = try source.rows.map { row in
      do { return try ScenarioReader(source, row, onRead).read() } catch  where !row.isEmpty {
        throw BrokenRow(row: row.mapValues(\.text), reason: error)
      }
    }
    // Last, so that a mistake in used steps is reported with the place of their use.
    try SharedStepsCheck(source: source).run()
    return File(
      scenarios: scenarios, parameters: Set(source.defaults.keys), settable: source.settable)
  }

  /// Whether a file has no scenario and only serves to be included.
  static func isShared(_ path: String) throws -> Bool {
    ScenarioSource.isShared(try TOMLFields.parse(TextFile.read(path), file: path))
  }

  private init(_ source: ScenarioSource, _ row: [String: TOMLScalar], _ onRead: @escaping (String) -> Void) {
    self.source = source
    self.row = row
    self.onRead = onRead
    values = source.defaults.merging(row) { _, own in own }
    folder = URL(fileURLWithPath: source.fields.file).deletingLastPathComponent().path
  }

  private static let keys = ["scenario", "client", "routes", "data", "step"] + ScenarioSource.keys

  private func read() throws -> Scenario {
    let fields = source.usesParameters ? source.fields.with(TOMLParameters(values)) : source.fields
    var set = CampaignSet()
    let own = try set.read(fields, besides: Self.keys, folder: folder, onRead: onRead)
    if own == nil { try fields.allow(only: Self.keys) }
    guard let head = try fields.inner("scenario") else {
      throw fields.error(
        nil,
        ScenarioSource.isShared(fields)
          ? "it has shared steps and no [scenario]. Name it under include in a scenario."
          : "there is no [scenario]. Every scenario begins with one.")
    }
    try head.allow(
      only: ["name", "tags", "clock", "seed", "badge-maximum", "campaigns"] + ScenarioClientSettings.keys)
    let names = try head.texts("campaigns") ?? []
    let paths = names.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
    let files = try zip(paths, names).map { try set.read(path: $0, shown: $1, onRead: onRead) }
    let name = try head.requiredText("name")
    let clients = try ScenarioClientSettings.read(fields, head)
    return Scenario(
      file: fields.file, plainName: name, row: row.mapValues(\.text),
      tags: try Self.tags(head), clock: try clock(head),
      seed: UInt64(try head.whole("seed", 0...Int.max) ?? 1),
      maximumBadge: try head.whole("badge-maximum", 1...Int.max) ?? SandboxOptions.usualMaximumBadge,
      routes: try RouteTable(fields).routes, campaigns: files + (own.map { [$0] } ?? []),
      clients: clients,
      steps: try steps(fields, head, clients.compactMap(\.name)))
  }

  private func steps(_ fields: TOMLFields, _ head: TOMLFields, _ clients: [String]) throws -> [Scenario.Step]
  {
    let tables = try fields.list("step")
    guard !tables.isEmpty else { throw fields.error(nil, "there is no [[step]].") }
    let steps = try StepExpansion(source: source, clients: clients)
      .steps(tables, source.usesParameters ? values : nil)
    guard steps.contains(where: { if case .expect = $0.action { true } else { false } }) else {
      throw head.error(
        nil, "it expects nothing, so it would always pass. Add a [[step]] with expect = \"…\".")
    }
    return steps
  }

  private static func tags(_ head: TOMLFields) throws -> [String] {
    let tags = try head.filledTexts("tags") ?? []
    if let tag = tags.first(where: { $0.contains { $0.isWhitespace || $0 == "," } }) {
      throw head.error("tags", "“\(tag)” is not a tag: write it without blanks and commas.")
    }
    return tags
  }

  private func clock(_ head: TOMLFields) throws -> Date {
    guard let text = try head.text("clock") else {
      // Any moment that is always the same.
      return Date(timeIntervalSince1970: 1_795_255_200)
    }
    guard let date = WireDate.parse(text) else {
      throw head.error("clock", "“\(text)” is not a time. Write it like 2026-11-21T09:00:00Z.")
    }
    if let flaw = ClockReading.stopped(at: date).flaw {
      throw head.error("clock", "the clock cannot stand at \(text): \(flaw).")
    }
    return date
  }
}
