import ArgumentParser
import CursesTerminal
import Foundation
import InboxModel
import SystemPackage

/// What is installed, made under a folder of its own first: the program, its resources, and what its tables become.
nonisolated struct StagedTree {
  /// The folder that stands for the prefix.
  let root: String
  /// Whether the program lies there without its symbols, which are more than half of it and serve debuggers alone.
  private(set) var isStripped = false

  /// Where the link among the programs leads.
  static let target = "../lib/inbox/inbox"

  static let zshFolder = "share/zsh/site-functions"

  /// - Parameter program: The commands that the manual page and the completions are about.
  init(in root: String, of program: any ParsableCommand.Type) throws {
    self.root = root
    let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let folder = binary.deletingLastPathComponent()
    let files = FileManager.default
    let resources = try files.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("inbox_") && $0.hasSuffix(".resources") && !$0.hasSuffix("Tests.resources") }
    guard !resources.isEmpty else {
      throw Exit.notReady(
        "There are no resources beside \(binary.path): run the program that ‘swift build’ made.")
    }
    for place in ["lib/inbox", "bin"] { try Self.makeFolder(root + "/" + place) }
    try copyProgram(binary.path, to: root + "/lib/inbox/inbox")
    for name in resources {
      try copy(folder.path + "/" + name, to: root + "/lib/inbox/" + name)
    }
    try Self.writing {
      try files.createSymbolicLink(atPath: root + "/bin/inbox", withDestinationPath: Self.target)
    }
    let reference = try CommandReference.read(program)
    try write(ManualPage.text(reference), to: "share/man/man1/inbox.1")
    let completion = CompletionScript(of: program, reference)
    try write(completion.text(for: .bash), to: "share/bash-completion/completions/inbox")
    try write(completion.text(for: .zsh), to: Self.zshFolder + "/_inbox")
    try write(completion.text(for: .fish), to: "share/fish/vendor_completions.d/inbox.fish")
    try write(ConfigTemplate.text, to: "share/doc/inbox/examples/config.toml")
  }

  /// The files and links in it, below the prefix.
  var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: root).filter {
        try FileManager.default.attributesOfItem(atPath: root + "/" + $0)[.type] as? FileAttributeType
          != .typeDirectory
      }.sorted()
    }
  }

  private mutating func copyProgram(_ binary: String, to target: String) throws {
    if let strip = ChosenProgram.first(of: ["strip"]) {
      let end = ChildProgram(strip.path, ["-o", target, "--", binary])?.wait()
      isStripped = end == .exited(status: 0)
    }
    if !isStripped { try copy(binary, to: target) }
  }

  /// Copies content and permissions alone: the owner may be another person, and only root could make the copy theirs.
  private func copy(_ source: String, to target: String) throws {
    let files = FileManager.default
    let status = try Stat(FilePath(source))
    if status.type == .directory {
      try Self.makeFolder(target)
      for name in try files.contentsOfDirectory(atPath: source) {
        try copy(source + "/" + name, to: target + "/" + name)
      }
    } else {
      let content = try Data(contentsOf: URL(fileURLWithPath: source), options: .alwaysMapped)
      try Self.writing { try content.write(to: URL(fileURLWithPath: target)) }
      chmod(target, status.permissions.contains(.ownerExecute) ? 0o755 : 0o644)
    }
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: root + "/" + path)
    try Self.makeFolder(url.deletingLastPathComponent().path)
    try Self.writing { try Data(text.utf8).write(to: url) }
  }

  private static func makeFolder(_ path: String) throws {
    try writing {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  /// - Throws: that temporary files have no place, where the system says so.
  private static func writing(_ body: () throws -> Void) throws {
    do { try body() } catch {
      throw error.systemCode == nil ? error : ScratchFolder.unusable(error.systemReason)
    }
  }
}
