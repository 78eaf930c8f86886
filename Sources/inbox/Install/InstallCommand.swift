import ArgumentParser
import Foundation

/// Installs the program, or makes a Debian package of it.
struct InstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install the program with manual page and completions, or make a Debian package.",
    discussion: """
      \(Self.build) && .build/release/inbox install --prefix ~/.local

      Under the prefix it writes lib/inbox (the program without its symbols, and its themes, campaigns and scenarios), \
      bin/inbox, share/man/man1, completions for bash, zsh and fish, and share/doc/inbox with an example of a \
      configuration, which ‘inbox init’ writes where it is read; it asks for nothing and leaves everything else alone. \
      --deb writes a package with the same files under /usr instead, for which dpkg-deb must be there.
      """)

  @Option(help: "The folder to install under; it is made where it is not there.", completion: .directory)
  var prefix = "/usr/local"

  @Option(
    help: "Write a Debian package to this file, and install nothing.", completion: .file(extensions: ["deb"]))
  var deb: String?

  @Flag(help: "Take away what an installation under the prefix put there.")
  var remove = false

  func validate() throws {
    if deb != nil, remove {
      throw ValidationError("--deb writes a package; --remove takes an installation away.")
    }
  }

  func run() async throws {
    try await reporting {
      if let deb {
        for line in try DebianPackage(path: deb).make() { Output.line(line) }
        return Output.line("\(deb): ‘apt install \(deb.hasPrefix("/") ? deb : "./" + deb)’ installs it.")
      }
      let path = URL(fileURLWithPath: (prefix as NSString).expandingTildeInPath).standardizedFileURL.path
      var installation = Installation(prefix: path)
      if remove {
        return try take(away: installation)
      }
      let done = try installation.perform()
      for line in done.paths { Output.line(line) }
      if !done.isStripped { Output.line(Self.symbolsSentence) }
      let folders = (Environment["PATH"] ?? "").split(separator: ":").map(String.init)
      if !folders.contains(path + "/bin") {
        Output.line("\(path)/bin is not in PATH; add it to run ‘inbox’ by its name.")
      }
      // The one shell that looks into no folder of a person by itself.
      if path != "/usr/local", ChosenProgram.first(of: ["zsh"]) != nil {
        Output.line(
          "zsh takes the completions with ‘fpath+=(\(quoted(path + "/" + installation.zshFolder)))’ before compinit in ~/.zshrc."
        )
      }
      if let runtime = try SwiftRuntime.sharedPath {
        Output.line(
          "This build needs Swift's libraries in \(runtime); built with --static-swift-stdlib it carries them."
        )
      }
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
      throw Exit(Exit.failed, "Nothing is installed under \(installation.prefix).")
    }
    throw Exit(
      Exit.failed,
      "No list of ‘inbox install’ says that it put \(removal.left.joined(separator: " and ")) there: nothing was taken away. "
        + "What a package has installed goes as ‘apt remove inbox’ takes it away.")
  }

  /// What builds the program as it is installed.
  nonisolated static let build =
    "swift build -c release --static-swift-stdlib --disable-local-rpath --product inbox"

  /// What is said where the symbols could not be taken out.
  nonisolated static let symbolsSentence =
    "The program keeps its symbols, which more than double its size, as ‘strip’ could not be run; it comes with Debian's package binutils."

  /// As a shell takes it as one word.
  private func quoted(_ path: String) -> String {
    path.contains { $0.isWhitespace || "'\"\\$`()".contains($0) }
      ? "'" + path.replacing("'", with: "'\\''") + "'" : path
  }
}
