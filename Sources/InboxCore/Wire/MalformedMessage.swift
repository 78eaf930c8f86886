/// A record of an answer that could not be read (MC-9).
public struct MalformedMessage: Hashable, Sendable, Codable {
  /// Its place in the answer, from 0.
  public var index: Int
  /// Its id, when that much could be read.
  public var id: String?
  /// What is wrong with it, as the end of a sentence.
  public var reason: String

  /// Makes a note of a bad record.
  public init(index: Int, id: String?, reason: String) {
    self.index = index
    self.id = id
    self.reason = reason
  }

  /// Notes what keeps a record from being read.
  init(index: Int, _ record: JSONPiece, _ error: InboxError) {
    let reason = if case .invalidPayload(let text) = error { text } else { error.description }
    self.init(index: index, id: record.text("id"), reason: reason)
  }

  /// What it is called in a sentence: its id, else its place.
  public var name: String { id.map { "“\($0)”" } ?? "number \(index + 1)" }
}
