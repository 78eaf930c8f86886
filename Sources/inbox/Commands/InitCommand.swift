import ArgumentParser
import Foundation

/// Writes a configuration to start from.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a commented config.toml; never overwrites one.")

  func run() async throws {
    try await reporting {
      let path = StateFolder.configFile
      guard !FileManager.default.fileExists(atPath: path) else {
        throw Exit(
          Exit.failed, "\(path) exists already and was left as it is. Move it away to get a new one.")
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = FileManager.default.createFile(
          atPath: path, contents: Data(ConfigTemplate.text.utf8), attributes: [.posixPermissions: 0o600])
        guard made else { throw CocoaError(.fileWriteUnknown) }
      } catch {
        throw Exit(
          Exit.notReady, "\(path) cannot be written. Make the folder writable, or set XDG_CONFIG_HOME.")
      }
      Output.line("Wrote \(path): fill in what your back end or vendor needs, then run ‘inbox’.")
    }
  }
}
