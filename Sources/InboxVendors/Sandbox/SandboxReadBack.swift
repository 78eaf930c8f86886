import struct Foundation.UUID
package import InboxCore
import InboxModel

/// What a sandbox says that it got of displays and opens of Responsys (SB-5, VE-14).
package enum SandboxReadBack {
  package static func port(_ sandbox: SandboxCommander) -> ReadBack {
    ReadBack([.display, .open], settling: 0, resolution: 0.001) { identity, _ async throws(InboxError) in
      try await sandbox.receipts(of: identity, into: ReadBack.Page(events: [])) {
        all, page throws(InboxError) in
        try all.add(page, of: identity)
        all.limit(by: page, ["engagements"])
      }
    }
  }
}

extension ReadBack.Page {
  /// Takes over the displays and opens of one person.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` for one that lacks something.
  fileprivate mutating func add(_ page: ReceiptPage, of identity: Identity) throws(InboxError) {
    for piece in page.lists["engagements"] ?? [] {
      let record = try piece.value()
      guard record["identity"]?.text.flatMap(Identity.init(storageKey:)) == identity else { continue }
      guard let name = record["type"]?.text, let kind = RecordedEvent.Kind(rawValue: name),
        let id = record["id"]?.text.flatMap(UUID.init(uuidString:))
      else { throw .invalidPayload("a receipt lacks id or type") }
      let event = RecordedEvent(
        kind, name: name, identity: identity, id: id,
        message: record["message_id"]?.text.map { MessageID($0) },
        time: record["ts"]?.text.flatMap(WireDate.parse))
      events += Array(repeating: event, count: max(1, min(record["count"]?.integer ?? 1, 1_000)))
    }
  }

  /// Takes over how far the receipts of a sandbox reach back: to their last reset, and to what it still keeps (TS-6).
  ///
  /// - Parameters:
  ///   - receipts: The last page of them.
  ///   - kinds: The lists in it that the events come from.
  ///   - own: Why the vendor itself does not reach back further; nil where it does.
  fileprivate mutating func limit(by receipts: ReceiptPage, _ kinds: [String], after own: String? = nil) {
    generation = receipts.generation
    var reasons = [own].compactMap(\.self)
    // The first generation holds whatever comes, however old it is.
    if generation?.span.since != nil { reasons.append("the receipts of the sandbox were reset then") }
    // No sandbox has had so many, and the sum of what a server says is never too large.
    expiredCount = kinds.reduce(0) { $0 + min(max(0, receipts.expired($1)), 1 << 40) }
    if expiredCount > 0 {
      reasons.append(
        "\(expiredCount.grouped) of the sandbox's oldest receipts \(expiredCount == 1 ? "is" : "are") gone")
    }
    limit = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}

extension ReadBack {
  /// The same port for a vendor that a sandbox plays: nothing from before a reset of its receipts is there, and nothing
  /// that it no longer keeps.
  package func limited(by sandbox: SandboxCommander) -> ReadBack {
    var limited = self
    limited.events = { [events] identity, since async throws(InboxError) in
      do throws(InboxError) {
        var page = try await events(identity, since)
        page.limit(by: try await sandbox.receiptLimits(), ["events", "tracking"], after: page.limit)
        return page
      } catch { throw sandbox.unread(error) }
    }
    return limited
  }
}
