import Glibc
import SystemPackage

/// Who could put another folder in the place of ours.
nonisolated enum FolderOwner {
  /// The user that stands for all unknown ones, as in a container.
  private static let nobody: UInt32 = 65_534

  /// What is wrong with the folders above one, as a sentence; nil where only its owner and the administrator can rename
  /// or remove it, as ssh requires for the folders of its keys.
  ///
  /// A folder that everyone can write to is all right with the sticky bit, as `/tmp` has it.
  static func problem(above path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    // The path is cut at a slash: a FilePath goes through all its components for each one removed.
    while strlen(real) > 1, let slash = strrchr(real, Int32(UInt8(ascii: "/"))) {
      (slash == real ? slash + 1 : slash).pointee = 0
      let facts: Stat
      do { facts = try Stat(real) } catch { continue }
      let isOpen = facts.permissions.contains(.otherWrite) && !facts.permissions.contains(.saveText)
      let isForeign = ![0, geteuid(), nobody].contains(facts.userID.rawValue)
      guard isOpen || isForeign else { continue }
      let folder = String(cString: real)
      return isOpen
        ? "Everyone on this machine can write in \(folder), and so put another folder in the place of \(path): chmod o-w "
          + "'\(folder)', or set XDG_STATE_HOME to a folder elsewhere."
        : "\(folder) belongs to another user, who can put another folder in the place of \(path): set XDG_STATE_HOME to a "
          + "folder elsewhere."
    }
    return nil
  }
}
