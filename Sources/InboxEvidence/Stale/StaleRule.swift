import InboxCore

/// What one vendor's SDK shows of a record that the server sent, read in its public code or text at a version (QA-3).
package struct StaleRule: Sendable {
  /// Whether the SDK shows it, and why, as a sentence.
  package struct Verdict: Hashable, Sendable, Codable {
    package var shows: Bool
    package var reason: String

    init(_ shows: Bool, _ reason: String) {
      self.shows = shows
      self.reason = reason
    }

    /// `would show it`, or that it would not.
    package var words: String { shows ? "would show it" : "would not show it" }

    /// Both, as the end of a sentence whose subject is the SDK.
    package var sentence: String { "\(words): \(reason.prefix(1).lowercased())\(reason.dropFirst())" }
  }

  /// How JSON calls it: `iterable-ios`.
  package var id: String
  /// The SDK: `Iterable iOS`.
  package var name: String
  /// Whose SDK it is, as ``Capabilities/vendor`` has it.
  package var vendor: String
  /// The version that was read.
  package var version: String
  /// The file or page that says so.
  package var source: String
  /// What it does that others do not, in a sentence.
  package var rule: String
  /// Judges a record; nil where nothing is published about it.
  package var judge: @Sendable (StaleItem, StaleScene) -> Verdict?

  /// Every rule: a new one is a file and a line.
  package static let all: [StaleRule] = [
    .responsysIOS,
    .responsysCommon,
    .bloomreach,
    .iterableIOS,
    .iterableAndroid,
    .airshipIOS,
    .airshipAndroid,
    .cleverTapIOS,
    .cleverTapAndroid,
    .brazeBefore142,
    .braze142,
  ]
}
