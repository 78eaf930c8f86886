import ArgumentParser
import Foundation
import Synchronization

/// The inbox as lines, for a screen reader, a pipe or a terminal that has lines only: nothing is read from the
/// keyboard, nothing is displayed or opened, no escape byte is written.
nonisolated enum PlainRun {
  /// - Parameter why: Why lines replace the requested screen; nil where lines were requested.
  static func run(_ profile: Profile, _ options: FrontOptions, link: String?, why: String?) async throws {
    guard link == nil else {
      throw Exit.usage(
        "--link follows a link on the screen, which is not there: ‘inbox resolve URL’ follows it."
      )
    }
    if FrontSettings.find(options).isASCII { Output.isASCII.store(true, ordering: .relaxed) }
    let command = try ListCommand.parse([])
    try await options.recording(profile, mayOnlyRead: true) { composition in
      try await ListRun(composition: composition, command: command).run()
    }
    let next = next(profile)
    if let why { Output.complain("\(why) \(next)") } else { Output.lines(["", next]) }
  }

  /// Why there can be no screen here, only lines; nil where there may be one.
  static func reason(isTerminal: Bool, term: String?) -> String? {
    guard isTerminal else { return "Standard output is not a terminal: this is the list as lines." }
    guard term ?? "" == "" || term == "dumb" else { return nil }
    return
      "The terminal (TERM is \(term.map { "“\($0)”" } ?? "not set")) has lines only: this is the list as lines."
  }

  private static func next(_ profile: Profile) -> String {
    if profile.capture != nil { return "‘inbox show ID --capture FILE…’ shows a message." }
    if let demonstration = profile.demonstration {
      let sandbox = "inbox sandbox" + (demonstration.isBundled ? "" : " --campaigns DIR")
      return
        "The demonstration has ended with it. With ‘\(sandbox)’ in another terminal, ‘inbox show ID --profile \(demonstration.profile)’ shows a message."
    }
    return "‘inbox show ID’ shows a message, which counts as an open; with --peek it does not."
  }
}
