import ArgumentParser
import Foundation
import InboxCore
import InboxTap
import InboxTransport
import InboxTUI

/// Opens the inbox of a profile: on the terminal, or without one.
enum FrontRun {
  /// - Parameters:
  ///   - begin: What begins with the core, before anything is drawn.
  ///   - end: What ends before the core and the recording do.
  static func run(
    _ profile: Profile, program: String, _ options: FrontOptions, link: String?,
    begin: (Composition, RecordingFile?) async -> Void = { _, _ in }, end: () async -> Void = {}
  ) async throws {
    EventLoops.useOne()
    let size = options.screen
    if size == nil {
      let why = PlainRun.reason(
        isTerminal: isatty(STDOUT_FILENO) == 1, term: Environment["TERM"])
      if options.plain || why != nil {
        return try await PlainRun.run(profile, options, link: link, why: options.plain ? nil : why)
      }
      guard isatty(STDIN_FILENO) == 1 else {
        throw Exit.notReady(
          "Standard input must be a terminal for the inbox. Without one use ‘inbox list’, or "
            + "--screen 80x24 for a frame as text.")
      }
    }
    var profile = try await profile.opened(writes: true)
    let (lock, scratch) = try claimFolder(of: &profile, program, isOnTerminal: size == nil)
    defer {
      scratch?.remove()
      withExtendedLifetime(lock) {}
    }
    let recording = try options.recording.begin(profile, on: size ?? Output.size(of: STDOUT_FILENO))
    try await recording.ended {
      let composition = try Composition(profile, isScreen: true, recording: recording)
      await composition.record()
      recording?.onTrouble { [center = composition.center] in await center.notice($0) }
      await begin(composition, recording)
      let settings = FrontSettings.find(options)
      var status: Int32 = 0
      do {
        if let size {
          try await HeadlessRun.run(
            composition, size: size, keys: options.keys, styles: options.styles, link: link,
            theme: FrontTheme(option: options.theme, depth: options.depth ?? .truecolor), settings: settings)
        } else {
          status = try await TerminalRun.run(
            composition, link: link, theme: options.theme, settings: settings)
        }
      } catch {
        await composition.close()
        throw error
      }
      await end()
      if await composition.close() != nil, status == 0 { status = Exit.failed }
      // The screen has shown it in one line, which was gone with the next key.
      if let problem = composition.problem { Output.complain(problem) }
      if status != 0 { throw ExitCode(status) }
    }
  }

  /// Takes the folder of a profile for one screen at a time.
  ///
  /// A capture and a tap have none, but a terminal needs a place for its log.
  private static func claimFolder(
    of profile: inout Profile, _ program: String, isOnTerminal: Bool
  ) throws -> (ProfileLock?, ScratchFolder?) {
    guard profile.isForeign else {
      try StateFolder.make(profile.folder)
      // The sandbox of a profile on this machine belongs to this state folder.
      let remedy =
        profile.isLocal
        ? "End that first; a second inbox on the sandbox has a space of its own: ‘inbox space create NAME’, then --profile \(profile.name)@NAME."
        : nil
      return (try ProfileLock(folder: profile.folder, program: program, remedy: remedy), nil)
    }
    guard isOnTerminal else { return (nil, nil) }
    let scratch = try ScratchFolder("captured")
    profile.folder = scratch.path
    return (nil, scratch)
  }
}

extension Program {
  /// Starts the core and the front, and reports what is wrong with theme, settings and profile.
  func begin(
    _ composition: Composition, _ settings: FrontSettings, _ theme: FrontTheme, link: String?
  ) async throws {
    if let notice = theme.notice { receive(.theme(.themeChanged(theme.theme, notice: notice))) }
    let flaws = [settings.notice, composition.problem].compactMap { $0 }
    for flaw in flaws { receive(.screen(.warned(flaw))) }
    if let link { receive(.link(.linkArrived(link))) }
    try await composition.center.start()
    await start()
    composition.profile.tap?.frontFollows()
    for flaw in flaws { await composition.center.notice(flaw) }
  }
}
