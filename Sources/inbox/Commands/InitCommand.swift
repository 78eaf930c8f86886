import ArgumentParser

struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a commented config.toml; never overwrites one.")

  func perform() async throws {
    try Self.write()
  }

  static func write() throws {
    try NewConfig.write(ConfigTemplate.text)
    Output.say(
      "Wrote \(StateFolder.configFile): fill in what your back end or vendor needs, then run ‘inbox’.")
  }
}
