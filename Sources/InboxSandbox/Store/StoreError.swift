enum StoreError: Error, Hashable {
  /// Its database does not respond, or has no room; the same request may succeed later.
  ///
  /// - Parameter reason: nil where only the operator may read it.
  case unavailable(String?)
  /// The database refuses a statement.
  case refused(String?)
  /// A name in the request is longer than an index allows.
  case tooLong
  /// The space was removed or has other tokens since the request came.
  case gone
  /// A stored value is not one that this program writes.
  case damaged(String)
}

extension StoreError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unavailable(let reason):
      "The sandbox's database is not available\(reason.map { " (\($0))" } ?? ""). This request may not have been received; send it again."
    case .refused(let reason?): "The sandbox's database refuses a statement: \(reason)."
    case .refused(nil): "The sandbox's database refuses a statement; what it says is in the sandbox's output."
    case .tooLong: "A name in the request is too long to be kept: names take at most 2,000 bytes."
    case .gone: "The space was removed, or got other tokens, while this request was under way."
    case .damaged(let reason): "The sandbox's database holds what this program does not write: \(reason)."
    }
  }
}
