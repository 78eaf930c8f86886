import ArgumentParser
import Foundation
import InboxModel
import SystemPackage

/// Installs the program; ‘./install’ beside the source builds it first, and makes a Debian package with `--deb`.
struct InstallCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install the program with manual page and completions.",
    discussion: """
      Writes these under the prefix: lib/inbox (the program without its symbols, and its themes, campaigns \
      and scenarios), bin/inbox, share/man/man1, completions for bash, zsh and fish, and share/doc/inbox \
      with an example configuration, the one that ‘inbox init’ writes. It asks no questions and leaves \
      everything else alone. ‘./install’ in the source builds the program first; ‘./install --deb FILE’ \
      makes a Debian package.
      """)

  @Option(help: "The folder to install under; created if it does not exist.", completion: .directory)
  var prefix = "/usr/local"

  @Flag(help: "Remove what an installation under the prefix wrote.")
  var remove = false

  func validate() throws {
    guard !prefix.isEmpty else {
      throw ValidationError("--prefix is empty. Name a folder, such as ~/.local.")
    }
  }

  func perform() async throws {
    let path = URL(fileURLWithPath: (prefix as NSString).expandingTildeInPath).standardizedFileURL.path
    let installation = Installation(prefix: path)
    if remove { return try take(away: installation) }
    let (lines, isStripped) = try await installed(installation)
    // Nothing of the staged files must be left when the output ends the program.
    for line in try lines + hints(path, isStripped: isStripped) { Output.line(line) }
  }

  /// Installs the program, and returns lines that name the places.
  private func installed(
    _ installation: Installation
  ) async throws -> (lines: [String], isStripped: Bool) {
    let scratch = try ScratchFolder("install")
    defer { scratch.remove() }
    return try await Interruption.watched {
      try await Self.install(installation, from: scratch.path + "/prefix")
    }
  }

  /// Off the main actor, which receives signals meanwhile.
  @concurrent
  private nonisolated static func install(
    _ installation: Installation, from folder: String
  ) async throws -> (lines: [String], isStripped: Bool) {
    let tree: StagedTree
    do { tree = try StagedTree(in: folder, of: Inbox.self) } catch {
      guard let code = (error as? Errno)?.rawValue ?? error.systemCode else { throw error }
      throw Exit.notReady("What lies beside the program cannot be read: \(String(cString: strerror(code))).")
    }
    try Task.checkCancellation()
    return (try installation.perform(tree), tree.isStripped)
  }

  /// What the person still has to do.
  private func hints(_ path: String, isStripped: Bool) throws -> [String] {
    var hints: [String] = []
    if !isStripped {
      hints.append(
        "The program keeps its symbols, which more than double its size, as ‘strip’ could not be run; it comes with Debian's package binutils."
      )
    }
    if !(Environment["PATH"] ?? "").split(separator: ":").contains("\(path)/bin") {
      hints.append("\(path)/bin is not in PATH; add it to run ‘inbox’ by its name.")
    }
    // The one shell that by itself looks into none of a person's own folders.
    if path != "/usr/local", ChosenProgram.first(of: ["zsh"]) != nil {
      let folder = "'" + "\(path)/\(StagedTree.zshFolder)".replacing("'", with: "'\\''") + "'"
      hints.append("zsh takes the completions with ‘fpath+=(\(folder))’ before compinit in ~/.zshrc.")
    }
    if let runtime = try Self.sharedRuntime {
      hints.append(
        "This build needs Swift's libraries in \(runtime); built with --static-swift-stdlib it carries them.")
    }
    return hints
  }

  /// The folder of Swift's shared libraries; nil where the program contains them.
  private static var sharedRuntime: String? {
    get throws {
      // A file of the kernel reports no size: it is read to its end.
      guard let data = try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else { return nil }
      return String(decoding: data, as: UTF8.self).split(separator: "\n").lazy
        .compactMap { $0.split(separator: " ").last.map(String.init) }
        .first { $0.hasSuffix("/libswiftCore.so") }
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }
  }

  private func take(away installation: Installation) throws {
    let removal = try installation.remove()
    for path in removal.gone { Output.line("removed \(path)") }
    guard removal.gone.isEmpty else {
      for path in removal.left { Output.line("left \(path), where something else is") }
      return
    }
    guard !removal.left.isEmpty else {
      throw Exit.failed("Nothing is installed under \(installation.prefix).")
    }
    throw Exit.failed(
      "No list of ‘inbox install’ says that it put \(removal.left.joined(separator: " and ")) there: nothing was removed. "
        + "‘apt remove inbox’ removes what a package has installed.")
  }
}
