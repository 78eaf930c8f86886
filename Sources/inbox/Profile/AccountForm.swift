/// The questions for an account with a vendor, and the profile's keys that result.
nonisolated struct AccountForm: Sendable {
  struct Field: Sendable {
    /// What to type, and where to find it.
    var text: String
    /// Whether the screen must not show it.
    var isSecret = false
    /// The value of an empty line; nil where something has to be typed.
    var usual: String?
    /// Another mistake in it, as a sentence; nil where there is none.
    var flaw: @Sendable (String) -> String? = { _ in nil }

    /// The text of the question.
    var prompt: String { text + (usual.map { " [\($0)]" } ?? "") + (isSecret ? ", not shown:" : ":") }

    /// What is wrong with the reply, as a sentence; nil where nothing is.
    ///
    /// A secret is not repeated.
    func problem(with reply: String) -> String? {
      if reply.isEmpty { return usual == nil ? "It is needed." : nil }
      if reply.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
        return "It contains a key such as an arrow, which cannot be part of it."
      }
      if reply.contains(where: \.isWhitespace) { return "It contains a blank, which none of them does." }
      return reply.lowercased() == "replaceme" ? "That is the example's." : flaw(reply)
    }
  }

  let fields: [Field]
  /// The lines of the profile's table, from the replies in the order of the fields.
  let lines: @Sendable ([String]) -> [String]
}
