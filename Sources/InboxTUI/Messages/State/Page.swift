package import InboxModel

/// The content for the person's pager: JSON that steers no terminal, whatever the pager does with it.
package struct Page: Equatable, Sendable {
  /// The name of its file, which the pager shows.
  package var name: String
  package var text: String

  /// - Parameters:
  ///   - kind: The first word of the file's name.
  ///   - subject: What it is about; of it stays what can be part of a file's name.
  ///   - json: The text, with or without a line's end.
  init(_ kind: String, _ subject: String, json: String) {
    let word = subject.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    name = [kind, String(word.prefix(60))].filter { !$0.isEmpty }.joined(separator: "-") + ".json"
    // What cannot be parsed as JSON is shown as received, without what would steer a terminal.
    text = JSONValue.harmless(json) + (json.hasSuffix("\n") ? "" : "\n")
  }
}

package enum MessageEvent: FeatureEvent {
  case detailLoaded(ArchivedMessage, MessageHistory)
  case opened(MessageKey, ArchivedMessage?)
  case openFailed(MessageKey, InboxError)
  case richLoaded(MessageKey, RichText)
  case richFailed(MessageKey, InboxError)
  /// Whole messages to be copied.
  case messagesRead([ArchivedMessage])
}

/// A message whose JSON was requested before it was read.
struct RequestedMessage: Equatable, Sendable {
  enum Use: Sendable { case page, copy }

  var key: MessageKey
  var use: Use
}
