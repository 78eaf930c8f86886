package import struct Foundation.Data
package import struct Foundation.UUID
package import InboxCore
package import InboxModel

/// What a sandbox says that it got of displays and opens of Responsys (SB-5, VE-14).
package enum SandboxReadBack {
  package static func port(_ sandbox: SandboxCommander) -> ReadBack {
    ReadBack([.display, .open], settling: 0, resolution: 0.001) { identity, _ async throws(InboxError) in
      do throws(InboxError) {
        var page = try page(try await sandbox.receipts(of: identity), of: identity)
        page.generation?.leeway = sandbox.leeway
        return page
      } catch { throw sandbox.unread(error) }
    }
  }

  /// Reads the response to `GET /sandbox/receipts`.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when it is not one.
  package static func page(_ body: Data, of identity: Identity) throws(InboxError) -> ReadBack.Page {
    let value = try JSONValue.parse(body)
    guard let engagements = value["engagements"]?.elements, value["generation"]?.integer != nil
    else { throw .invalidPayload("the receipts lack engagements or generation") }
    var page = ReadBack.Page(events: [])
    for record in engagements where record["identity"]?.text.flatMap(Identity.init(storageKey:)) == identity {
      guard let name = record["type"]?.text, let kind = RecordedEvent.Kind(rawValue: name),
        let id = record["id"]?.text.flatMap(UUID.init(uuidString:))
      else { throw .invalidPayload("a receipt lacks id or type") }
      let event = RecordedEvent(
        kind, name: name, identity: identity, id: id,
        message: record["message_id"]?.text.map { MessageID($0) },
        time: record["ts"]?.text.flatMap(WireDate.parse))
      page.events += Array(repeating: event, count: max(1, min(record["count"]?.integer ?? 1, 1_000)))
    }
    page.limit(by: value, ["engagements"])
    return page
  }
}

extension ReadBack.Page {
  /// Takes over how far the receipts of a sandbox reach back: to their last reset, and to what it still keeps (TS-6).
  ///
  /// - Parameters:
  ///   - receipts: The response to `GET /sandbox/receipts`.
  ///   - kinds: The lists in it that the events come from.
  fileprivate mutating func limit(by receipts: JSONValue, _ kinds: [String]) {
    generation = ReceiptGeneration(receipts)
    var reasons = [limit].compactMap(\.self)
    // The first generation holds whatever comes, however old it is.
    if generation?.span.since != nil { reasons.append("the receipts of the sandbox were reset then") }
    // No sandbox has had so many, and the sum of what a server says is never too large.
    let counts = kinds.compactMap { receipts["expired"]?[$0]?.integer }
    expiredCount = counts.reduce(0) { $0 + min(max(0, $1), 1 << 40) }
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
        page.limit(by: try JSONValue.parse(try await sandbox.receipts(limit: 0)), ["events", "tracking"])
        page.generation?.leeway = sandbox.leeway
        return page
      } catch { throw sandbox.unread(error) }
    }
    return limited
  }
}
