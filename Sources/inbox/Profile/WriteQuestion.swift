import Foundation
import InboxModel

/// Asks a person once for each profile whether hosts beyond this machine may be changed (VE-8), and stores the reply.
nonisolated struct WriteQuestion {
  /// The hosts of the inbox's own server: where one of them may not be changed, nothing is.
  var inbox: [String] = []
  /// The hosts of other servers to which is reported.
  var others: [String] = []
  /// The hosts from which a tracked link is requested when it is followed.
  var links: [String] = []
  /// The name of the person who acts there, for the question.
  let person: String
  /// The file with the reply.
  let path: String
  /// Shows the question and returns the typed line, nil at the end of the input; itself nil where no one can be asked.
  var ask: ((String) -> String?)?

  private var servers: [String] { inbox + others }

  var hosts: [String] { servers + links.filter { !servers.contains($0) } }

  private var names: String { hosts.joined(separator: " and ") }

  /// The clause for a run in which no one can be asked about some of the hosts.
  private func unasked(_ hosts: [String]) -> String {
    "no terminal to ask whether \(hosts.joined(separator: " and ")) may be changed; writes = \"allow\" in the profile "
      + "allows it"
  }

  private var refused: String {
    "you did not allow it for \(names); writes = \"allow\" in the profile does"
  }

  /// The access that the stored reply or a new one gives.
  ///
  /// - Throws: ``InboxError/storeUnavailable(path:reason:)`` where the reply cannot be stored.
  func access() throws(InboxError) -> WriteAccess {
    let open = unanswered
    guard !open.isEmpty else { return reply?.isAllowed == true ? .all : without(hosts, refused) }
    guard let ask else { return without(open, unasked(open)) }
    guard let line = ask(text) else { return without(open, "the question about \(names) was not answered") }
    let isAllowed = ["y", "yes"].contains(line.trimmingCharacters(in: .whitespaces).lowercased())
    try remember(isAllowed)
    return isAllowed ? .all : without(hosts, refused)
  }

  /// The hosts of which no reply says that they may be changed; none where one says that none may.
  var unanswered: [String] {
    guard let reply else { return hosts }
    let open = hosts.filter { !reply.hosts.contains($0) }
    return open.isEmpty || reply.isAllowed ? open : hosts
  }

  private func without(_ withheld: [String], _ why: String) -> WriteAccess {
    inbox.contains(where: withheld.contains) ? .none(why) : .except(withheld, why)
  }

  private var text: String {
    var sentences: [String] = []
    if !servers.isEmpty {
      sentences.append(
        "inbox reports to \(servers.joined(separator: " and ")), as \(person), what arrives, is seen, opened, followed, "
          + "closed, marked and deleted here, as far as the vendor takes it.")
    }
    if !links.isEmpty {
      sentences.append(
        "A tracked link that is followed here is requested from \(links.joined(separator: " and ")), which counts it as a "
          + "click.")
    }
    let (looks, requests) = (
      "only looks: nothing is reported, marked or deleted there", "no tracked link is requested there"
    )
    sentences.append(
      "“y” allows it for this profile. “n” "
        + (links.isEmpty ? looks : servers.isEmpty ? "means that \(requests)" : "\(looks), and \(requests)")
        + "; writes = \"allow\" in config.toml changes that later. Allow? [y/N]")
    return sentences.joined(separator: " ")
  }

  /// The person's earlier reply, and the hosts that it is about; nil where there is none.
  private var reply: (isAllowed: Bool, hosts: [String])? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    guard let writes = words.first.flatMap({ Writes(rawValue: $0) }) else { return nil }
    return (writes == .allow, Array(words.dropFirst()))
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
