package import InboxModel

/// Commands and filters that were typed, the newest last.
package struct HistoryLines: Hashable, Sendable, Codable {
  package var commands: [String]
  package var filters: [String]

  package init(commands: [String] = [], filters: [String] = []) {
    self.commands = commands
    self.filters = filters
  }

  /// How many of each are remembered.
  package static let most = 200
  /// The most bytes of one line, more than any input takes; a longer line in a file is left out.
  package static let longest = 4_096

  /// Older and newer lines, each once, at the place where it was typed last, and no more than are remembered.
  package static func joined(_ old: [String], _ new: [String]) -> [String] {
    let fresh = Set(new)
    let lines = old.filter { !fresh.contains($0) } + new
    return Array(lines.filter { $0.utf8.count <= longest }.suffix(most))
  }

  /// The lines that may be stored beyond the run: no secret, and nothing personal among the commands, which all persons
  /// share.
  package func lasting(by mask: SecretMask) -> HistoryLines {
    func isHarmless(_ line: String) -> Bool { mask.text(line) == line }
    return HistoryLines(
      commands: commands.filter { isHarmless($0) && Self.isImpersonal($0) },
      filters: filters.filter(isHarmless))
  }

  /// Whether a command names no one and does not reveal what a person looked for.
  static func isImpersonal(_ command: String) -> Bool {
    !["user ", "filter ", "compare "].contains { command.hasPrefix($0) }
  }
}
