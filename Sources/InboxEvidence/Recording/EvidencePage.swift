import InboxCore
package import InboxModel

/// A recording as a Markdown page for a ticket: what was run, the keys, why what happened, the requests.
///
/// Secrets are masked on the way in, and no text of a message can be markup.
package struct EvidencePage: Hashable, Sendable {
  /// How many characters of a body are shown.
  package static let bodyLimit = 20_000

  package let title: String
  private(set) var recording: Recording

  package init(title: String, _ recording: Recording, mask: SecretMask = SecretMask()) {
    self.title = mask.text(title)
    self.recording = recording
    for index in recording.entries.indices {
      self.recording.entries[index].line = recording.entries[index].line.masked(by: mask)
    }
  }

  package var markdown: String {
    let parts = [
      ["# " + MarkdownText.inline(title)], facts, table("Keys", ["t", "key"], keys),
      table("Why", ["t", "what", "message", "badge", "why"], reasons),
      table(
        "Requests", ["#", "time", "method", "path", "status", "ms", "bytes"],
        recording.exchanges.map(Self.row)),
      bodies,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var facts: [String] {
    var facts: [String] = []
    let lines = recording.lines
    if let first = lines.first, let last = lines.last {
      let span = Self.seconds(last.milliseconds - first.milliseconds)
      facts.append("When: \(WireDate.format(first.time)), for \(span) s")
    }
    for line in lines {
      switch line.content {
      case .start(let start): facts += Self.facts(start)
      case .journal(let entry) where entry.label == "clock":
        facts.append(
          "Clock at \(Self.seconds(line.milliseconds)) s: \(WireDate.format(entry.time)), \(entry.why)")
      case .end(let status): facts.append("Exit status: \(status)")
      default: break
      }
    }
    facts += recording.problems.map { "Not in the recording: \($0)" } + [recording.endless].compactMap(\.self)
    return facts.map { "- " + MarkdownText.inline($0) }
  }

  private static func facts(_ start: RecordingStart) -> [String] {
    let terminal =
      start.columns.flatMap { columns in start.rows.map { "\(columns)×\($0)" } } ?? "of unknown size"
    return [
      "Run: \((["inbox"] + start.arguments).joined(separator: " "))",
      "Program: inbox \(start.program), profile \(start.profile), screen \(terminal)"
        + (start.seed.map { ", seed \($0)" } ?? ""),
    ]
  }

  private var keys: [[String]] {
    recording.lines.compactMap { line in
      guard case .key(let notation) = line.content else { return nil }
      return [Self.seconds(line.milliseconds), notation]
    }
  }

  /// What people argue about; that a fetch went well is seen in the requests.
  private var reasons: [[String]] {
    let minor: Set = ["fetch", "rich", "note", "clock"]
    return recording.lines.compactMap { line in
      guard case .journal(let entry) = line.content, entry.isFailure || !minor.contains(entry.label) else {
        return nil
      }
      let what = entry.verdict.map { "\(entry.label) \($0.rawValue)" } ?? entry.label
      let message = entry.message.map { id in "\(entry.center.map { "\($0) / " } ?? "")\(id)" }
      let badge = entry.badge.map { "\($0.local), server \($0.server.map(String.init) ?? "unknown")" }
      return [
        Self.seconds(line.milliseconds), what + (entry.isFailure ? ", failed" : ""),
        message ?? entry.center?.rawValue ?? "", badge ?? "", entry.why,
      ]
    }
  }

  private static func row(_ exchange: HTTPExchange) -> [String] {
    let status =
      [exchange.status.map(String.init), exchange.error].compactMap(\.self) + (exchange.tap?.remarks ?? [])
    return [
      String(exchange.number), WireDate.format(exchange.started), exchange.method, path(of: exchange.url),
      status.isEmpty ? "none" : status.joined(separator: ", "), String(exchange.milliseconds),
      exchange.responseSize.map(String.init) ?? "",
    ]
  }

  /// The address without scheme and host.
  package static func path(of url: String) -> String {
    guard let link = try? WebLink(url) else { return url }
    return (link.path.isEmpty ? "/" : link.path) + (link.query.map { "?" + $0 } ?? "")
  }

  /// `12.345`.
  package static func seconds(_ milliseconds: Int) -> String {
    let (seconds, rest) = max(0, milliseconds).floorDivided(by: 1_000)
    return "\(seconds)." + String(String(rest + 1_000).dropFirst())
  }

  private func table(_ title: String, _ head: [String], _ rows: [[String]]) -> [String] {
    let start = ["## \(title)", ""]
    guard !rows.isEmpty else { return start + ["None recorded."] }
    let rule = "|" + String(repeating: "---|", count: head.count)
    return start + [MarkdownText.row(head), rule] + rows.map(MarkdownText.row)
  }
}
