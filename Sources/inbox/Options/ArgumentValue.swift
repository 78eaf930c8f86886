import ArgumentParser
import InboxDomains

/// Reads an option whose value has a type that the parser does not know.
nonisolated enum ArgumentValue {
  /// One of the words of another module's type.
  ///
  /// - Throws: A `ValidationError` for any other word, which lists the valid ones.
  static func read<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("“\(text)” is none of \(words).")
    }
    return choice
  }

  /// - Throws: ``Exit`` for what is not the id of an app; a missing one is fine.
  static func requireAppID(_ text: String?) throws {
    guard let text, !AppEntitlements.isAppID(text) else { return }
    throw Exit.usage(
      "--app-id “\(Output.oneLine(text))” is not an app id. Write it like TEAM123456.com.example.app.")
  }

  /// A text that says something: an empty one, as of a variable that is not set, would stand for all, or for the usual.
  ///
  /// - Throws: A `ValidationError` for an empty one.
  static func filled(_ text: String) throws -> String {
    guard !text.isEmpty else { throw ValidationError("It is empty. Give one, or leave the option out.") }
    return text
  }

  /// A whole number in a range.
  ///
  /// - Throws: A `ValidationError` for anything else, which names the range.
  static func read(_ text: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError("It must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
