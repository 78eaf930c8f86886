import ArgumentParser
import InboxCore

/// `setMessageCenterEnabled:YES`.
struct EnableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Switch message centers on again; the next fetch brings what the back end lists.")

  @OptionGroup var options: ProfileOptions

  func run() async throws {
    try await reporting {
      try await FeatureRun.run(options.load(), isOn: true)
      Output.line("Message centers are enabled.")
    }
  }
}

/// `setMessageCenterEnabled:NO`.
struct DisableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Switch message centers off, which removes every fetched message of every center.")

  @OptionGroup var options: ProfileOptions

  func run() async throws {
    try await reporting {
      try await FeatureRun.run(options.load(), isOn: false)
      Output.line("Message centers are disabled: every fetched message is removed. ‘inbox enable’ undoes it.")
    }
  }
}

/// Switches the feature while no screen has the profile.
enum FeatureRun {
  static func run(_ profile: Profile, isOn: Bool) async throws {
    try StateFolder.make(profile.folder)
    let lock = try ProfileLock(folder: profile.folder, program: "The inbox")
    let composition = try Composition(profile, isScreen: false)
    do {
      try await composition.center.start()
      try await composition.center.setEnabled(isOn)
    } catch {
      await composition.close()
      throw error
    }
    await composition.close()
    withExtendedLifetime(lock) {}
  }
}
