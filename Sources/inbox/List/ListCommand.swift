import ArgumentParser
import Foundation

/// The list without a screen.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List messages. Reports no displays: a list for programs is not a preview.",
    discussion:
      "What is due is fetched first. Exit status 1 if the back end is down, and the archive is listed, or if the last response held messages that failed to be read; they are named."
  )

  @OptionGroup var options: ProfileOptions
  @OptionGroup var captured: CaptureOption
  @OptionGroup var recording: RecordOption

  @Option(help: "Only this center.", completion: Completions.centers)
  var center: String?

  // A filter may begin with what it excludes: -is:read.
  @Option(
    parsing: .unconditional,
    help: "Only what matches: words, is:unread, has:link, before:7d, -not …, as / takes them in the inbox.")
  var filter: String?

  @Flag(help: "Print JSON: one object with the centers and their messages.")
  var json = false

  @Flag(
    help: "List the messages that left each center instead, with reason and time; makes no request.")
  var gone = false

  @Flag(help: "Fetch now and print the raw responses, one JSON object a line with url and answer.")
  var raw = false

  @Flag(help: "Fetch now, whether or not it is due.")
  var refresh = false

  @Flag(help: "Make no request.")
  var offline = false

  func validate() throws {
    if refresh, offline { throw ValidationError("--refresh fetches, so it cannot go with --offline.") }
    if gone, raw || refresh {
      throw ValidationError("--gone reads the archive, so it cannot go with --raw or --refresh.")
    }
    if filter != nil, gone || raw {
      throw ValidationError("--filter narrows the list, so it cannot go with --gone or --raw.")
    }
    if captured.isUsed, gone || raw || refresh || offline {
      throw ValidationError(
        "--capture reads responses: --gone, --raw, --refresh and --offline mean nothing to them.")
    }
    if raw, offline { throw ValidationError("--raw fetches, so it cannot go with --offline.") }
  }

  func run() async throws {
    try await reporting(json: json) { try await run(on: captured.load(options)) }
  }

  func run(on profile: Profile) async throws {
    try await recording.run(profile, mayOnlyRead: !refresh) { composition in
      try await ListRun(composition: composition, command: self).run()
    }
  }
}
