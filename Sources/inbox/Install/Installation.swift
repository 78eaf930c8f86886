import ArgumentParser
import Foundation
import Glibc

/// Puts the program and what belongs to it under a prefix.
nonisolated struct Installation {
  /// For whom it is: some places are others for each.
  enum Purpose {
    /// A person's machine. What was made is remembered, to be taken away again.
    case machine
    /// A Debian package, which dpkg takes away.
    case package
  }

  /// What an installation has done.
  struct Outcome {
    /// What was put under the prefix: the program's folder, the link to it, and each text.
    var paths: [String] = []
    /// Whether the program lies there without its symbols.
    var isStripped = false
  }

  /// What taking an installation away has done.
  struct Removal {
    /// What is gone: the folders, the link to the program, and each text.
    var gone: [String] = []
    /// What stays as it was: something else put it there, or something into it.
    var left: [String] = []
  }

  /// Such as `/usr/local`.
  let prefix: String
  let purpose: Purpose
  /// The folders that were not there before, below the prefix: from the outside in, `.` is the prefix.
  private var made: [String] = []

  init(prefix: String, for purpose: Purpose = .machine) {
    self.prefix = prefix
    self.purpose = purpose
  }

  private var home: String { prefix + "/lib/inbox" }

  private var program: String { prefix + "/bin/inbox" }

  /// What the link among the programs says.
  private static let target = "../lib/inbox/inbox"

  /// Where the files are written down that an installation puts there, below the prefix.
  private var fileList: String { home + "/files" }

  /// Where the folders are written down that an installation made.
  private var folderList: String { home + "/folders" }

  /// Where zsh looks: Debian has a place of its own for packages.
  var zshFolder: String { purpose == .package ? "share/zsh/vendor-completions" : "share/zsh/site-functions" }

  /// Puts everything in its place.
  ///
  /// The binary lies beside its resources, where it finds them, and a link to it among the programs.
  mutating func perform() throws -> Outcome {
    var outcome = Outcome()
    guard isOurs(program) || !isThere(program) else {
      throw Exit(Exit.failed, "\(program) is a program of something else; move it away, then install again.")
    }
    if purpose == .machine, isThere(home + "/inbox"), !isThere(folderList) {
      throw Exit(
        Exit.failed,
        "\(home) was put there by something else, such as a package. Take that away first, or give another --prefix."
      )
    }
    made = written(folderList)
    let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let folder = URL(fileURLWithPath: binary).deletingLastPathComponent().path
    let resources = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("inbox_") && $0.hasSuffix(".resources") && !$0.hasSuffix("Tests.resources") }
    guard !resources.isEmpty else {
      throw Exit(Exit.notReady, "Beside \(binary) lie no resources: run the program that ‘swift build’ made.")
    }
    let texts = try texts()
    if purpose == .machine {
      // First of all: what is interrupted can be taken away as well.
      let copied = try resources.flatMap { try files(of: $0, in: folder) }.map { "lib/inbox/" + $0 }
      let all = Set(written(fileList) + ["lib/inbox/inbox", "bin/inbox"] + copied + texts.map(\.path))
      try write(all.sorted().map { $0 + "\n" }.joined(), to: fileList)
      try write(made.map { $0 + "\n" }.joined(), to: folderList)
    }
    outcome.isStripped = try copyProgram(binary)
    for name in resources { try copy(folder + "/" + name, to: home + "/" + name) }
    outcome.paths.append(home)
    try link()
    outcome.paths.append(program)
    for (path, text) in texts {
      try write(text, to: prefix + "/" + path)
      outcome.paths.append(prefix + "/" + path)
    }
    if purpose == .machine { try write(made.map { $0 + "\n" }.joined(), to: folderList) }
    return outcome
  }

  /// What is made of the program's own tables, by its place under the prefix.
  private func texts() throws -> [(path: String, text: String)] {
    [
      ("share/man/man1/inbox.1", ManualPage.text(try CommandReference.read())),
      ("share/bash-completion/completions/inbox", CompletionScript.text(for: .bash)),
      ("\(zshFolder)/_inbox", CompletionScript.text(for: .zsh)),
      ("share/fish/vendor_completions.d/inbox.fish", CompletionScript.text(for: .fish)),
      ("share/doc/inbox/examples/config.toml", ConfigTemplate.text),
    ]
  }

  /// The plain files of a folder, from the folder that it is in.
  private func files(of name: String, in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder + "/" + name).map { name + "/" + $0 }.filter {
      try FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[.type] as? FileAttributeType
        != .typeDirectory
    }
  }

  /// Takes away the files that an installation wrote down, and nothing else.
  ///
  /// A folder that it made goes as well, once nothing is in it any more. Nothing is gone where nothing is written down.
  ///
  /// - Throws: ``Exit`` for a file that may not be taken away; the lists stay then, to go on with.
  func remove() throws -> Removal {
    var removal = Removal()
    let files = written(fileList).map { prefix + "/" + $0 }
    guard !files.isEmpty else {
      removal.left = [home, program].filter(isThere)
      return removal
    }
    let folders = written(folderList).map { $0 == "." ? prefix : prefix + "/" + $0 }
    for path in files + [fileList, folderList] where isThere(path) {
      guard path != program || isOurs(path), !isFolder(path) else {
        removal.left.append(path)
        continue
      }
      guard unlink(path) == 0 else { throw unwritable(path) }
      if !path.hasPrefix(home + "/") { removal.gone.append(path) }
    }
    for path in insideHome(files) { rmdir(path) }
    for path in folders.reversed() {
      if rmdir(path) == 0 {
        removal.gone.append(path)
      } else if isThere(path), !removal.left.contains(where: { $0.hasPrefix(path + "/") }) {
        removal.left.append(path)
      }
    }
    return removal
  }

  /// The folders of such files in the program's own folder, from the inside out.
  private func insideHome(_ files: [String]) -> [String] {
    var folders: Set<String> = []
    for file in files {
      var folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
      while folder.hasPrefix(home + "/"), folders.insert(folder).inserted {
        folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
      }
    }
    return folders.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// What earlier installations under this prefix wrote into a list; nothing where there is none.
  private func written(_ list: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: list) else { return [] }
    // What the file says must not lead out of the prefix.
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return !links(path) && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Also where a link leads nowhere.
  private func isThere(_ path: String) -> Bool { links(path) || access(path, F_OK) == 0 }

  /// Whether it is the link that an installation makes: whatever else has that name is somebody else's.
  private func isOurs(_ path: String) -> Bool {
    do { return try FileManager.default.destinationOfSymbolicLink(atPath: path) == Self.target } catch {
      return false
    }
  }

  private func links(_ path: String) -> Bool {
    var target: CChar = 0
    return readlink(path, &target, 1) >= 0
  }

  /// - Returns: Whether it lies there without its symbols, which are more than half of it and serve debuggers alone.
  private mutating func copyProgram(_ binary: String) throws -> Bool {
    let target = home + "/inbox"
    var isStripped = false
    try makeFolder(of: target)
    try replace(target) { fresh in
      isStripped = try InstallTool.run("strip", ["-o", fresh, "--", binary], isQuiet: true) != nil
      if !isStripped {
        if isThere(fresh) { try FileManager.default.removeItem(atPath: fresh) }
        try FileManager.default.copyItem(atPath: binary, toPath: fresh)
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fresh)
    }
    return isStripped
  }

  private mutating func copy(_ source: String, to target: String) throws {
    guard source != target else { return }
    try makeFolder(of: target)
    try replace(target) { fresh in
      try FileManager.default.copyItem(atPath: source, toPath: fresh)
      try Self.open(fresh)
    }
  }

  /// The old one is there until the new one is whole: the installed program may be the one that runs.
  private func replace(_ target: String, by make: (_ fresh: String) throws -> Void) throws {
    let fresh = target + ".new"
    do {
      if isThere(fresh) { try FileManager.default.removeItem(atPath: fresh) }
      try make(fresh)
      if isThere(target) { try FileManager.default.removeItem(atPath: target) }
      try FileManager.default.moveItem(atPath: fresh, toPath: target)
    } catch { throw unwritable(target) }
  }

  private mutating func link() throws {
    try makeFolder(of: program)
    guard !isThere(program) else { return }
    do {
      try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: Self.target)
    } catch { throw unwritable(program) }
  }

  private mutating func write(_ text: String, to path: String) throws {
    try makeFolder(of: path)
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    } catch { throw unwritable(path) }
  }

  /// Makes what is not there, for everybody to read, and writes down what is below the prefix.
  private mutating func makeFolder(of path: String) throws {
    var missing: [String] = []
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    while !isThere(folder), folder != "/" {
      missing.append(folder)
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o755) == 0, chmod(folder, 0o755) == 0 else { throw unwritable(folder) }
      if folder == prefix { made.append(".") }
      if folder.hasPrefix(prefix + "/") { made.append(String(folder.dropFirst(prefix.count + 1))) }
    }
  }

  /// Everybody may read what is installed, whatever the person's mask is.
  private static func open(_ root: String) throws {
    let inside = FileManager.default.enumerator(atPath: root)?.allObjects.compactMap { $0 as? String } ?? []
    for path in [root] + inside.map({ root + "/" + $0 }) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType != .typeSymbolicLink else { continue }
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      try FileManager.default.setAttributes([.posixPermissions: isFolder ? 0o755 : 0o644], ofItemAtPath: path)
    }
  }

  private func unwritable(_ path: String) -> Exit {
    Exit(
      Exit.failed, "\(path) cannot be written. Give another --prefix, such as ~/.local, or run as who may.")
  }
}
