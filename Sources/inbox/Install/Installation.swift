import Foundation
import InboxModel

/// An installation under a prefix: put there from a staged tree, and removed by the lists of what was put there.
nonisolated struct Installation {
  /// The result of removing an installation.
  struct Removal {
    /// What was removed: the folders, the link to the program, and each text.
    var gone: [String] = []
    /// What was left, as something else made it or put something into it.
    var left: [String] = []
  }

  /// For example `/usr/local`.
  let prefix: String

  private var home: String { prefix + "/lib/inbox" }
  private var program: String { prefix + "/bin/inbox" }
  /// The list of the files that an installation wrote, and the folders that it made, outermost first; `.` is the
  /// prefix.
  private var fileList: String { home + "/files" }
  private var folderList: String { home + "/folders" }

  /// Installs everything.
  ///
  /// - Returns: the program's folder, the link to the program, and each text.
  func perform(_ tree: StagedTree) throws -> [String] {
    guard isOurs(program) || !isThere(program) else {
      throw Exit.failed("\(program) is a program of something else; move it away, then install again.")
    }
    guard !isThere(home + "/inbox") || isThere(folderList) else {
      throw Exit.failed(
        "\(home) was put there by something else, such as a package. Remove that first, or give another --prefix."
      )
    }
    let (files, before) = (try tree.files, written(fileList))
    let needed = Set((files + ["lib/inbox/files"]).flatMap(folders(of:))).filter { !isThere(path($0)) }
    for folder in needed.sorted() { try makeFolder(path(folder)) }
    let made = needed.union(written(folderList)).sorted()
    // First of all, so that an interrupted installation can be removed as well.
    try write(Set(before + files).sorted(), to: fileList)
    try write(made, to: folderList)
    for file in before where !files.contains(file) { unlink(path(file)) }
    for file in files { try copy(tree.root + "/" + file, to: path(file)) }
    return [home, program] + files.filter { $0.hasPrefix("share/") }.map(path)
  }

  /// Removes the files in the list of an installation, and nothing else.
  ///
  /// A folder that it made goes as well, once it is empty. Without a list nothing is removed.
  ///
  /// - Throws: ``Exit`` for a file that may not be removed; the lists stay, so that the removal can go on later.
  func remove() throws -> Removal {
    var removal = Removal()
    let names = written(fileList)
    let files = names.map(path)
    let inside = names.flatMap(folders(of:)).filter { $0.hasPrefix("lib/inbox/") }
    let folders = Set(written(folderList) + inside).sorted().map(path)
    guard !files.isEmpty else {
      removal.left = [home, program].filter(isThere)
      return removal
    }
    // Files that an installation was writing when it was interrupted.
    for path in files { unlink(fresh(path)) }
    for path in files + [fileList, folderList] where isThere(path) {
      if path == program, !isOurs(path) {
        removal.left.append(path)
      } else if unlink(path) == 0 {
        if !path.hasPrefix(home + "/") { removal.gone.append(path) }
      } else {
        guard errno == EISDIR else { throw unwritable(path, errno) }
        removal.left.append(path)
      }
    }
    for path in folders.reversed() where isThere(path) {
      if rmdir(path) == 0 {
        if !path.hasPrefix(home + "/") { removal.gone.append(path) }
      } else if !removal.left.contains(where: { $0.hasPrefix(path + "/") }) {
        removal.left.append(path)
      }
    }
    return removal
  }

  private func path(_ name: String) -> String { name == "." ? prefix : prefix + "/" + name }

  /// The folders above a file, up to the prefix.
  private func folders(of file: String) -> [String] {
    let parts = file.split(separator: "/").dropLast()
    return ["."] + parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// The entries that earlier installations under this prefix wrote into a list; empty where there is none.
  private func written(_ list: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: list) else { return [] }
    // The entries of the file must not lead out of the prefix.
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
  }

  private func write(_ names: [String], to list: String) throws {
    let data = Data(names.map { $0 + "\n" }.joined().utf8)
    do { try data.write(to: URL(fileURLWithPath: list), options: .atomic) } catch {
      throw unwritable(list, error.systemCode)
    }
    guard chmod(list, 0o644) == 0 else { throw unwritable(list, errno) }
  }

  /// True also for a link that leads nowhere.
  private func isThere(_ path: String) -> Bool {
    var target: CChar = 0
    return readlink(path, &target, 1) >= 0 || access(path, F_OK) == 0
  }

  /// Whether it is the link that an installation makes: anything else of that name was made by another program.
  private func isOurs(_ path: String) -> Bool {
    do { return try FileManager.default.destinationOfSymbolicLink(atPath: path) == StagedTree.target } catch {
      return false
    }
  }

  /// Makes a folder and those above it, readable by everyone.
  private func makeFolder(_ path: String) throws {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if !isThere(parent) { try makeFolder(parent) }
    guard mkdir(path, 0o755) == 0, chmod(path, 0o755) == 0 else { throw unwritable(path, errno) }
  }

  /// Replaces a file only once the new one is complete: the installed program may be the one that runs.
  ///
  /// Everyone may read it, whatever the person's umask is.
  private func copy(_ source: String, to target: String) throws {
    let fresh = fresh(target)
    unlink(fresh)
    do {
      try FileManager.default.copyItem(atPath: source, toPath: fresh)
      if target != program {
        let mode = target == home + "/inbox" ? 0o755 : 0o644
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fresh)
      }
      guard rename(fresh, target) == 0 else { throw unwritable(target, errno) }
    } catch {
      unlink(fresh)
      throw error as? Exit ?? unwritable(target, error.systemCode)
    }
  }

  /// The path that a file is written to before it takes its place.
  private func fresh(_ path: String) -> String { path + ".new" }

  private func unwritable(_ path: String, _ code: Int32?) -> Exit {
    Exit.failed(
      "\(path) cannot be written: \(String(cString: strerror(code ?? EIO))). Fix that, run as a user who may, or give another "
        + "--prefix, such as ~/.local.")
  }
}
