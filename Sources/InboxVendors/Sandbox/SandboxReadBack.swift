package import struct Foundation.Data
package import struct Foundation.UUID
package import InboxCore

/// What a sandbox says that it got of displays and opens of Responsys (SB-5, VE-14).
package enum SandboxReadBack {
  /// The port.
  package static func port(_ sandbox: SandboxCommander) -> ReadBack {
    ReadBack([.display, .open], settling: 0, resolution: 0.001) { identity, _ async throws(InboxError) in
      try page(try await sandbox.receipts(), of: identity)
    }
  }

  /// Reads the response to `GET /sandbox/receipts`.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when it is not one.
  package static func page(_ body: Data, of identity: Identity) throws(InboxError) -> ReadBack.Page {
    let value = try JSONValue.parse(body)
    guard let engagements = value["engagements"]?.elements, let generation = value["generation"]?.integer
    else { throw .invalidPayload("the receipts lack engagements or generation") }
    var page = ReadBack.Page(events: [])
    for record in engagements where record["identity"]?.text == identity.storageKey {
      guard let name = record["type"]?.text, let kind = RecordedEvent.Kind(rawValue: name),
        let id = record["id"]?.text.flatMap(UUID.init(uuidString:))
      else { throw .invalidPayload("a receipt lacks id or type") }
      let event = RecordedEvent(
        kind, name: name, identity: identity, id: id,
        message: record["message_id"]?.text.map { MessageID($0) },
        time: record["ts"]?.text.flatMap(WireDate.parse))
      page.events += Array(repeating: event, count: max(1, min(record["count"]?.integer ?? 1, 1_000)))
    }
    // The first generation holds whatever comes, however old it is.
    if generation > 1 { page.since = value["began"]?.text.flatMap(WireDate.parse) }
    if page.since != nil { page.limit = "the receipts of the sandbox were reset then" }
    return page
  }
}

extension ReadBack {
  /// The same port for a vendor that a sandbox plays: nothing from before a reset of its receipts is there.
  package func limited(by sandbox: SandboxCommander) -> ReadBack {
    var limited = self
    limited.events = { [events] identity, since async throws(InboxError) in
      var page = try await events(identity, since)
      let reset = try SandboxReadBack.page(try await sandbox.receipts(), of: identity)
      if let began = reset.since, began >= page.since ?? began {
        (page.since, page.limit) = (began, reset.limit)
      }
      return page
    }
    return limited
  }
}
