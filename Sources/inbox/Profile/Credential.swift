import Foundation
import InboxModel
import InboxTOML
import InboxVendors

/// A secret of a profile (VE-7).
nonisolated struct Credential: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    /// The configuration itself.
    case text(String)
    /// The environment variable of this name.
    case environment(String)
    /// A file that only its owner can read.
    case file(String)
    /// The output of a program: its name and its arguments, no shell.
    case command([String])
  }

  private let source: Source
  /// Its key in the configuration, with which sentences about it begin; nil for one that is not in it.
  private let key: TOMLFileError?

  init(_ source: Source, key: TOMLFileError? = nil) {
    self.source = source
    self.key = key
  }

  /// The secret, where it is in the configuration itself; nil for any other source.
  var text: String? { if case .text(let text) = source { text } else { nil } }

  /// Whether it may differ the next time.
  var isFresh: Bool { text == nil }

  /// Reads the source of a secret: a text, or a table with `env`, `file` or `command`; nil where the key is missing.
  ///
  /// - Throws: ``TOMLFileError`` with line and column.
  static func read(_ fields: TOMLFields, _ key: String) throws(TOMLFileError) -> Credential? {
    guard fields.isTable(key), let table = try fields.inner(key) else {
      guard let text = try fields.filledText(key)?.trimmingCharacters(in: .whitespacesAndNewlines) else {
        return nil
      }
      guard isOneLine(text) else {
        throw fields.error(key, "it holds a line break or another control character, which no secret does.")
      }
      return Self(.text(text), key: fields.error(key, ""))
    }
    try table.allow(only: ["env", "file", "command"])
    guard table.keys.count == 1 else {
      throw fields.error(
        key, "give one of env = \"NAME\", file = \"path\" and command = [\"program\", \"argument\"].")
    }
    let place = fields.error(key, "")
    if let name = try table.filledText("env") { return Self(.environment(name), key: place) }
    if let path = try table.filledText("file") {
      return Self(.file(Self.whole(path, besides: fields.file)), key: place)
    }
    let words = try table.texts("command") ?? []
    guard words.first?.isEmpty == false else {
      throw fields.error(key, "the command names no program. Write command = [\"program\", \"argument\"].")
    }
    return Self(.command(words), key: place)
  }

  /// A path as a person writes it: `~/…` is in the home folder, any other beside the configuration.
  private static func whole(_ path: String, besides file: String) -> String {
    if path.hasPrefix("~/"), let home = Environment["HOME"] { return home + path.dropFirst() }
    if path.hasPrefix("/") { return path }
    return ((file as NSString).deletingLastPathComponent as NSString).appendingPathComponent(path)
  }

  /// Reads the secret from its source; a program finds in `INBOX_USER` whose secret it has to print.
  ///
  /// - Throws: ``InboxError/configuration(_:)``, which never has a part of the secret.
  func value(of person: Identity? = nil) async throws(InboxError) -> String {
    let text =
      switch source {
      case .text(let text): text
      case .environment(let name): Environment[name] ?? ""
      case .file(let path): try content(of: path)
      case .command(let words): try await output(of: words, for: person)
      }
    let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !secret.isEmpty else {
      throw flaw("\(place) holds no secret. Put it there, or name another place in the configuration.")
    }
    guard Self.isOneLine(secret) else {
      throw flaw("\(place) holds more than one line, or another control character, which is not a secret.")
    }
    guard secret.utf8.count <= Self.longest else {
      throw flaw("\(place) holds more than \(Self.longest / 1_024) KiB, which is not a secret.")
    }
    let maker: String? =
      switch source {
      // Either may give another one for each request.
      case .command(let words): words.joined(separator: "\0")
      case .file(let path): path
      case .text, .environment: nil
      }
    Output.hide([secret], madeBy: maker)
    return secret
  }

  private func output(of words: [String], for person: Identity?) async throws(InboxError) -> String {
    do { return try await CredentialCommand.output(of: words, for: person) } catch {
      guard case .configuration(let sentence) = error else { throw error }
      throw flaw(sentence)
    }
  }

  private func flaw(_ sentence: String) -> InboxError {
    guard let key else { return .configuration(sentence.capitalizedFirst) }
    // Sentences about the configuration begin after its key.
    return .configuration("\(key)\(sentence.lowercasedFirst)")
  }

  /// The same for a vendor that requests it when needed.
  var tokens: TokenSource {
    TokenSource { _ async throws(InboxError) in try await value() }
  }

  /// A JWT with many claims has a few thousand bytes; no server takes a header of this length.
  static let longest = 64 * 1_024

  private static func isOneLine(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  /// The source in words for a person.
  private var place: String {
    switch source {
    case .text: "the profile"
    case .environment(let name): "the environment variable \(name)"
    case .file(let path): "the file \(path)"
    case .command(let words): "what \(words[0]) printed"
    }
  }

  private func content(of path: String) throws(InboxError) -> String {
    do { try SecretFile.check(path) } catch { throw flaw("\(error)") }
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      // One byte more than a secret may have shows that it is too long.
      let data = try file.read(upToCount: Self.longest + 1) ?? Data()
      return String(decoding: data, as: UTF8.self)
    } catch {
      throw flaw("the file \(path), which should hold a secret, cannot be read: \(error.systemReason).")
    }
  }
}
