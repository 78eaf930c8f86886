import ArgumentParser
import InboxCore

/// `setMessageCenterEnabled:YES`.
struct EnableCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Switch message centers on again; the next fetch brings what the back end lists.")

  @OptionGroup var options: ProfileOptions

  func perform() async throws {
    let isNew = try await FeatureRun.run(options.load(), isOn: true)
    Output.line(isNew ? "Message centers are enabled." : "Message centers are enabled already.")
  }
}

/// `setMessageCenterEnabled:NO`.
struct DisableCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Switch message centers off, which removes every fetched message of every center.")

  @OptionGroup var options: ProfileOptions

  func perform() async throws {
    let isNew = try await FeatureRun.run(options.load(), isOn: false)
    Output.line(
      isNew
        ? "Message centers are disabled: every fetched message is removed. ‘inbox enable’ undoes it."
        : "Message centers are disabled already.")
  }
}

/// Switches the feature while no screen has the profile.
enum FeatureRun {
  /// - Returns: whether that was a change.
  static func run(_ profile: Profile, isOn: Bool) async throws -> Bool {
    try StateFolder.make(profile.folder)
    let lock = try ProfileLock(
      folder: profile.folder, program: "The inbox", remedy: "Press X there, or quit it first.")
    let isNew = try await RunRecording()(profile) { composition in
      try await composition.center.start()
      return try await composition.center.setEnabled(isOn)
    }
    withExtendedLifetime(lock) {}
    return isNew
  }
}
