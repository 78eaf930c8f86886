import Foundation
import InboxModel
import InboxTUI

/// Commands and filters of earlier runs, in a file that only its owner can read.
///
/// Commands belong to the profile; what a person searched for belongs to that person alone (MC-12).
actor HistoryFile {
  private struct Content: Codable {
    var commands: [String] = []
    var filters: [String: [String]] = [:]
  }

  /// For how many persons filters are stored; those of others are dropped.
  private static let persons = 20
  private let path: String
  private let secrets: SecretBook
  private let spelling: (@Sendable (Identity) -> Identity)?
  /// Whether a failed write was reported: once is enough.
  private var hasComplained = false

  /// - Parameters:
  ///   - secrets: A line with one of them is not kept.
  ///   - spelling: As ``BackEnd/spelling``; lines of another spelling of a person are that person's.
  init(
    folder: String, secrets: SecretBook = SecretBook(), spelling: (@Sendable (Identity) -> Identity)? = nil
  ) {
    path = folder + "/history.json"
    self.secrets = secrets
    self.spelling = spelling
  }

  func lines(of person: Identity) -> HistoryLines {
    let content = read()
    return HistoryLines(commands: content.commands, filters: content.filters[person.storageKey] ?? [])
  }

  /// - Returns: why it cannot be stored, as a sentence, only the first time.
  func remember(_ typed: HistoryLines, of person: Identity) -> String? {
    let lines = typed.lasting(by: secrets.mask)
    guard !lines.commands.isEmpty || !lines.filters.isEmpty else { return nil }
    var content = read()
    content.commands = HistoryLines.joined(content.commands, lines.commands)
    if !lines.filters.isEmpty {
      let key = person.storageKey
      content.filters[key] = HistoryLines.joined(content.filters[key] ?? [], lines.filters)
      for other in content.filters.keys.sorted() where content.filters.count > Self.persons && other != key {
        content.filters[other] = nil
      }
    }
    do {
      try JSONEncoder.sorted.encode(content).write(to: URL(fileURLWithPath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return nil
    } catch {
      guard !hasComplained else { return nil }
      hasComplained = true
      return "Typed lines are remembered only until you quit: \(path) cannot be written."
    }
  }

  /// The stored lines that may be stored: an earlier version knew fewer secrets, and the next write removes what it kept.
  ///
  /// A file that cannot be read counts as empty, and the next line replaces it.
  private func read() -> Content {
    guard let data = FileManager.default.contents(atPath: path) else { return Content() }
    guard var content = try? JSONDecoder().decode(Content.self, from: data) else { return Content() }
    let mask = secrets.mask
    content.commands = HistoryLines(commands: content.commands).lasting(by: mask).commands
    content.filters = content.filters.mapValues { HistoryLines(filters: $0).lasting(by: mask).filters }
    guard let spelling else { return content }
    for (key, lines) in content.filters.sorted(by: { $0.key < $1.key }) {
      guard let person = Identity(storageKey: key).map(spelling)?.storageKey, person != key else { continue }
      content.filters[key] = nil
      content.filters[person] = HistoryLines.joined(lines, content.filters[person] ?? [])
    }
    return content
  }
}
