import ArgumentParser
import CursesTerminal
import Foundation
import InboxModel
import SystemPackage

/// What is to be installed, made in a folder of its own first: the program, its resources, and the texts made of its
/// tables.
nonisolated struct StagedTree {
  /// The folder that stands for the prefix.
  let root: String
  /// Whether the program is there without its symbols, which are more than half of it and serve debuggers only.
  private(set) var isStripped = false

  /// The target of the link in the folder of programs.
  static let target = "../lib/inbox/inbox"

  static let zshFolder = "share/zsh/site-functions"

  /// - Parameter program: The command that the manual page and the completions describe.
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

  /// The files and links in it, relative to the prefix.
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

  /// Copies only content and permissions: the owner may be another person, and only root could keep that.
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

  /// - Throws: an error that names the place of temporary files, where the system reports that it is full or missing.
  private static func writing(_ body: () throws -> Void) throws {
    do { try body() } catch {
      throw error.systemCode == nil ? error : ScratchFolder.unusable(error.systemReason)
    }
  }
}
