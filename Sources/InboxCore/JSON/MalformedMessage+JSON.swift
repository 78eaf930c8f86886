extension MalformedMessage {
  /// Says what keeps a record from being read.
  init(index: Int, _ record: JSONPiece, _ error: InboxError) {
    let reason = if case .invalidPayload(let text) = error { text } else { error.description }
    self.init(index: index, id: record.text("id"), reason: reason)
  }

  /// Reads records one by one, so that a bad one costs no other.
  public static func sort<Value>(
    _ records: [JSONPiece], _ read: (JSONPiece) throws(InboxError) -> Value
  ) -> (good: [Value], bad: [Self]) {
    var (good, bad, unnamed): ([Value], [Self], Int) = ([], [], 0)
    for (index, record) in records.enumerated() {
      do throws(InboxError) { good.append(try read(record)) } catch {
        if bad.count < most { bad.append(Self(index: index, record, error)) } else { unnamed += 1 }
      }
    }
    if unnamed > 0 { bad.append(.unnamed(unnamed, index: records.count)) }
    return (good, bad)
  }
}
