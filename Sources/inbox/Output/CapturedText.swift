import Foundation
import InboxCore

/// Captured answers that a command line names.
nonisolated enum CapturedText {
  /// - Throws: ``Exit`` with a sentence when the file cannot be read, or holds no answer.
  static func read<Value>(
    _ file: String, _ decode: (Data) throws(InboxError) -> Value
  ) throws -> Value {
    let body = try TextFile.data(file)
    do throws(InboxError) { return try decode(body) } catch {
      let name = file == "-" ? "Standard input" : file
      let reason =
        switch error {
        case .invalidPayload(let reason): reason
        case .emptyResponse: "it is empty"
        default: error.description
        }
      throw Exit(Exit.usage, "\(name) is no answer of a message center: \(reason).")
    }
  }
}
