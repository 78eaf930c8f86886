package import InboxCore

/// The pictures of messages that were loaded in this run.
package struct PictureShelf: Equatable, Sendable {
  /// The pictures of one message.
  package struct Message: Equatable, Sendable {
    /// What came of each, by its place: 0 is the icon.
    package var outcomes: [Int: PictureOutcome] = [:]
    /// Those inside the message that are being decoded.
    var decoding: Set<Int> = []
    /// Whether the person has hidden them.
    package var isHidden = false
    /// Whether requests for them are under way.
    package var isLoading = false
    /// Whether hosts were asked for some: their sender can know that the message is read.
    package var wasAsked = false
  }

  /// What there is of each message.
  package var messages: [MessageKey: Message] = [:]
  /// What the person was asked about last.
  package struct Question: Equatable, Sendable {
    /// The message.
    package var key: MessageKey
    /// The addresses whose hosts were named.
    package var sources: [String]
  }

  /// The question that is open.
  package var question: Question?

  package init() {}

  package subscript(key: MessageKey) -> Message {
    get { messages[key] ?? Message() }
    set { messages[key] = newValue }
  }
}
