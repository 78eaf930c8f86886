/// A record of an answer that could not be read (MC-9), or all that follow the ``most`` that are named.
public struct MalformedMessage: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Its place in the answer, from 0.
  public var index: Int
  /// Its id, when that much could be read.
  public var id: String?
  /// What is wrong with it, as the end of a sentence.
  public var reason: String
  /// How many records it stands for, which are not named; nil for one that is.
  public var unnamed: Int?

  /// Of how many records of an answer each is named: an answer of nothing else has millions.
  public static let most = 1_000

  /// Makes a note of a bad record.
  public init(index: Int, id: String?, reason: String, unnamed: Int? = nil) {
    self.index = index
    self.id = id
    self.reason = reason
    self.unnamed = unnamed
  }

  /// Notes what keeps a record from being read.
  init(index: Int, _ record: JSONPiece, _ error: InboxError) {
    let reason = if case .invalidPayload(let text) = error { text } else { error.description }
    self.init(index: index, id: record.text("id"), reason: reason)
  }

  /// Reads records one by one, so that a bad one costs no other.
  static func sort<Value>(
    _ records: [JSONPiece], _ read: (JSONPiece) throws(InboxError) -> Value
  ) -> (good: [Value], bad: [Self]) {
    var (good, bad, unnamed): ([Value], [Self], Int) = ([], [], 0)
    for (index, record) in records.enumerated() {
      do throws(InboxError) { good.append(try read(record)) } catch {
        if bad.count < most { bad.append(Self(index: index, record, error)) } else { unnamed += 1 }
      }
    }
    guard unnamed > 0 else { return (good, bad) }
    // It has no id, so nothing can be said of the absence of a message.
    let reason = "\(unnamed) more \(unnamed == 1 ? "record" : "records") cannot be read"
    bad.append(Self(index: records.count, id: nil, reason: reason, unnamed: unnamed))
    return (good, bad)
  }

  /// What it is called in a sentence: its id, else its place.
  public var name: String { id.map { "“\($0)”" } ?? "number \(index + 1)" }

  /// What is said of it, as a sentence without its full stop.
  public var description: String {
    unnamed == nil ? "message \(name) was left out: \(reason)" : reason
  }
}

extension [MalformedMessage] {
  /// How many records could not be read.
  public var recordCount: Int { reduce(0) { $0 + ($1.unnamed ?? 1) } }
}
