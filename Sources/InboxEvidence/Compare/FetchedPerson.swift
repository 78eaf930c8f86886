package import InboxCore
package import InboxModel

/// What one person was served, fetched for a comparison: nothing of it is stored or reported (QA-2).
package struct FetchedPerson: Sendable {
  /// What the person is called in the comparison: “maria”, “this device in work”.
  package var label: String
  package var identity: Identity
  package var vendor: Capabilities
  /// The lists, as they were served.
  package var pages: [CenterName: FetchedPage]
  /// What the profile's archive remembers of this person's messages, by id; empty where there is no archive.
  package var known: [MessageID: [ArchivedMessage]] = [:]
  /// The messages that this device told the server are read.
  package var readHere: Set<MessageKey> = []
  /// What identifies the campaign of a message (``BackEnd/campaign``).
  package var campaign: @Sendable (Message) -> String?

  package init(
    _ label: String, _ identity: Identity, vendor: Capabilities, pages: [CenterName: FetchedPage],
    campaign: @escaping @Sendable (Message) -> String? = { _ in nil }
  ) {
    self.label = label
    self.identity = identity
    self.vendor = vendor
    self.pages = pages
    self.campaign = campaign
  }

  /// What the archive remembers of a message of a list.
  func remembered(_ id: MessageID, in center: CenterName) -> ArchivedMessage? {
    known[id]?.first { $0.message.center == center } ?? known[id]?.first
  }

  /// Whether the server says when a message was sent.
  func dates(_ message: Message) -> Bool { pages[message.center]?.undated.contains(message.id) != true }

  /// Whether the person has read it: as the server says, else as the archive does; nil where neither is known.
  func isRead(_ message: Message) -> Bool? {
    if let read = pages[message.center]?.read { return read.contains(message.id) }
    return remembered(message.id, in: message.center).map { $0.read != nil }
  }
}
