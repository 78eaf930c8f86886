import Foundation
import InboxVendors
import SystemPackage

/// Files that hold secrets: they are read only where no one but their owner can.
nonisolated enum SecretFile {
  /// The permissions that no one but the owner may have.
  static let others: FilePermissions = [.groupReadWriteExecute, .otherReadWriteExecute]

  /// - Throws: ``Exit`` with a remedy where the group or others may read it, as ssh requires of its keys.
  static func check(_ path: String) throws {
    // A file that is missing, or that cannot be examined, is reported when it is read. A link is judged by its target.
    let file: Stat
    // The system itself is asked: Foundation's attributes of a file would be a tenth of a start's work.
    do { file = try Stat(FilePath(path)) } catch { return }
    guard file.type == .regular, !file.permissions.isDisjoint(with: others) else { return }
    throw Exit.notReady(
      "Others on this machine can read \(path), which holds a secret. Keep it to yourself: chmod 600 '\(path)'"
    )
  }

  /// The control token of a sandbox that listens beyond this machine: from the file, else from the environment.
  ///
  /// - Parameter isNeeded: Whether nothing works without one. Otherwise a variable that holds no token is ignored: it
  ///   was not named on the command line.
  ///
  /// - Returns: nil where neither is given.
  ///
  /// - Throws: ``Exit`` for a file that cannot be read or that others can read, and for a text that is not a token.
  static func controlToken(file: String?, isNeeded: Bool) throws -> ControlToken? {
    guard let file else {
      guard let text = Environment[ControlToken.variable], !text.isEmpty else { return nil }
      return isNeeded ? try token(text, of: ControlToken.variable) : token(text)
    }
    try check(file)
    guard let data = FileManager.default.contents(atPath: file) else {
      let why = TextFile.flaw(of: file) ?? "there is no such file"
      throw Exit.notReady(
        "\(file) cannot be read: \(why). Name the file that holds the sandbox's control token.")
    }
    return try token(String(decoding: data, as: UTF8.self), of: file)
  }

  private static func token(_ text: String) -> ControlToken? {
    ControlToken(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private static func token(_ text: String, of source: String) throws -> ControlToken {
    if let token = token(text) { return token }
    throw Exit.usage(
      "\(source) holds no control token: \(ControlToken.shortest) or more visible characters without blanks.")
  }
}
