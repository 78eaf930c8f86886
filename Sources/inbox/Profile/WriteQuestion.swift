import Foundation
import InboxModel
import InboxVendors

/// Asks a person once for each host of a profile whether it may be changed (VE-8), and stores the replies.
nonisolated struct WriteQuestion {
  /// The hosts of the inbox's own server: where one of them may not be changed, nothing is.
  var inbox: [String] = []
  /// The hosts of other servers to which is reported.
  var others: [String] = []
  /// The hosts from which a tracked link is requested when it is followed.
  var links: [String] = []
  /// The name of the person who acts there, for the question.
  let person: String
  /// The file with the replies.
  let path: String
  /// Shows the question and returns the typed line, nil at the end of the input; itself nil where no one can be asked.
  var ask: ((String) -> String?)?
  /// Whether the person is asked now what no reply says yet.
  var asks = true

  var servers: [String] { inbox + others }

  var hosts: [String] { servers + links.filter { !servers.contains($0) } }

  /// The access that the stored replies and a new one give; each host has its own.
  ///
  /// - Throws: ``InboxError/storeUnavailable(path:reason:)`` where the reply cannot be stored.
  func access() throws(InboxError) -> WriteAccess {
    var replies = replies
    // A reply about every OneLink is one about each.
    let coversOneLinks = replies[EmailLinkPolicy.anyOneLink] != nil
    let open = hosts.filter { replies[$0] == nil && !(coversOneLinks && EmailLinkPolicy.isShared($0)) }
    var why = "you have not been asked for permission yet"
    // Where the inbox's own server may not be changed nothing is, whatever the reply about another host.
    if asks, !open.isEmpty, !inbox.contains(where: { replies[$0] == false }) {
      let names = open.joined(separator: " and ")
      if ask == nil {
        let deed =
          open.contains(where: servers.contains)
          ? "\(names) may be changed" : "links of \(names) may be requested"
        why =
          "no terminal to ask whether \(deed); writes = \"allow\" in the profile allows it"
      } else if let line = ask?(text(about: open)) {
        let isAllowed = ["y", "yes"].contains(line.trimmingCharacters(in: .whitespaces).lowercased())
        // Another program may have had a reply meanwhile.
        replies = self.replies.merging(open.map { ($0, isAllowed) }) { $1 }
        try remember(replies)
      } else {
        why = "the question about \(names) was not answered"
      }
    }
    var access = WriteAccess(allowed: Set(replies.filter(\.value).keys), allowsOthers: false)
    for host in replies.keys + open where replies[host] != true {
      access.refused[host] =
        replies[host] == nil
        ? why : "you did not allow it for \(host); writes = \"allow\" in the profile does"
    }
    access.withholding = inbox.filter { asks || replies[$0] != nil }.compactMap { access.refused[$0] }.first
    return access
  }

  private func text(about open: [String]) -> String {
    let servers = open.filter(self.servers.contains)
    let links = open.filter { !servers.contains($0) }
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

  /// The person's earlier replies by host: lines with a word and the hosts that it is about.
  private var replies: [String: Bool] {
    guard let data = FileManager.default.contents(atPath: path) else { return [:] }
    var replies: [String: Bool] = [:]
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let writes = words.first.flatMap({ Writes(rawValue: $0) }) else { continue }
      for host in words.dropFirst() { replies[host] = writes == .allow }
    }
    return replies
  }

  private func remember(_ replies: [String: Bool]) throws(InboxError) {
    try StateFolder.make((path as NSString).deletingLastPathComponent)
    do {
      // Refusals first: earlier versions take the first word for the reply about every host.
      let lines = [Writes.never, .allow].compactMap { word -> String? in
        let hosts = replies.filter { $0.value == (word == .allow) }.keys.sorted()
        return hosts.isEmpty ? nil : ([word.rawValue] + hosts).joined(separator: " ") + "\n"
      }
      try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
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
