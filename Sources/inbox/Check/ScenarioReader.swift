import Foundation
import InboxCore
import InboxSandbox
import InboxTOML
import InboxTUI

/// Reads scenario files (TOML); what is wrong is reported with line and column.
nonisolated struct ScenarioReader {
  let file: String
  private let folder: String

  static func read(_ path: String) throws -> Scenario {
    try read(text: TextFile.read(path), path: path)
  }

  /// Reads the text of a file; what it names lies beside it.
  static func read(text: String, path: String) throws -> Scenario {
    try ScenarioReader(path).read(TOMLFields.parse(text, file: path))
  }

  private init(_ path: String) {
    file = path
    folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  private func read(_ fields: TOMLFields) throws -> Scenario {
    let own = try CampaignFile.read(fields, besides: ["scenario", "step"], folder: folder)
    if own == nil { try fields.allow(only: ["scenario", "step"]) }
    guard let head = try fields.inner("scenario") else {
      throw fields.error(nil, "there is no [scenario]. Every scenario begins with one.")
    }
    try head.allow(only: [
      "name", "vendor", "clock", "seed", "size", "user", "session-ends-on-open", "badge-maximum", "campaigns",
    ])
    let files = try (head.texts("campaigns") ?? []).map { name in
      try CampaignFile.read(path: name.hasPrefix("/") ? name : folder + "/" + name, shown: name)
    }
    let steps = try fields.list("step")
    guard !steps.isEmpty else { throw fields.error(nil, "there is no [[step]].") }
    let read = try steps.map(StepReader.read)
    guard read.contains(where: { if case .expect = $0.action { true } else { false } }) else {
      throw head.error(
        nil, "it expects nothing, so it would always pass. Add a [[step]] with expect = \"…\".")
    }
    let vendor = try head.choice("vendor", of: SandboxVendor.self)
    let user = vendor == nil ? try head.text("user") : try head.filledText("user")
    if let vendor, user == nil {
      throw head.error("vendor", "\(vendor.rawValue) has no inbox for a device. Say who reads: user = \"…\".")
    }
    return Scenario(
      file: file, name: try head.requiredText("name"), clock: try clock(head),
      seed: UInt64(try head.whole("seed", 0...Int.max) ?? 1), size: try size(head),
      vendor: vendor, user: user,
      sessionEndsOnOpen: try head.flag("session-ends-on-open") ?? false,
      maximumBadge: try head.whole("badge-maximum", 1...Int.max) ?? SandboxOptions.usualMaximumBadge,
      campaigns: files + (own.map { [$0] } ?? []), steps: read)
  }

  private func clock(_ head: TOMLFields) throws -> Date {
    guard let text = try head.text("clock") else {
      // Any moment that is always the same.
      return Date(timeIntervalSince1970: 1_795_255_200)
    }
    guard let date = WireDate.parse(text) else {
      throw head.error("clock", "“\(text)” is no time. Write it like 2026-11-21T09:00:00Z.")
    }
    if let flaw = ClockReading.stopped(at: date).flaw {
      throw head.error("clock", "the clock cannot stand at \(text): \(flaw).")
    }
    return date
  }

  private func size(_ head: TOMLFields) throws -> Size {
    let text = try head.text("size") ?? "100x30"
    let parts = text.split(separator: "x").map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...500).contains(columns),
      (1...200).contains(rows)
    else { throw head.error("size", "“\(text)” is no size. Write it like 100x30.") }
    return Size(columns: columns, rows: rows)
  }
}
