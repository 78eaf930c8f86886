import ArgumentParser
import InboxCore
import InboxModel

/// What the commands that mark messages have in common.
struct MarkOptions: ParsableArguments {
  @OptionGroup var options: ProfileOptions
  @OptionGroup var recording: RecordOption

  @Argument(help: "The messages' ids, from ‘inbox list’.", completion: Completions.messages)
  var ids: [String]

  @Option(help: "The center, where an id is in more than one.", completion: Completions.centers)
  var center: String?

  @Flag(help: "Print JSON.")
  var json = false
}

/// Marks messages here, and at the server where it takes that (MC-18, VE-4).
struct MarkRun {
  let command: MarkOptions
  /// What is done, in a word: “read”.
  let word: String
  /// What the messages are then, for programs: `read` or `deleted`.
  let member: (name: String, value: Bool)
  /// Where the vendor keeps it.
  let marks: (Capabilities) -> Capabilities.Marks
  /// Does it.
  let change: (MessageCenter, [MessageKey]) async throws -> Void

  func run(on profile: Profile) async throws {
    try await command.recording.run(profile, delivers: true) { composition in
      if let problem = composition.problem { Output.complain(problem) }
      let core = composition.center
      try await core.start()
      var keys: [MessageKey] = []
      for id in command.ids {
        let key = try await core.key(id, in: composition.list(command.center))
        if !keys.contains(key) { keys.append(key) }
      }
      await core.connect()
      try await change(core, keys)
      await core.flushed(within: .seconds(10))
      await say(keys, core, composition.withholding)
    }
  }

  private func say(_ keys: [MessageKey], _ core: MessageCenter, _ withholding: String?) async {
    let place = marks(core.capabilities)
    let waiting = await core.waitingChanges
    guard command.json else {
      for key in keys { Output.line("\(key.id): \(word).") }
      let words = core.capabilities.place(of: place)
      guard place == .server else { return Output.line("Kept \(words).") }
      if let withholding { return Output.line("Kept only on this device: \(withholding).") }
      return Output.line(
        waiting == 0
          ? "Kept \(words)."
          : "Kept \(words): \(waiting.counted("change")) waiting to be sent.")
    }
    let messages = keys.map {
      JSONValue.members(["id": $0.id.rawValue, "center": $0.center.rawValue, member.name: member.value])
    }
    let withheld = place == .server ? withholding : nil
    let result = JSONValue.members([
      "messages": messages, "kept": place.rawValue, "waiting": waiting, "withheld": withheld,
    ])
    Output.raw(result.serialized)
  }
}
