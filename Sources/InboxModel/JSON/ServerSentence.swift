public import struct Foundation.Data

/// What the body of a failure says, as a sentence.
public enum ServerSentence {
  /// Where servers write it, the best first.
  private static let members = [
    "msg", "message", "error_description", "detail", "error", "errors", "reason", "title",
  ]

  /// The sentence in a JSON body; nil for another body, and where it holds none.
  public static func text(in body: Data) -> String? {
    do { return text(try JSONValue.parse(body), depth: 0) } catch { return nil }
  }

  private static func text(_ value: JSONValue, depth: Int) -> String? {
    switch value {
    case .string(let text): return text.isEmpty ? nil : text
    case .array(let values):
      guard depth > 0, depth < 4 else { return nil }
      let texts = values.compactMap { text($0, depth: depth + 1) }
      return texts.isEmpty ? nil : texts.joined(separator: "; ")
    case .object where depth < 4:
      for name in members {
        if let member = value[name], let text = text(member, depth: depth + 1) { return text }
      }
      // Errors by the names of fields.
      guard depth > 0, case .object(let fields) = value else { return nil }
      return text(.array(fields.sorted { $0.key < $1.key }.map(\.value)), depth: depth)
    default: return nil
    }
  }
}
