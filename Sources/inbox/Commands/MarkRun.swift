import ArgumentParser
import Foundation
import InboxCore
import InboxModel
import InboxTUI

/// The common options of the commands that mark messages.
struct MarkOptions: ParsableArguments {
  @OptionGroup var options: ProfileOptions
  @OptionGroup var recording: RecordOption

  @Argument(help: "The messages' ids, from ‘inbox list’.", completion: Completions.messages)
  var ids: [String]

  @Option(
    help: "The center, where an id is in more than one.", completion: Completions.centers,
    transform: ArgumentValue.filled)
  var center: String?

  @Flag(help: "Print JSON.") var json = false
}

/// Marks messages here, and at the server where it takes that (MC-18, VE-4).
struct MarkRun {
  let command: MarkOptions
  /// The change, in a word: “read”.
  let word: String
  /// The state of the messages afterwards, for programs: `read` or `deleted`.
  let member: (name: String, value: Bool)
  /// Where the vendor keeps the mark.
  let marks: (Capabilities, CenterName) -> Capabilities.Marks
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
      let before = Set(try await core.queued().changes.map(\.item.id))
      try await change(core, keys)
      await core.flushed(within: .seconds(10))
      let fates = try await fates(of: keys, but: before, core)
      try await say(keys, fates, core, composition)
      if !fates.refused.isEmpty { throw ExitCode(Exit.failed) }
    }
  }

  /// The outcome at the server: the refused messages, with its reasons, and those that it does not have yet.
  private typealias Fates = (refused: [MessageKey: String], waiting: Set<MessageKey>)

  private func fates(
    of keys: [MessageKey], but before: Set<UUID>, _ core: MessageCenter
  ) async throws -> Fates {
    let person = await core.identity
    let changes = try await core.queued().changes.filter {
      $0.item.identity == person && keys.contains($0.item.message) && !before.contains($0.item.id)
    }
    var fates: Fates = ([:], [])
    for (key, change) in Dictionary(changes.map { ($0.item.message, $0) }, uniquingKeysWith: { $1 }) {
      switch change.state {
      case .refused: fates.refused[key] = change.reason ?? "The server gives no reason."
      case .waiting: fates.waiting.insert(key)
      default: break
      }
    }
    return fates
  }

  private func say(
    _ keys: [MessageKey], _ fates: Fates, _ core: MessageCenter, _ composition: Composition
  ) async throws {
    let (withholding, refused) = (composition.withholding, fates.refused)
    let sent = keys.filter { marks(core.capabilities, $0.center) == .server }
    let place = sent.isEmpty ? Capabilities.Marks.here : .server
    let waiting = await core.waitingChanges
    guard command.json else {
      for key in keys {
        let removal = try await core.message(key)?.removal(at: composition.services.time.now())
        // A restored message may have expired meanwhile.
        let gone = removal.flatMap { $0.staysInList || $0.reason == .deleted ? nil : ", but it \($0.words)" }
        Output.line("\(key.id): \(word)\(gone ?? "").")
      }
      let words = core.capabilities.place(of: place)
      guard place == .server else { return Output.line("Kept \(words).") }
      if let withholding { return Output.line("Kept only on this device: \(withholding).") }
      for key in keys {
        guard let reason = refused[key] else { continue }
        Output.line("\(key.id): kept on this device only, as it was refused: \(reason)")
      }
      if waiting > 0 {
        let changes = waiting.counted("change")
        Output.line("Kept here; \(changes) waiting to be sent to \(core.capabilities.vendor).")
      } else if refused.count < sent.count {
        Output.line("Kept \(words).")
      }
      return
    }
    let messages = keys.map { key in
      JSONValue.members([
        "id": key.id.rawValue, "center": key.center.rawValue, member.name: member.value,
        "refused": refused[key].map { Output.masked(.string($0)) },
      ])
    }
    let isThere = withholding == nil && sent.contains { refused[$0] == nil && !fates.waiting.contains($0) }
    let withheld = place == .server ? withholding : nil
    Output.json(
      .members([
        "messages": messages, "kept": (isThere ? Capabilities.Marks.server : .here).rawValue,
        "waiting": waiting, "withheld": withheld,
      ]))
  }
}
