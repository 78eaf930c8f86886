import ArgumentParser

/// What is needed to measure the program.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure the program, and make what is needed for that.",
    subcommands: [
      BenchSeedCommand.self, BenchDisplaysCommand.self, BenchClientsCommand.self, BenchDayCommand.self,
    ])
}
