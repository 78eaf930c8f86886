import ArgumentParser

/// What is needed to measure the program.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Make what is needed to measure the program.",
    subcommands: [BenchSeedCommand.self])
}
