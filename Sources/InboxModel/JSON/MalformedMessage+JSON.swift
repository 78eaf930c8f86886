extension MalformedMessage {
  /// Says what keeps a record from being read.
  init(index: Int, id: String?, _ error: InboxError) {
    let reason = if case .invalidPayload(let text) = error { text } else { error.description }
    self.init(index: index, id: id, reason: reason)
  }

  /// Reads records one by one, so that a bad one costs no other.
  ///
  /// - Parameters:
  ///   - id: Names a record that cannot be read.
  ///   - title: The words of its row, for one without an id.
  public static func sort<Value>(
    _ records: [JSONPiece], id: (JSONPiece) -> String? = { $0.text("id") },
    title: (JSONPiece) -> String? = { $0.text("subject") },
    _ read: (JSONPiece) throws(InboxError) -> Value
  ) -> (good: [Value], bad: [Self]) {
    var (good, bad, unnamed): ([Value], [Self], Int) = ([], [], 0)
    for (index, record) in records.enumerated() {
      do throws(InboxError) { good.append(try read(record)) } catch {
        guard bad.count < most else {
          unnamed += 1
          continue
        }
        var flaw = Self(index: index, id: id(record), error)
        if !flaw.hasID { flaw.title = title(record).flatMap { $0.isEmpty ? nil : $0 } }
        bad.append(flaw)
      }
    }
    if unnamed > 0 { bad.append(.unnamed(unnamed, index: records.count)) }
    return (good, bad)
  }
}
