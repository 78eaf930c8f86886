import Foundation
import InboxSandbox

/// The sandbox of the demonstration, inside this process.
enum DemoSandbox {
  /// Runs work with a new sandbox and the profile that opens it, and ends the sandbox.
  ///
  /// - Parameters:
  ///   - keeps: Whether it goes on with the state of the last demonstration.
  ///   - vendor: Whose stand-in the profile opens; nil for that of Responsys.
  ///   - launchesTimed: Whether campaigns launch by themselves.
  static func run(
    campaigns: [CampaignFile]? = nil, keeps: Bool = false,
    maximumBadge: Int = SandboxOptions.usualMaximumBadge,
    launchesTimed: Bool = false, vendor: SandboxVendor? = nil, _ body: (Profile, Sandbox) async throws -> Void
  ) async throws {
    let folder = StateFolder.demo
    try StateFolder.make(folder)
    let campaigns = try campaigns ?? CampaignFile.bundled()
    let lock = try ProfileLock(folder: folder, program: "The demonstration")
    if !keeps {
      try StateFolder.preserve("client/crash.log", as: "crash.log", in: folder)
      try StateFolder.remove(["client", "sandbox"], of: folder)
    }
    let sandbox = try await Sandbox.start(
      SandboxOptions(
        folder: folder + "/sandbox", maximumBadge: maximumBadge, launchesTimed: launchesTimed),
      campaigns: campaigns)
    do {
      let profile = try ProfileSource.profile(
        of: sandbox.endpoint, folder: folder + "/client", name: "demo", vendor: vendor)
      try await body(profile, sandbox)
    } catch {
      await sandbox.stop()
      throw error
    }
    await sandbox.stop()
    withExtendedLifetime(lock) {}
  }
}
