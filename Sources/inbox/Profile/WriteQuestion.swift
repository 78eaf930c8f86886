import Foundation
import InboxModel

/// Asks a person once for each profile whether servers beyond this machine may be changed (VE-8), and stores the reply.
nonisolated struct WriteQuestion {
  /// The servers, by their hosts.
  let hosts: [String]
  /// The name of the person who acts there, for the question.
  let person: String
  /// The file with the reply.
  let path: String
  /// Shows the question and returns the typed line, nil at the end of the input; itself nil where no one can be asked.
  var ask: ((String) -> String?)?

  /// The clause for a run in which no one can be asked.
  var unasked: String {
    "no terminal to ask whether \(names) may be changed; writes = \"allow\" in the profile allows it"
  }

  private var refused: String {
    "you did not allow it for \(names); writes = \"allow\" in the profile does"
  }

  private var names: String { hosts.joined(separator: " and ") }

  /// The access that the stored reply or a new one gives.
  ///
  /// - Throws: ``InboxError/storeUnavailable(path:reason:)`` where the reply cannot be stored.
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

  /// The person's earlier reply about these servers; nil where there is none, or it was about others.
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

  /// The question at the terminal; nil where no person is there.
  static var terminal: ((String) -> String?)? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    return { question in
      Output.ask(question)
      return readLine()
    }
  }
}
