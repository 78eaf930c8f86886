/// A picture of the screen as a recording keeps it.
public struct RecordedFrame: Hashable, Sendable {
  /// The rows as text; nil for the same text as in the picture before.
  public var lines: [String]?
  /// A fingerprint of colours and attributes, where it is known.
  public var styles: String?

  /// Makes a picture.
  public init(lines: [String]?, styles: String? = nil) {
    self.lines = lines
    self.styles = styles
  }

  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    members["lines"] = lines.map { .array($0.map { .string($0) }) }
    members["styles"] = styles.map { .string($0) }
    return members
  }

  init(_ fields: inout RecordingFields) throws(RecordingFlaw) {
    lines = fields.rest["lines"] == nil ? nil : try fields.texts("lines")
    styles = fields.optionalText("styles")
  }

  func masked(by mask: SecretMask) -> RecordedFrame {
    RecordedFrame(lines: lines?.map(mask.text), styles: styles)
  }
}
