import ArgumentParser
import Foundation
import InboxCore
import InboxModel

struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List messages. Reports no displays: a list for programs is not a preview.",
    discussion:
      "What is due is fetched first. Exit status 1 if the back end is down (the archive is listed then), or if messages of the last response failed to be read (they are named)."
  )

  @OptionGroup var options: ProfileOptions
  @OptionGroup var captured: CaptureOption
  @OptionGroup var recording: RecordOption

  @Option(help: "Only this center.", completion: Completions.centers, transform: ArgumentValue.filled)
  var center: String?

  // A filter may begin with an exclusion: -is:read.
  @Option(
    parsing: .unconditional,
    help: "Only messages that match: words, is:unread, has:link, before:7d, -word, as with / in the inbox.")
  var filter: String?

  @Flag(help: "Print JSON: one object with the centers and their messages.")
  var json = false

  @Flag(
    help: "List instead the messages that left each center, with reason and time; makes no request.")
  var gone = false

  @Flag(help: "Fetch now and print the raw responses, one JSON object a line with url and answer.")
  var raw = false

  @Flag(help: "Fetch now, whether or not it is due.") var refresh = false

  @Flag(help: "Make no request.") var offline = false

  @Option(
    help:
      "Instead of listing, decide about what is held for another account: send it to the account that the profile names now (it has a new key), or drop it.",
    completion: .list(HeldFate.allCases.map(\.rawValue)), transform: ArgumentValue.read)
  var held: HeldFate?

  func validate() throws {
    if refresh, offline { throw ValidationError("--refresh fetches, so it cannot go with --offline.") }
    if gone, raw || refresh {
      throw ValidationError("--gone reads the archive, so it cannot go with --raw or --refresh.")
    }
    if filter != nil, gone || raw {
      throw ValidationError("--filter narrows the list, so it cannot go with --gone or --raw.")
    }
    if held != nil,
      gone || raw || refresh || filter != nil || center != nil || captured.isUsed || options.readOnly
        || options.user != nil
    {
      throw ValidationError(
        "--held settles everything that is held, so only --json and --offline can go with it.")
    }
    if captured.isUsed, gone || raw || refresh || offline {
      throw ValidationError(
        "--capture reads responses, so it cannot go with --gone, --raw, --refresh or --offline.")
    }
    if raw, offline { throw ValidationError("--raw fetches, so it cannot go with --offline.") }
  }

  func perform() async throws { try await run(on: captured.load(options)) }

  func run(on profile: Profile) async throws {
    if let held {
      let isOffline = offline || held == .drop
      return try await recording.run(profile, delivers: !isOffline, isOffline: isOffline) { composition in
        try await settle(held, composition)
      }
    }
    try await recording.run(profile, mayOnlyRead: !refresh, isOffline: offline || gone) { composition in
      try await ListRun(composition: composition, command: self).run()
    }
  }

  /// Decides on events held for another account, and sends those that may go now.
  private func settle(_ fate: HeldFate, _ composition: Composition) async throws {
    if let problem = composition.problem { Output.complain(problem) }
    let core = composition.center
    try await core.start()
    let settled = Set(try await core.settleHeld(fate))
    if fate == .send, !settled.isEmpty, !offline {
      await core.connect()
      await core.flushed(within: .seconds(10))
    }
    let outcome = try await HeldOutcome(of: settled, core)
    let why = outcome.waiting > 0 ? await why(composition) : try await stillHeld(core)
    if json {
      Output.json(
        .members([
          "held": fate.rawValue, "count": settled.count, "waiting": outcome.waiting,
          "refused": outcome.refused.count, "why": why,
        ]))
    } else {
      switch (fate, settled.count) {
      case (_, 0): if why == nil { Output.line("Nothing is held for another account.") }
      case (.drop, let count): Output.line("\(HeldOutcome.words(count)) dropped.")
      case (.send, _): outcome.print()
      }
      if let why { Output.line(why) }
    }
    if !outcome.refused.isEmpty { throw ExitCode(Exit.failed) }
  }

  /// Why something stays held for another account, in a sentence; nil where nothing does.
  private func stillHeld(_ core: MessageCenter) async throws -> String? {
    let count = try await core.held().reduce(0) { $0 + ($1.isOfPerson ? 0 : $1.count) }
    guard count > 0 else { return nil }
    let (stay, marks) = count == 1 ? ("stays", "mark of its kind") : ("stay", "marks of their kind")
    return
      "\(HeldOutcome.words(count)) \(stay) held: \(core.capabilities.vendor) takes no \(marks). "
      + "‘inbox list --held drop’ drops \(count == 1 ? "it" : "them")."
  }

  /// Why something still waits, in a sentence.
  private func why(_ composition: Composition) async -> String? {
    if let withholding = composition.withholding { return "Nothing is sent: \(withholding)." }
    return offline ? nil : await composition.center.outboxTrouble?.description
  }
}
