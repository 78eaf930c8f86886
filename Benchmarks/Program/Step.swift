/// What a person does, as keys that the terminal sends.
nonisolated struct Step: Sendable {
  let name: String
  /// Pressed before it and not counted.
  var before: [Press] = []
  let presses: [Press]
  /// Whether its work depends on the window alone, so that it may not grow with the archive.
  var dependsOnWindow = true

  /// What arrives in one read, and how many keys it is.
  struct Press: Sendable {
    var bytes: [UInt8]
    var keys: Int

    /// Characters, each of which is a key.
    init(_ characters: String) { (bytes, keys) = (Array(characters.utf8), characters.utf8.count) }

    /// One key that is a sequence of bytes.
    init(sequence: String) { (bytes, keys) = (Array(sequence.utf8), 1) }

    static let escape = Press(sequence: "\u{1B}")
    static let pageDown = Press(sequence: "\u{1B}[6~")
    static let pageUp = Press(sequence: "\u{1B}[5~")
  }

  static let start = "start to the first rows"
  static let connect = "connect and refresh"
  static let idle = "five idle seconds"
  static let refused = "\(tries) tries of a server that refuses"
  static let tries = 5

  /// One after another, each from the top of the first list.
  static let all = [
    Step(name: "200 × j, one by one", before: top, presses: Array(repeating: Press("j"), count: 200)),
    Step(name: "the same 200 again", before: top, presses: Array(repeating: Press("j"), count: 200)),
    Step(
      name: "the same 200 in a list alone", before: top + [zoom],
      presses: Array(repeating: Press("j"), count: 200)),
    Step(
      name: "50 pages", before: [zoom] + top,
      presses: Array(repeating: .pageDown, count: 25) + Array(repeating: .pageUp, count: 25)),
    Step(name: "1,000 × j in one read", before: top, presses: [Press(String(repeating: "j", count: 1_000))]),
    Step(name: "to the last and the first", before: top, presses: [Press("G"), Press("g")]),
    // Where all that lies before a row would be counted, if it were.
    Step(
      name: "50 pages from the end on", before: top + [Press("G")],
      presses: Array(repeating: .pageUp, count: 50)),
    Step(name: "another center and back", before: top, presses: [Press("]"), Press("[")]),
    Step(name: "open a message and back", before: top, presses: [Press("\r"), .escape]),
    // What is found is counted, so it depends on how much there is to find.
    Step(
      name: "a filter of five letters", before: top,
      presses: ["/", "t", "r", "a", "i", "n"].map { Press($0) }, dependsOnWindow: false),
    Step(name: "no filter again", presses: [.escape, .escape]),
  ]

  /// The list to itself, or beside its message again.
  private static let zoom = Press("z")
  /// Whatever lies over the list is closed.
  private static let top = [Press.escape, .escape, Press("g")]
}
