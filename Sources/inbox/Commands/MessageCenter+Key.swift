import InboxCore
import InboxHTML
import InboxModel

extension MessageCenter {
  /// The message of an id that a person gives.
  ///
  /// - Parameter remedy: How to name the center beside the id.
  ///
  /// - Throws: ``InboxError/unknownMessage(_:)``, and ``Exit`` where several centers have the id, or others than the one
  ///   that is named.
  nonisolated func key(
    _ id: String, in center: CenterName?, remedy: String = "Add --center."
  ) async throws -> MessageKey {
    let all = try await find(MessageID(id))
    let keys = all.filter { center == nil || $0.center == center }
    guard let key = keys.first else {
      guard let center, !all.isEmpty else { throw InboxError.unknownMessage(id) }
      let names = all.map { capabilities.name(of: $0.center) }.joined(separator: " and ")
      throw Exit(
        Exit.failed, .unknownMessage(id),
        saying: "“\(id)” is not in \(capabilities.name(of: center)). It is in \(names).")
    }
    guard keys.count == 1 else {
      let names = keys.map(\.center.rawValue).joined(separator: ", ")
      throw Exit(Exit.failed, "“\(id)” is in several lists (\(names)). \(remedy)", kind: "usage")
    }
    return key
  }

  /// - Throws: ``Exit`` where none of the lists was ever fetched, as a check of nothing finds nothing, and where message
  ///   centers are off.
  nonisolated func requireFetched(_ centers: [CenterName]) async throws {
    try await requireEnabled()
    for name in centers where await lastFetch(of: name) != nil { return }
    throw Exit.notReady(
      "Nothing was fetched yet for \(await identity.label), so there is nothing to check. ‘inbox list’ fetches it."
    )
  }

  /// The links of a message: those of its text, then those of its buttons.
  nonisolated func links(of key: MessageKey) async throws -> [RichLink] {
    guard let row = try await message(key) else { throw InboxError.unknownMessage(key.id.rawValue) }
    var text = RichText.plain(row.message.body)
    if row.hasRichContent {
      try HTMLReader.require()
      text = HTMLReader.read(try await richContent(key))
    }
    return text.links(of: row.message)
  }

  /// The sender's label of the link to an address, which an app's click names; nil where no link leads there.
  nonisolated func words(of url: String, in key: MessageKey) async throws -> String? {
    guard HTMLReader.isReady else { return nil }
    do {
      guard let link = try await links(of: key).first(where: { $0.url == url }) else { return nil }
      // The message's own action has no label, even where a button leads to the same address.
      let message = try await message(key)?.message
      let isButton = message?.actions.contains { $0.url == url && $0.title == link.text } == true
      return isButton && message?.deepLink == url ? nil : link.label
    } catch {
      // A click counts without its label; the click itself refuses a message that does not exist.
      return nil
    }
  }
}
