import Foundation
import InboxModel

/// Asks a person once for each profile whether servers beyond this machine may be changed (VE-8), and remembers it.
nonisolated struct WriteQuestion {
  /// The servers, by their hosts.
  let hosts: [String]
  /// As whom the person acts there, for the question.
  let person: String
  /// The file that remembers it.
  let path: String
  /// Shows the question and returns the line that was typed, nil at the end of the input; itself nil where no one can be
  /// asked.
  var ask: ((String) -> String?)?

  /// The clause for a run in which no one can be asked.
  var unasked: String {
    "no terminal to ask whether \(names) may be changed; writes = \"allow\" in the profile allows it"
  }

  private var refused: String {
    "you did not allow it for \(names); writes = \"allow\" in the profile does"
  }

  private var names: String { hosts.joined(separator: " and ") }

  /// What may be done, from what is remembered or what the person says now.
  ///
  /// - Throws: ``InboxError/storeUnavailable(path:reason:)`` where it cannot be remembered.
  func access() throws(InboxError) -> WriteAccess {
    if let remembered { return remembered ? .all : .none(refused) }
    let question =
      "inbox reports to \(names), as \(person), what arrives, is seen, opened, followed, closed, marked and deleted here, as "
      + "far as the vendor takes it. “y” allows it for this profile. “n” only looks: nothing is reported, marked or deleted "
      + "there; writes = \"allow\" in config.toml changes that later. Allow? [y/N]"
    guard let ask else { return .none(unasked) }
    guard let line = ask(question) else { return .none("the question about \(names) was not answered") }
    let isAllowed = ["y", "yes"].contains(line.trimmingCharacters(in: .whitespaces).lowercased())
    try remember(isAllowed)
    return isAllowed ? .all : .none(refused)
  }

  /// What the person said of these servers before; nil where they were not asked, or about other ones.
  var remembered: Bool? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    guard Array(words.dropFirst()) == hosts else { return nil }
    return words.first.flatMap { Writes(rawValue: $0) }.map { $0 == .allow }
  }

  private func remember(_ isAllowed: Bool) throws(InboxError) {
    let word = isAllowed ? Writes.allow : .never
    try StateFolder.make((path as NSString).deletingLastPathComponent)
    do {
      let text = ([word.rawValue] + hosts).joined(separator: " ") + "\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    } catch {
      throw .storeUnavailable(path: path, reason: "what you allowed cannot be remembered")
    }
  }

  /// The person at the terminal; nil where there is none.
  static var terminal: ((String) -> String?)? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    return { question in
      Output.ask(question)
      return readLine()
    }
  }
}
