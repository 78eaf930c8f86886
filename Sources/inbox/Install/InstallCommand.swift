import ArgumentParser
import Foundation

/// Installs the program, or makes a Debian package of it.
struct InstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install the program with manual page and completions, or make a Debian package.",
    discussion: """
      swift build -c release --static-swift-stdlib --product inbox && .build/release/inbox install --prefix ~/.local

      Under the prefix it writes lib/inbox, bin/inbox, share/man/man1, completions for bash, zsh and fish, and \
      share/doc/inbox; it asks for nothing and leaves everything else alone. --deb writes a package with the same files \
      under /usr instead, for which dpkg-deb must be there.
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
        try await DebianPackage(path: deb).make()
        return Output.line("\(deb): ‘apt install \(deb.hasPrefix("/") ? deb : "./" + deb)’ installs it.")
      }
      let path = URL(fileURLWithPath: (prefix as NSString).expandingTildeInPath).standardizedFileURL.path
      let installation = Installation(prefix: path)
      if remove {
        let gone = try installation.remove()
        for line in gone { Output.line("removed \(line)") }
        if gone.isEmpty { throw Exit(Exit.failed, "Nothing is installed under \(path).") }
        return
      }
      for line in try installation.perform() { Output.line(line) }
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      if !folders.contains(path + "/bin") {
        Output.line("\(path)/bin is not in PATH; add it to run ‘inbox’ by its name.")
      }
      if let runtime = try SwiftRuntime.sharedPath {
        Output.line(
          "This build needs Swift's libraries in \(runtime); built with --static-swift-stdlib it carries them."
        )
      }
    }
  }
}
