import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTransport
import InboxTUI

/// Runs one scenario against its own sandbox, or one that runs already.
final class ScenarioRun {
  private let scenario: Scenario
  private let sandbox: ScenarioSandbox
  /// At least one.
  private let devices: [ScenarioDevice]
  private let lines: PushLines

  private var control: SandboxControl { sandbox.control }

  /// What a run came to.
  nonisolated struct Outcome: Sendable {
    /// Empty when everything was as expected.
    var failures: [ScenarioFailure]
    /// What is missing in its recordings, as sentences.
    var missing: [String]
  }

  /// Runs it.
  ///
  /// - Parameters:
  ///   - url: A sandbox that runs already; nil starts one.
  ///   - tokenFile: The file with that one's control token, if it asks for one.
  ///   - folder: Where the clients keep their state.
  ///   - file: Where to record it, and what wants that; of several clients each has a file, with its name in it.
  /// - Throws: what makes the scenario a broken one, and `CancellationError`.
  static func run(
    _ scenario: Scenario, against url: String?, tokenFile: String? = nil, in folder: String,
    recording file: (path: String, option: String)? = nil
  ) async throws -> Outcome {
    try StateFolder.make(folder)
    let sandbox: ScenarioSandbox
    if let url {
      sandbox = try await .shared(for: scenario, at: url, tokenFile: tokenFile)
    } else {
      sandbox = try await .own(for: scenario)
    }
    let result: Result<Outcome, any Error>
    do {
      var profiles: [Profile] = []
      for client in scenario.clients {
        let place = client.name.map { "\(folder)/\($0)" } ?? folder
        profiles.append(try await ScenarioProfile.make(client, scenario, sandbox, in: place))
      }
      let centers = profiles.flatMap { Array($0.settings.centers) }
      try check(scenario, try await sandbox.names(centers: centers))
      let run = try ScenarioRun(scenario, sandbox, profiles, file)
      result = await run.result()
    } catch {
      result = .failure(error)
    }
    // Also after a cancellation: the requests to the sandbox must not be cancelled with the run.
    await Task { await sandbox.end() }.value
    return try result.get()
  }

  /// - Throws: ``ScenarioBroken`` for the first step with a name that does not exist.
  private static func check(_ scenario: Scenario, _ names: KnownNames) throws {
    for step in scenario.steps {
      if let problem = names.problem(with: step.action) { throw ScenarioBroken(step, problem) }
    }
  }

  private func result() async -> Result<Outcome, any Error> {
    do {
      var outcome = Outcome(failures: try await perform(), missing: [])
      for device in devices { await device.client.quit() }
      let status = outcome.failures.isEmpty ? 0 : Exit.failed
      for device in devices {
        if let missing = await device.endRecording(status: status) { outcome.missing.append(missing) }
      }
      return .success(outcome)
    } catch {
      for device in devices {
        await device.client.kill()
        _ = await device.endRecording(status: Exit.notReady)
      }
      return .failure(error)
    }
  }

  private init(
    _ scenario: Scenario, _ sandbox: ScenarioSandbox, _ profiles: [Profile],
    _ file: (path: String, option: String)?
  ) throws {
    self.scenario = scenario
    self.sandbox = sandbox
    devices = try zip(scenario.clients, profiles).enumerated().map { number, client in
      // A shared sandbox remembers the ids of an earlier run, and two devices must never make the same ones.
      let seed = scenario.seed ^ (UInt64(number) << 48)
      return try ScenarioDevice(
        client.0, client.1, on: sandbox,
        random: sandbox.isShared ? .system : SeededRandomSource(seed: seed).random,
        recording: file.map { (RecordingName.of(client.0.name, $0.path), $0.option) }, seed: scenario.seed)
    }
    lines = PushLines(sandbox.control, devices)
  }

  private func perform() async throws -> [ScenarioFailure] {
    for device in devices { try await start(device) { try await device.start() } }
    try await settle()
    var failures: [ScenarioFailure] = []
    for step in scenario.steps {
      try Task.checkCancellation()
      let device = device(of: step)
      guard !device.isOver || step.action.needsNoClient else { throw afterQuit(step) }
      if case .expect(let wanted, let seconds) = step.action {
        if let problem = try await check(wanted, step, within: seconds) {
          failures.append(ScenarioFailure(step, problem))
        }
        continue
      }
      if let problem = try await problem(of: step, device) { failures.append(ScenarioFailure(step, problem)) }
      try await settle()
    }
    return failures
  }

  /// The device that a step is about; the first one for a step that names none.
  private func device(of step: Scenario.Step) -> ScenarioDevice {
    devices.first { $0.settings.name == step.client } ?? devices[0]
  }

  /// Performs a step; returns why the sandbox or the inbox refuses it, as a sentence.
  private func problem(of step: Scenario.Step, _ device: ScenarioDevice) async throws -> String? {
    do {
      try await perform(step, device)
      return nil
    } catch let exit as Exit {
      try Task.checkCancellation()
      return exit.sentence
    } catch let error as InboxError {
      try Task.checkCancellation()
      return Output.oneLine(error.description)
    }
  }

  private func perform(_ step: Scenario.Step, _ device: ScenarioDevice) async throws {
    switch step.action {
    case .press(let keys): try await press(keys, step, device)
    case .clock(let change): try await move(change)
    case .switchIdentity(let user):
      try await start(device) { try await device.switchIdentity(to: user) }
    case .fault(let text):
      // The dice get a seed of the scenario's own: they must fall the same way each time.
      let words =
        text.contains("percent") && !text.contains("seed")
        ? "\(text) seed \(scenario.seed % 1_000_000)" : text
      _ = try await control.send("POST", "/sandbox/faults", body: Data(words.utf8))
    case .clearFaults: _ = try await control.send("DELETE", "/sandbox/faults")
    case .launch(let id):
      _ = try await control.send("POST", "/sandbox/campaigns/\(URLText.encode(id))/launch")
    case .withdraw(let id):
      _ = try await control.send("POST", "/sandbox/campaigns/\(URLText.encode(id))/withdraw")
    case .follow(let link): await device.follow(link)
    case .refresh(let list): try await device.refresh(list)
    case .gesture(let gesture): try await gesture.perform(on: device.core)
    case .terminal(let gesture): try await perform(gesture, device)
    case .kill:
      await device.client.kill()
      try await start(device) { try await device.startAnew() }
    case .restart:
      await device.client.quit()
      try await start(device) { try await device.startAnew() }
    case .start:
      guard device.isOver else {
        throw ScenarioBroken(step, "the inbox is already running. ‘restart’ quits it first.")
      }
      try await start(device) { try await device.startAnew() }
    case .reset: try await sandbox.reset()
    case .quiet, .expect: return
    }
  }

  private func press(_ keys: [Key], _ step: Scenario.Step, _ device: ScenarioDevice) async throws {
    for key in keys {
      try Task.checkCancellation()
      guard !device.isOver else { throw afterQuit(step) }
      device.client.program.receive([key])
      try await settle()
      if device.client.isQuitting { await device.client.quit() }
    }
  }

  private func perform(_ gesture: TerminalGesture, _ device: ScenarioDevice) async throws {
    switch gesture {
    case .resize(let size): device.resize(to: size)
    case .mouse(let mouse, let place): try device.move(mouse, at: place)
    case .sizeChanged: device.sizeChanged()
    // As on a terminal: it flushes and leaves.
    case .end: await device.client.quit()
    case .suspend(let seconds):
      try await device.suspend {
        guard seconds > 0 else { return }
        try await move(.advance(seconds: seconds), without: device)
      }
      await device.clockChanged()
    }
  }

  private func afterQuit(_ step: Scenario.Step) -> ScenarioBroken {
    ScenarioBroken(
      step,
      "the inbox has quit by then. Start it with app = \"start\"; without it only clock, fault, launch, withdraw, receipts "
        + "and wait can follow, and expectations of receipts, of why lines and of the server's badge.")
  }

  /// - Parameter stopped: A client whose program is stopped meanwhile.
  private func move(_ change: ClockChange, without stopped: ScenarioDevice? = nil) async throws {
    try await sandbox.change(change)
    let running = devices.filter { !$0.isOver && $0 !== stopped }
    guard !running.isEmpty else { return }
    if stopped == nil { try await lines.receive() }
    for device in running { await device.clockChanged() }
  }

  /// Does the work that opens a line, and waits for the line.
  private func start(_ device: ScenarioDevice, _ work: () async throws -> Void) async throws {
    let count = try await lines.opened()
    try await work()
    try await lines.wait(for: device, after: count)
  }

  /// Returns when the clients have received what the sandbox said, and nothing is under way in them.
  private func settle() async throws {
    guard devices.contains(where: { !$0.isOver }) else { return }
    // What one client sends to the server may reach another.
    for _ in devices {
      await idle()
      try await lines.receive()
    }
    await idle()
    for device in devices where !device.isOver {
      await device.client.startedListening()
      device.recordTrail()
    }
  }

  private func idle() async {
    for device in devices where !device.isOver { await device.client.program.idle() }
  }

  // MARK: - What must be so

  /// What is wrong; nil when it is as expected, now or within this many seconds of the clock; a limit all that time.
  private func check(
    _ wanted: any Expectation, _ step: Scenario.Step, within seconds: Double?
  ) async throws -> String? {
    var problem = try await mismatch(wanted, step)
    var left = seconds ?? 0
    while (problem == nil) == wanted.isLimit, left > 0 {
      try Task.checkCancellation()
      try await move(.advance(seconds: 1))
      try await settle()
      left -= 1
      problem = try await mismatch(wanted, step)
    }
    return problem
  }

  private func mismatch(_ wanted: any Expectation, _ step: Scenario.Step) async throws -> String? {
    let device = device(of: step)
    let journal = step.client == nil ? devices.flatMap(\.journal) : device.journal
    var facts = ScenarioFacts(
      receipts: try await sandbox.receipts(), began: sandbox.began, state: device.client.program.state,
      screen: device.client.screen.frame, journal: journal, trail: device.trail)
    if device.isOver, wanted is BadgeExpectation {
      facts.held = try await sandbox.badge(of: device.identity)
    }
    if let wanted = wanted as? ListExpectation {
      facts.rows = try await device.rows(of: wanted.list(in: facts.state))
    }
    if wanted is LensExpectation {
      let composition = device.client.composition
      let report = await composition.center.lensReport(at: composition.services.time.now())
      facts.lens = report.only(await composition.center.identity)
    }
    return facts.mismatch(wanted)
  }
}
