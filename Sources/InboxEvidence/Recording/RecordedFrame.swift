import InboxModel

/// A picture of the screen as a recording keeps it: fingerprints, which a replay compares.
///
/// Not the text: a secret that is wrapped over two rows could not be masked in it.
package struct RecordedFrame: Hashable, Sendable {
  /// A fingerprint of the text; nil for the same picture as before.
  package var text: String?
  /// A fingerprint of colours and attributes.
  package var styles: String?

  package init(text: String?, styles: String? = nil) {
    self.text = text
    self.styles = styles
  }

  var members: [String: JSONValue] { .init(["text": text, "styles": styles]) }

  init(_ fields: inout RecordingFields) {
    text = fields.optionalText("text")
    styles = fields.optionalText("styles")
  }
}
