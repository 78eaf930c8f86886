import Foundation

/// A program that a person chose in an environment variable: a line of words, run without a shell.
nonisolated struct ChosenProgram: Hashable, Sendable {
  /// Why a choice cannot be run.
  enum Flaw: Error, Hashable {
    /// A quote is not closed.
    case openQuote
    case missing(String)
  }

  /// The program's file.
  var path: String
  /// The words after it in the line.
  var arguments: [String]

  /// - Parameters:
  ///   - line: Words as a shell takes them: blanks part them, quotes and backslashes keep them together.
  ///   - folders: Where programs lie, as `PATH` says it.
  init(_ line: String, folders: String = Self.folders) throws(Flaw) {
    guard let words = Self.words(line) else { throw .openQuote }
    try self.init(words: words, folders: folders)
  }

  /// - Parameter words: The program and its arguments.
  init(words: [String], folders: String = Self.folders) throws(Flaw) {
    let name = words.first ?? ""
    guard let path = Self.path(of: name, in: folders) else { throw .missing(name) }
    self.path = path
    arguments = Array(words.dropFirst())
  }

  /// `PATH`.
  static var folders: String { Environment["PATH"] ?? "" }

  /// Those of some programs that exist, in their order.
  static func existing(of names: [String], folders: String = Self.folders) -> [ChosenProgram] {
    names.compactMap { try? ChosenProgram($0, folders: folders) }
  }

  /// The first of some programs that exists.
  static func first(of names: [String], folders: String = Self.folders) -> ChosenProgram? {
    existing(of: names, folders: folders).first
  }

  private static func path(of name: String, in folders: String) -> String? {
    guard !name.isEmpty else { return nil }
    if name.contains("/") { return isProgram(name) ? name : nil }
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return access(path, X_OK) == 0 && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// The words of a line; nil where a quote is not closed.
  ///
  /// Nothing else that a shell interprets has a meaning here.
  static func words(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch (quote, character) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("\"", "\\"):
        // Within double quotes a backslash is literal, except before a character that it can escape.
        if let next = rest.first, "\"\\$`".contains(next) {
          word = (word ?? "") + String(rest.removeFirst())
        } else {
          word = (word ?? "") + "\\"
        }
      case (nil, "'"), (nil, "\""):
        quote = character
        word = word ?? ""
      case (nil, "\\"): if let next = rest.popFirst() { word = (word ?? "") + String(next) }
      case (nil, _) where character.isWhitespace:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
