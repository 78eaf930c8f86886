import Foundation
import InboxModel
import Synchronization
import SystemPackage

/// The folders of the XDG base directory specification.
nonisolated enum StateFolder {
  /// `$XDG_STATE_HOME/inbox`, else `~/.local/state/inbox`: the only place that the program writes to by itself.
  static var root: String { base("XDG_STATE_HOME", ".local/state") + "/inbox" }

  /// `$XDG_CONFIG_HOME/inbox/config.toml`, else `~/.config/inbox/config.toml`.
  static var configFile: String { configuration + "/config.toml" }

  /// The person's own themes.
  static var themes: String { configuration + "/themes" }

  private static var configuration: String { base("XDG_CONFIG_HOME", ".config") + "/inbox" }

  static var demo: String { root + "/demo" }

  /// The state of a stand-alone sandbox.
  static var sandbox: String { root + "/sandbox" }

  /// The files with the tokens of spaces.
  static var spaces: String { root + "/spaces" }

  static func profile(_ name: String) -> String { root + "/profiles/" + name }

  /// Whether a profile's folder can be read but not written, as on a disk that is mounted so.
  static func isReadOnly(_ path: String) -> Bool {
    let archive = path + "/archive.sqlite"
    guard access(archive, R_OK) == 0 else { return false }
    return access(path + "/.", W_OK) != 0 || access(archive, W_OK) != 0
  }

  /// Creates a folder that only its owner can read.
  static func make(_ path: String) throws(InboxError) {
    // Files that SQLite and others create in it are for the owner only, too.
    let former = umask(0o077)
    TextFile.usualMask.withLock { $0 = $0 ?? former }
    defer { warn(of: path) }
    // The usual case: it exists.
    if access(path + "/.", W_OK) == 0 {
      let all = (path + "/").hasPrefix(root + "/") ? root : path
      if tighten(all) {
        Output.complain("Others on this machine could read \(all). Now only you can.")
      }
      return
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .storeUnavailable(path: path, reason: "the folder cannot be made")
    }
    guard access(path, W_OK) == 0 else {
      throw .storeUnavailable(path: path, reason: "the folder is read-only; make it writable")
    }
  }

  private static let hasWarned = Mutex(false)

  /// Warns once where others could put another folder in the place of the state.
  private static func warn(of path: String) {
    guard (path + "/").hasPrefix(root + "/"), let problem = FolderOwner.problem(above: path),
      hasWarned.withLock({ before in
        defer { before = true }
        return !before
      })
    else { return }
    Output.complain(problem)
  }

  /// Whether a file is one of SQLite's beside a database, which gets the mode that the database has at that moment.
  private static func isJournal(_ name: String) -> Bool { name.hasSuffix("-wal") || name.hasSuffix("-shm") }

  /// Takes away from others the permissions that a copy or a backup gave them on a folder and its files, and gives the
  /// owner back what SQLite needs.
  ///
  /// It asks the system itself, not Foundation, as each start does it.
  ///
  /// - Returns: Whether others had any permission.
  private static func tighten(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    var found = false
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(cString: $0)
        }
      }
      // Everyone may trust the authority's certificate.
      guard name != "..", name != "ca.pem" else { continue }
      let place = path + (name == "." ? "" : "/" + name)
      // A link is left alone: its target lies elsewhere.
      let facts: Stat
      do { facts = try Stat(FilePath(place), followTargetSymlink: false) } catch { continue }
      guard facts.userID.rawValue == geteuid() else { continue }
      if facts.type == .directory, name != "." {
        if tighten(place) { found = true }
      } else if facts.type == .regular || name == ".", !facts.permissions.isDisjoint(with: SecretFile.others)
      {
        let mode = facts.permissions.rawValue & 0o700 | (isJournal(name) ? 0o600 : 0)
        if chmod(place, mode) == 0 { found = true }
      } else if facts.type == .regular, isJournal(name), !facts.permissions.contains(.ownerReadWrite) {
        chmod(place, 0o600)
      }
    }
    return found
  }

  /// Removes what an earlier run left under these names.
  static func remove(_ names: [String], of folder: String) throws(InboxError) {
    for name in names {
      let path = folder + "/" + name
      guard FileManager.default.fileExists(atPath: path) else { continue }
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw .storeUnavailable(path: path, reason: "what an earlier run left cannot be removed")
      }
    }
  }

  /// Moves a file of a folder that is about to be removed to another place in it: a crash has to be reported, however
  /// late that happens.
  static func preserve(_ name: String, as other: String, in folder: String) throws(InboxError) {
    let path = folder + "/" + name
    guard FileManager.default.fileExists(atPath: path) else { return }
    try remove([other], of: folder)
    do {
      try FileManager.default.moveItem(atPath: path, toPath: folder + "/" + other)
    } catch {
      throw .storeUnavailable(path: path, reason: "what a crash left cannot be kept")
    }
  }

  private static func base(_ variable: String, _ fallback: String) -> String {
    // The specification says that a relative path is to be ignored.
    if let path = Environment[variable], path.hasPrefix("/") { return path }
    if let home = Environment["HOME"], home.hasPrefix("/") { return home + "/" + fallback }
    return NSHomeDirectory() + "/" + fallback
  }
}
