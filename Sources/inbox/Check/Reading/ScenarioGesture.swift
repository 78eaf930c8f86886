import InboxCore
import InboxModel
import InboxTOML

/// What a person does with a message of a scenario, by its id.
nonisolated struct ScenarioGesture: Sendable {
  enum Kind: Sendable {
    case open
    case close(EngagementGesture.Closing, by: EngagementGesture.Link?)
    case click(EngagementGesture.Link)
    case mark(read: Bool)
    case delete
  }

  var kind: Kind
  var message: String
  /// Its center, where several have the id.
  var center: String?

  static let verbs = ["open", "close", "click", "mark", "delete"]

  private enum Mark: String, CaseIterable {
    case read, unread
  }

  /// Reads the step of a verb; nil where the verb is not one of ``verbs``.
  init?(_ verb: String, _ message: String, _ fields: TOMLFields) throws(TOMLFileError) {
    func allow(_ keys: [String] = []) throws(TOMLFileError) {
      try fields.allow(only: [verb, "center", "client"] + keys)
    }
    switch verb {
    case "open":
      try allow()
      kind = .open
    case "close":
      try allow(["by", "url"])
      let closing = try fields.choice("by", of: EngagementGesture.Closing.self) ?? .back
      let url = try fields.filledText("url")
      if closing != .link, url != nil {
        throw fields.error("url", "only by = \"link\" has one. Leave url out, or write by = \"link\".")
      }
      kind = .close(closing, by: url.map { .init($0) })
    case "click":
      try allow(["url", "label"])
      let label = try fields.filledText("label")
      kind = .click(.init(try fields.requiredText("url"), label: label))
    case "mark":
      try allow(["as"])
      kind = .mark(read: try fields.choice("as", of: Mark.self) ?? .read == .read)
    case "delete":
      try allow()
      kind = .delete
    default: return nil
    }
    self.message = message
    center = try fields.filledText("center")
  }

  /// Performs the gesture.
  ///
  /// - Throws: what the core throws, such as ``InboxError/unknownMessage(_:)``.
  func perform(on core: MessageCenter) async throws {
    let key = try await core.key(
      message, in: center.map { CenterName($0) }, remedy: "Add center = \"…\" to the step.")
    switch kind {
    case .open: _ = try await core.open(key)
    case .close(let closing, let link): try await core.closed(key, closing, by: link)
    case .click(let link): try await core.clicked(link, in: key)
    case .mark(let isRead): try await core.mark(key, read: isRead)
    case .delete: try await core.setDeleted(key, true)
    }
  }
}
