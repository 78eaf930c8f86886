import ArgumentParser
import Foundation
import Glibc

/// Puts the program and what belongs to it under a prefix.
nonisolated struct Installation {
  /// Such as `/usr/local`.
  let prefix: String

  private var home: String { prefix + "/lib/inbox" }

  /// Puts everything in its place and returns what was put where, one line each.
  ///
  /// The binary lies beside its resources, where it finds them, and a link to it among the programs.
  func perform() throws -> [String] {
    var told: [String] = []
    let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    try copy(binary, to: home + "/inbox")
    let folder = URL(fileURLWithPath: binary).deletingLastPathComponent().path
    let resources = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("inbox_") && $0.hasSuffix(".resources") && !$0.hasSuffix("Tests.resources") }
    guard !resources.isEmpty else {
      throw Exit(Exit.notReady, "Beside \(binary) lie no resources: run the program that ‘swift build’ made.")
    }
    for name in resources { try copy(folder + "/" + name, to: home + "/" + name) }
    told.append(home)
    try link(prefix + "/bin/inbox", to: "../lib/inbox/inbox")
    told.append(prefix + "/bin/inbox")
    for (path, text) in try texts() {
      try write(text, to: prefix + "/" + path)
      told.append(prefix + "/" + path)
    }
    return told
  }

  /// What is made of the program's own tables, by its place under the prefix.
  private func texts() throws -> [(path: String, text: String)] {
    [
      ("share/man/man1/inbox.1", ManualPage.text(try CommandReference.read())),
      ("share/bash-completion/completions/inbox", Inbox.completionScript(for: .bash)),
      ("share/zsh/site-functions/_inbox", Inbox.completionScript(for: .zsh)),
      ("share/fish/vendor_completions.d/inbox.fish", Inbox.completionScript(for: .fish)),
      ("share/doc/inbox/config.toml", ConfigTemplate.text),
    ]
  }

  /// Takes away what an installation put there, and nothing else; returns what is gone.
  func remove() throws -> [String] {
    // A program of that name that is not ours is no link to ours.
    let ours = links(prefix + "/bin/inbox") ? [prefix + "/bin/inbox"] : []
    let paths = [home] + ours + (try texts().map { prefix + "/" + $0.path })
    var told: [String] = []
    for path in paths where isThere(path) {
      do { try FileManager.default.removeItem(atPath: path) } catch { throw unwritable(path) }
      told.append(path)
    }
    return told
  }

  /// Also where a link leads nowhere.
  private func isThere(_ path: String) -> Bool { links(path) || access(path, F_OK) == 0 }

  private func links(_ path: String) -> Bool {
    var target: CChar = 0
    return readlink(path, &target, 1) >= 0
  }

  /// The old one is there until the new one is whole: the installed program may be the one that runs.
  private func copy(_ source: String, to target: String) throws {
    guard source != target else { return }
    try makeFolder(of: target)
    let fresh = target + ".new"
    do {
      if isThere(fresh) { try FileManager.default.removeItem(atPath: fresh) }
      try FileManager.default.copyItem(atPath: source, toPath: fresh)
      if isThere(target) { try FileManager.default.removeItem(atPath: target) }
      try FileManager.default.moveItem(atPath: fresh, toPath: target)
    } catch { throw unwritable(target) }
  }

  private func link(_ path: String, to target: String) throws {
    try makeFolder(of: path)
    if isThere(path) {
      guard
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
          == .typeSymbolicLink
      else {
        throw Exit(Exit.failed, "\(path) is a program of something else; move it away, then install again.")
      }
      try FileManager.default.removeItem(atPath: path)
    }
    do {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    } catch { throw unwritable(path) }
  }

  private func write(_ text: String, to path: String) throws {
    try makeFolder(of: path)
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) } catch { throw unwritable(path) }
  }

  private func makeFolder(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { throw unwritable(folder.path) }
  }

  private func unwritable(_ path: String) -> Exit {
    Exit(
      Exit.failed, "\(path) cannot be written. Give another --prefix, such as ~/.local, or run as who may.")
  }
}
