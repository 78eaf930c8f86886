import InboxModel

/// Why a line of ‘inbox drive’ was not done, as its response says it.
nonisolated struct DriveProblem: Error {
  /// One word that never changes, for programs.
  var kind: String
  /// The number that the vendor's SDK gives it, where there is one.
  var number: Int?
  /// The whole sentence.
  var text: String

  /// The line cannot be meant.
  static func usage(_ text: String) -> Self { Self(kind: "usage", text: text) }

  /// The profile, or what runs here, does not have what the line needs.
  static func unsupported(_ text: String) -> Self { Self(kind: "unsupported", text: text) }

  /// A message that is in no list any more, in the words of ‘inbox show’.
  static func gone(_ id: String, _ removal: Removal) -> Self {
    Self(kind: "failed", text: "“\(id)” \(removal.words). No open was reported.")
  }

  /// A badge that the server has taken, and that the archive has not.
  static func unstored(badge held: Int, _ error: InboxError) -> Self {
    Self(
      kind: error.kind,
      text:
        "The server holds a badge of \(held) now, but that could not be stored here: \(error.description) It is "
        + "tried again until this session ends.")
  }

  var json: JSONValue { Output.masked(.members(["kind": kind, "text": text, "number": number])) }
}

nonisolated extension DriveProblem {
  /// Whatever went wrong.
  init(_ error: any Error) {
    switch error {
    case let problem as DriveProblem: self = problem
    default:
      let exit = Exit(error) ?? .failed("\(error)")
      let kind = exit.kind ?? (exit.status == Exit.failed ? "failed" : "configuration")
      self.init(kind: kind, number: exit.number, text: exit.sentence)
    }
  }
}
