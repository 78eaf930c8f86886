import Foundation
import InboxModel
import InboxTOML
import InboxVendors

/// Where a secret of a profile comes from (VE-7).
nonisolated enum Credential: Hashable, Sendable {
  /// It stands in the configuration.
  case text(String)
  /// The environment variable of this name.
  case environment(String)
  /// A file that its owner alone can read.
  case file(String)
  /// What a program prints: its name and its arguments, no shell.
  case command([String])

  /// Whether it may be another one the next time.
  var isFresh: Bool { if case .text = self { false } else { true } }

  /// Reads where a secret comes from: a text, or a table with `env`, `file` or `command`; nil where the key is missing.
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
      return .text(text)
    }
    try table.allow(only: ["env", "file", "command"])
    guard table.keys.count == 1 else {
      throw fields.error(
        key, "give one of env = \"NAME\", file = \"path\" and command = [\"program\", \"argument\"].")
    }
    if let name = try table.filledText("env") { return .environment(name) }
    if let path = try table.filledText("file") { return .file(Self.whole(path, besides: fields.file)) }
    let words = try table.texts("command") ?? []
    guard words.first?.isEmpty == false else {
      throw fields.error(key, "the command names no program. Write command = [\"program\", \"argument\"].")
    }
    return .command(words)
  }

  /// A path as a person writes it: `~/…` lies at home, any other beside the configuration.
  private static func whole(_ path: String, besides file: String) -> String {
    if path.hasPrefix("~/"), let home = Environment["HOME"] { return home + path.dropFirst() }
    if path.hasPrefix("/") { return path }
    return ((file as NSString).deletingLastPathComponent as NSString).appendingPathComponent(path)
  }

  /// The secret, taken again; a program finds in `INBOX_USER` whose it is to print.
  ///
  /// - Throws: ``InboxError/configuration(_:)``, which never has a part of it.
  func value(of person: Identity? = nil) async throws(InboxError) -> String {
    let text =
      switch self {
      case .text(let text): text
      case .environment(let name): Environment[name] ?? ""
      case .file(let path): try Self.content(of: path)
      case .command(let words): try await CredentialCommand.output(of: words, for: person)
      }
    let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !secret.isEmpty else { throw .configuration("\(place) holds no secret.") }
    guard Self.isOneLine(secret) else {
      throw .configuration(
        "\(place) holds more than one line, or another control character, which is not a secret.")
    }
    guard secret.utf8.count <= Self.longest else {
      throw .configuration("\(place) holds more than \(Self.longest / 1_024) KiB, which is not a secret.")
    }
    Output.hide([secret])
    return secret
  }

  /// The same for a vendor that asks for it when it needs it.
  var source: TokenSource {
    TokenSource { _ async throws(InboxError) in try await value() }
  }

  /// A JWT with many claims is a few thousand bytes; a server takes no header of this length.
  static let longest = 64 * 1_024

  private static func isOneLine(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  /// What a person knows it by.
  private var place: String {
    switch self {
    case .text: "The profile"
    case .environment(let name): "The environment variable \(name)"
    case .file(let path): "The file \(path)"
    case .command(let words): "What \(words[0]) printed"
    }
  }

  private static func content(of path: String) throws(InboxError) -> String {
    do { try SecretFile.check(path) } catch { throw .configuration("\(error)") }
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      // One byte more than a secret may have says that it is none.
      let data = try file.read(upToCount: longest + 1) ?? Data()
      return String(decoding: data, as: UTF8.self)
    } catch {
      throw .configuration("The file \(path), which should hold a secret, cannot be read.")
    }
  }
}
