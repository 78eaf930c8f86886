import ArgumentParser

/// Writes a configuration to start from.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a commented config.toml; never overwrites one.")

  func run() async throws {
    try await reporting {
      try Self.write()
    }
  }

  /// Writes the example.
  static func write() throws {
    try NewConfig.write(ConfigTemplate.text)
    Output.say(
      "Wrote \(StateFolder.configFile): fill in what your back end or vendor needs, then run ‘inbox’.")
  }
}
