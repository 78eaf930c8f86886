package import struct Foundation.Date
package import InboxCore
package import InboxModel

/// A ``JournalEntry`` as a recording keeps it: what a person reads, without the types behind it.
package struct RecordedEntry: Hashable, Sendable {
  /// Counts up within a run.
  package var number: Int
  /// When, by the clock that the program follows.
  package var time: Date
  /// The kind in one word.
  package var label: String
  /// What became of an attempt.
  package var verdict: JournalEntry.Verdict?
  package var isFailure: Bool
  package var center: CenterName?
  package var message: MessageID?
  /// Both numbers afterwards, for a badge line.
  package var badge: BadgeState?
  /// What was asked, for a fetch; the link, for one that was followed.
  package var url: String?
  /// How many bytes were received, for a fetch.
  package var bytes: Int?
  /// The SDK's number of an error.
  package var code: Int?
  /// Why, as a person reads it.
  package var why: String
  /// The beginning of a response that could not be used.
  package var body: String?

  /// Takes over what an entry says.
  package init(_ entry: JournalEntry) {
    number = entry.number
    time = entry.time
    label = entry.label
    isFailure = entry.isFailure
    center = entry.message?.center
    message = entry.message?.id
    code = entry.code
    why = entry.why
    body = entry.body
    verdict = entry.verdict
    url = entry.link
    switch entry.kind {
    case .badge(let state, _): badge = state
    case .fetch(let name, let url, let bytes, _):
      center = name
      self.url = url
      self.bytes = bytes
    default: break
    }
  }

  /// The members of an entry's line.
  package var members: [String: JSONValue] {
    .init([
      "number": number, "time": WireDate.format(time), "label": label, "failed": isFailure, "why": why,
      "verdict": verdict?.rawValue, "center": center?.rawValue, "message": message?.rawValue,
      "local": badge?.local, "server": badge?.server, "url": url, "code": code, "bytes": bytes, "body": body,
    ])
  }

  /// Reads ``members`` back.
  init(_ fields: inout RecordingFields) throws(RecordingFlaw) {
    number = try fields.integer("number")
    time = try fields.date("time")
    label = try fields.text("label")
    why = try fields.text("why")
    isFailure = fields.optionalFlag("failed") ?? false
    if let name = fields.optionalText("verdict") {
      guard let known = JournalEntry.Verdict(rawValue: name) else {
        throw RecordingFlaw("there is no verdict “\(name.prefix(40))”")
      }
      verdict = known
    }
    center = fields.optionalText("center").map { CenterName($0) }
    message = fields.optionalText("message").map { MessageID($0) }
    if let local = fields.optionalInteger("local") {
      badge = BadgeState(local: local, server: fields.optionalInteger("server"))
    }
    url = fields.optionalText("url")
    bytes = fields.optionalInteger("bytes")
    code = fields.optionalInteger("code")
    body = fields.optionalText("body")
  }

  func masked(by mask: SecretMask) -> RecordedEntry {
    var entry = self
    entry.center = center.map { CenterName(mask.known(in: $0.rawValue)) }
    entry.message = message.map { MessageID(mask.known(in: $0.rawValue)) }
    entry.why = mask.text(why)
    entry.url = url.map(mask.url)
    entry.body = body.map(mask.text)
    return entry
  }
}
