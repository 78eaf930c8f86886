import Foundation
import InboxCore
import InboxEvidence
import InboxSandbox
import InboxTUI
import InboxTransport

/// Runs one scenario against a sandbox of its own, or one that runs already.
final class ScenarioRun {
  /// What went wrong at a step.
  struct Failure: Equatable {
    var line: Int
    var problem: String
  }

  private let scenario: Scenario
  private let sandbox: ScenarioSandbox
  private let folder: String
  private let recording: RecordingFile?
  private var client: ScenarioClient
  private var trail: LinkTrail?
  /// Journals of clients that are gone.
  private var formerJournal: [JournalEntry] = []
  private let random: RandomSource
  /// Who reads; a switch lasts over a restart, as an app remembers who is logged in.
  private var user: String?

  private var control: SandboxControl { sandbox.control }

  /// Runs it; the failures are empty when everything was as expected.
  ///
  /// - Parameters:
  ///   - url: A sandbox that runs already; nil starts one.
  ///   - tokenFile: The file with that one's control token, if it asks for one.
  ///   - folder: Where the client keeps its state.
  ///   - file: Where to record it.
  /// - Throws: what makes the scenario a broken one, and `CancellationError`.
  static func run(
    _ scenario: Scenario, against url: String?, tokenFile: String? = nil, in folder: String,
    recording file: String? = nil
  ) async throws -> [Failure] {
    try StateFolder.make(folder)
    let sandbox: ScenarioSandbox
    if let url {
      sandbox = try await .shared(at: url, tokenFile: tokenFile)
    } else {
      sandbox = try await .own(for: scenario)
    }
    let result: Result<[Failure], any Error>
    do {
      try check(scenario, try await sandbox.names(for: scenario))
      let run = try await ScenarioRun(scenario, sandbox, folder, file)
      result = await run.result()
    } catch {
      result = .failure(error)
    }
    // Also when it was cancelled: what asks the sandbox must not be cancelled with it.
    await Task { await sandbox.end() }.value
    return try result.get()
  }

  /// - Throws: ``ScenarioBroken`` for the first step that names what there is not.
  private static func check(_ scenario: Scenario, _ names: KnownNames) throws {
    for step in scenario.steps {
      let problem: String? =
        switch step.action {
        case .expect(let wanted, _): wanted.problem(in: names)
        case .gesture(let gesture): names.message(gesture.message)
        default: nil
        }
      if let problem { throw ScenarioBroken(scenario, step, problem) }
    }
  }

  private func result() async -> Result<[Failure], any Error> {
    do {
      let failures = try await perform()
      await client.quit()
      if let missing = await recording?.end(status: failures.isEmpty ? 0 : Exit.failed) {
        throw Exit(Exit.notReady, missing)
      }
      return .success(failures)
    } catch {
      await client.kill()
      _ = await recording?.end(status: Exit.notReady)
      return .failure(error)
    }
  }

  private init(
    _ scenario: Scenario, _ sandbox: ScenarioSandbox, _ folder: String, _ file: String?
  ) async throws {
    self.scenario = scenario
    self.sandbox = sandbox
    self.folder = folder
    // A shared sandbox remembers the ids of an earlier run.
    random = sandbox.isShared ? .system : SeededRandomSource(seed: scenario.seed).random
    user = scenario.user
    try Data("\(sandbox.readers.device)\n".utf8).write(to: URL(fileURLWithPath: folder + "/device-id"))
    let secrets = try await Self.profile(scenario, sandbox, folder, nil).transport.secrets
    recording = try file.map { file in
      let start = RecordingStart(
        program: Version.text, profile: "scenario", arguments: Array(CommandLine.arguments.dropFirst()),
        columns: scenario.size.columns, rows: scenario.size.rows, seed: scenario.seed)
      return try RecordingFile(file, start, secrets: secrets)
    }
    client = try await Self.client(scenario, sandbox, folder, scenario.user, random, recording)
  }

  private static func client(
    _ scenario: Scenario, _ sandbox: ScenarioSandbox, _ folder: String, _ user: String?,
    _ random: RandomSource,
    _ recording: RecordingFile?
  ) async throws -> ScenarioClient {
    _ = sandbox.identity(of: user)
    return try ScenarioClient(
      await profile(scenario, sandbox, folder, user), scenario, clock: sandbox.clock, random: random,
      recording: recording)
  }

  private static func profile(
    _ scenario: Scenario, _ sandbox: ScenarioSandbox, _ folder: String, _ user: String?
  ) async throws -> Profile {
    var profile = try ProfileSource.profile(
      of: sandbox.endpoint, folder: folder, name: "scenario", vendor: scenario.vendor)
    profile.user = user
    // Without a user it is the device, and nobody whom a demonstration shows.
    profile.account?.person = .nobody
    profile.settings.sessionEndsOnOpen = scenario.sessionEndsOnOpen
    return try await profile.opened(writes: true)
  }

  private func perform() async throws -> [Failure] {
    try await startClient()
    try await settle()
    var failures: [Failure] = []
    for step in scenario.steps {
      try Task.checkCancellation()
      guard !client.isOver || step.action.needsNoClient else { throw afterQuit(step) }
      if case .expect(let wanted, let seconds) = step.action {
        if let problem = try await check(wanted, within: seconds) {
          failures.append(Failure(line: step.line, problem: "\(step.text): \(problem)"))
        }
        continue
      }
      if let problem = try await problem(of: step) {
        failures.append(Failure(line: step.line, problem: "\(step.text): \(problem)"))
      }
      try await settle()
    }
    return failures
  }

  /// Does a step; why the sandbox or the inbox refuses it, as a sentence.
  private func problem(of step: Scenario.Step) async throws -> String? {
    do {
      try await perform(step)
      return nil
    } catch let exit as Exit {
      try Task.checkCancellation()
      return exit.sentence
    } catch let error as InboxError {
      try Task.checkCancellation()
      return Output.oneLine(error.description)
    }
  }

  private func perform(_ step: Scenario.Step) async throws {
    switch step.action {
    case .press(let keys):
      for key in keys {
        try Task.checkCancellation()
        guard !client.isOver else { throw afterQuit(step) }
        client.program.receive([key])
        try await settle()
        if client.isQuitting { await client.quit() }
      }
    case .clock(let change): try await move(change)
    case .switchIdentity(let user):
      self.user = user.isEmpty ? nil : user
      let identity = sandbox.identity(of: self.user)
      let lines = try await opened()
      try await client.composition.center.switchIdentity(to: identity)
      try await waitForLine(after: lines)
    case .fault(let text):
      // Dice of the scenario's own seed: what they do must be the same each time.
      let words =
        text.contains("percent") && !text.contains("seed")
        ? "\(text) seed \(scenario.seed % 1_000_000)" : text
      _ = try await control.send("POST", "/sandbox/faults", body: Data(words.utf8))
    case .clearFaults: _ = try await control.send("DELETE", "/sandbox/faults")
    case .launch(let id):
      _ = try await control.send("POST", "/sandbox/campaigns/\(URLText.encode(id))/launch")
    case .withdraw(let id):
      _ = try await control.send("POST", "/sandbox/campaigns/\(URLText.encode(id))/withdraw")
    case .follow(let link):
      trail = await client.composition.center.follow(LinkRequest(link, from: .commandLine))
    case .refresh(let list): try await refresh(list)
    case .gesture(let gesture): try await gesture.perform(on: client.composition.center)
    case .kill:
      await client.kill()
      try await startAnew()
    case .restart:
      await client.quit()
      try await startAnew()
    case .start:
      guard client.isOver else {
        throw broken(step, "the inbox runs already. ‘restart’ quits it first.")
      }
      try await startAnew()
    case .reset: try await sandbox.reset()
    case .quiet, .expect: return
    }
  }

  /// Fetches as a person does, who asks for it.
  private func refresh(_ list: String?) async throws {
    let core = client.composition.center
    if let name = try list.map({ try client.composition.list($0) }) ?? nil {
      _ = try await core.refresh(name)
    } else {
      for outcome in await core.refreshAll().values { _ = try outcome.get() }
    }
  }

  private func afterQuit(_ step: Scenario.Step) -> ScenarioBroken {
    broken(
      step,
      "the inbox has quit by then. Start it with client = \"start\"; without it only clock, fault, launch, withdraw, receipts "
        + "and wait can follow, and expectations of receipts, of why lines and of the server's badge.")
  }

  private func broken(_ step: Scenario.Step, _ problem: String) -> ScenarioBroken {
    ScenarioBroken(scenario, step, problem)
  }

  private func move(_ change: ClockChange) async throws {
    try await sandbox.change(change)
    guard !client.isOver else { return }
    try await receivePushes()
    await client.composition.center.catchUp()
    // Labels and notices go by the clock as well.
    client.program.receive(.screen(.resized(scenario.size)))
  }

  private func startAnew() async throws {
    formerJournal += client.journal
    client = try await Self.client(scenario, sandbox, folder, user, random, recording)
    try await startClient()
  }

  private func startClient() async throws {
    let lines = try await opened()
    try await client.start()
    try await waitForLine(after: lines)
  }

  /// How many push lines were ever opened.
  private func opened() async throws -> Int {
    try JSONValue.parse(try await control.send("GET", "/sandbox/lines"))["opened"]?.integer ?? 0
  }

  /// Waits for the client's line, unless a fault keeps it from being opened: what is sent then reaches no client.
  private func waitForLine(after count: Int) async throws {
    guard client.composition.center.capabilities.liveLine else { return }
    for _ in 0..<200 where !client.program.state.isLineFaulty {
      if try await opened() > count { return }
      await client.program.idle()
    }
  }

  /// Returns when the client has heard what the sandbox said, and nothing is under way in it.
  private func settle() async throws {
    guard !client.isOver else { return }
    await client.program.idle()
    try await receivePushes()
    await client.program.idle()
    await client.startedListening()
    if case .outcome(let trail, _)? = client.program.state.layer { self.trail = trail }
  }

  private func receivePushes() async throws {
    let lines = try JSONValue.parse(try await control.send("GET", "/sandbox/lines"))
    if let sent = lines["said"]?.integer { await client.composition.center.receivedPushes(sent) }
  }

  // MARK: - What must be so

  /// What is wrong; nil when it is as expected, now or within so many seconds of the clock.
  private func check(_ wanted: any Expectation, within seconds: Double?) async throws -> String? {
    var problem = try await mismatch(wanted)
    var left = seconds ?? 0
    while problem != nil, left > 0 {
      try Task.checkCancellation()
      try await move(.advance(seconds: 1))
      try await settle()
      left -= 1
      problem = try await mismatch(wanted)
    }
    return problem
  }

  private func mismatch(_ wanted: any Expectation) async throws -> String? {
    var facts = ScenarioFacts(
      receipts: try await sandbox.receipts(), began: sandbox.began, state: client.program.state,
      screen: client.screen.frame.lines,
      journal: formerJournal + client.journal, trail: trail)
    if client.isOver, wanted is BadgeExpectation {
      facts.held = try await sandbox.badge(of: sandbox.identity(of: user))
    }
    return facts.mismatch(wanted)
  }
}

/// A scenario that asks for what cannot be, found while it ran.
nonisolated struct ScenarioBroken: Error, CustomStringConvertible {
  var description: String

  init(_ scenario: Scenario, _ step: Scenario.Step, _ problem: String) {
    description = "\(scenario.file):\(step.line): \(step.text): \(problem)"
  }
}

extension AppState {
  /// Whether the sandbox has reported that its push line is faulty.
  nonisolated var isLineFaulty: Bool { faults.contains { $0.hasPrefix("pushes") } }
}
