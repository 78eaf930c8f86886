/// What someone is asked for an account with a vendor, and the keys of a profile that come of it.
nonisolated struct AccountForm: Sendable {
  struct Field: Sendable {
    /// What is to be typed, and where it is found.
    var text: String
    /// Whether it must not be seen on the screen.
    var isSecret: Bool
    /// What Enter alone means; nil where something has to be typed.
    var usual: String?
    /// What else may be wrong with it, as a sentence; nil where nothing is.
    var flaw: @Sendable (String) -> String?

    init(
      _ text: String, isSecret: Bool = false, usual: String? = nil,
      flaw: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      (self.text, self.isSecret, self.usual, self.flaw) = (text, isSecret, usual, flaw)
    }

    /// The question as it is asked.
    var prompt: String { text + (usual.map { " [\($0)]" } ?? "") + (isSecret ? ", not shown:" : ":") }

    /// What is wrong with what was typed, as a sentence; nil where nothing is.
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
