import Foundation
import InboxCore
import InboxModel
import InboxVendors

/// One session of ‘inbox drive’: does a line after the other with a core, and says what came of it.
final class DriveSession {
  let composition: Composition
  let feed = JournalFeed()
  private let log: DriveLog
  /// The clock of the sandbox, where the profile has one.
  let clock: VirtualClock?
  private let sandboxClock: DriveClock?
  /// Messages whose rows were visible, and those that were opened, in this session.
  var (seen, opened): (Set<SeenMessage>, Set<SeenMessage>) = ([], [])
  /// What the vendor has no word for, of the lines since the last that was done.
  private var lacking: [JSONValue] = []
  /// Messages of which ``lacking`` says that their marks stay here.
  private var kept: Set<MessageKey> = []

  /// A message of a person.
  struct SeenMessage: Hashable {
    var person: Identity
    var message: MessageKey
  }

  var core: MessageCenter { composition.center }

  init(_ profile: Profile, recording: RecordingFile?) throws {
    let log = DriveLog()
    clock = profile.clock.map { VirtualClock($0) }
    composition = try Composition(
      profile, isScreen: false, delivers: true, clock: clock, recording: recording,
      onExchange: { log.record($0) })
    self.log = log
    sandboxClock =
      if let clock, let requests = profile.vendors.sandbox {
        try DriveClock(clock, of: requests, over: profile.transport)
      } else {
        nil
      }
  }

  /// Reads what the device remembers and goes online; nothing is fetched unless a line says so.
  func start() async throws {
    await composition.record()
    try await core.start()
    await feed.listen(to: core)
    await core.connect()
  }

  /// Does a line.
  ///
  /// - Returns: The response, and whether the session is over.
  func respond(to line: DriveLine) async -> (JSONValue, isOver: Bool) {
    var isOver = false
    do {
      let request = try line.request.get()
      isOver = request == .quit
      // Before a line, so that what it does follows from the lines and from where the clock stands.
      if await sandboxClock?.follow() == true { await core.catchUp() }
      let result = try await perform(request)
      switch request {
      // An ended core publishes nothing more.
      case .quit: break
      // It has waited as long as it may.
      case .flush: await feed.caughtUp(with: core)
      default: await settle()
      }
      let journal = feed.take()
      let made = log.take()
      defer { (lacking, kept) = ([], []) }
      return (
        .object([
          "id": line.id, "ok": .bool(true), "sent": made.json(journal, composition.secrets.mask),
          "notSent": .array(notSent(journal, made, request) + lacking), "result": result,
        ]), isOver
      )
    } catch {
      await settle()
      // An error has its own form: what was requested meanwhile is in the next response that has a place for it.
      return (Self.refusal(DriveProblem(error), id: line.id), isOver)
    }
  }

  /// The response to a line that was not done.
  nonisolated static func refusal(_ problem: DriveProblem, id: JSONValue = .null) -> JSONValue {
    .members(["id": id, "ok": false, "error": problem.json])
  }

  /// Returns when nothing is under way and all that was published is here.
  private func settle() async {
    await core.waitUntilIdle()
    await feed.caughtUp(with: core)
  }

  /// Ends the session: what can be sent is, within two seconds.
  func end() async {
    await core.stop()
    await feed.ended()
  }

  /// Closes every connection.
  ///
  /// - Returns: what was lost with it, as a sentence, which is on standard error already; nil when nothing was.
  @discardableResult
  func close() async -> String? {
    let lost = await composition.close()
    await sandboxClock?.close()
    return lost
  }

  /// What the vendor has no word for, or keeps here, and so did not get.
  func lack(_ what: String, _ message: MessageKey?, _ why: String) {
    lacking.append(Self.unsent([what, message?.id.rawValue].compactMap { $0 }.joined(separator: " "), why))
  }

  private static func unsent(_ what: String, _ why: String) -> JSONValue {
    Output.masked(.members(["what": what, "why": why]))
  }

  /// A mark that stays on this device, where the server takes none of its kind.
  func stays(_ what: String, _ message: MessageKey) {
    kept.insert(message)
    lack(what, message, "on this device only: \(core.capabilities.vendor) takes no such mark")
  }

  /// What the journal says was not sent, or given up without a request.
  private func notSent(
    _ journal: [JournalEntry], _ made: [DriveLog.Request], _ request: DriveRequest
  ) -> [JSONValue] {
    journal.filter { entry in
      switch entry.verdict {
      case .suppressed: entry.label != "change" || !(entry.message.map(kept.contains) ?? false)
      case .refused, .dropped: !made.carried(entry)
      case .sent, .queued, nil: false
      }
    }
    .map { entry in
      let mark = entry.label == "change" ? request.mark(of: entry.message?.id.rawValue) : nil
      let what = [mark ?? entry.label, entry.message?.id.rawValue].compactMap { $0 }
      return Self.unsent(what.joined(separator: " "), entry.why)
    }
  }

  /// A list by the name that `state` gives it, or by the name of its tab.
  func list(_ name: String) -> CenterName {
    core.capabilities.list(name, among: composition.profile.settings.centers)
  }

  /// The one message that a line names.
  ///
  /// - Throws: ``InboxError/unknownCenter(_:known:)``, and what ``MessageCenter/key(_:in:remedy:)`` throws.
  func key(_ target: DriveRequest.Target) async throws -> MessageKey {
    try await core.key(target.id, in: target.list.map(known), remedy: "Add “list”.")
  }

  /// The messages that a line names, each once.
  func keys(_ targets: [DriveRequest.Target]) async throws -> [MessageKey] {
    var keys: [MessageKey] = []
    var known: Set<MessageKey> = []
    for target in targets {
      let key = try await key(target)
      if known.insert(key).inserted { keys.append(key) }
    }
    return keys
  }
}
