import Foundation

/// What a fuzzer is given: some bytes, and the ways to look at them.
nonisolated struct FuzzInput {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var data: Data { Data(bytes) }

  /// The bytes as text, repaired where they are none.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What stands before the first line feed, and behind it.
  var firstLine: (head: String, rest: FuzzInput) {
    let head = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return (String(decoding: head, as: UTF8.self), FuzzInput(Array(bytes.dropFirst(head.count + 1))))
  }
}

/// Ends the run where something is not so, in a release build too.
nonisolated func require(_ isSo: Bool, _ what: @autoclosure () -> String) {
  if !isSo { fatalError(what()) }
}

/// A value that is read and written again is the same afterwards.
nonisolated func requireSame<Value: Equatable>(_ before: Value, _ after: Value?, _ what: String) {
  require(before == after, "\(what): \(before) became \(after.map { "\($0)" } ?? "nothing")")
}

/// What a reader made of something, or nil where it refused with one of its own errors.
nonisolated func attempt<Value, Failure: Error>(_ read: () throws(Failure) -> Value) -> Value? {
  do { return try read() } catch {
    require(!"\(error)".isEmpty, "a refusal without a word")
    return nil
  }
}
