import Foundation
import InboxCore
import InboxSandbox
import InboxTUI

/// Runs one scenario against a sandbox of its own, or one that runs already.
final class ScenarioRun {
  /// What went wrong at a step.
  struct Failure: Equatable {
    var line: Int
    var problem: String
  }

  private let scenario: Scenario
  private let endpoint: SandboxEndpoint
  private let control: SandboxControl
  private let clock: VirtualClock?
  private let folder: String
  private var client: ScenarioClient
  private var trail: LinkTrail?
  /// Journals of clients that are gone.
  private var formerJournal: [JournalEntry] = []
  private let chance: Chance
  /// Who reads; a switch lasts over a restart, as an app remembers who is logged in.
  private var user: String?

  /// Runs it; the failures are empty when everything was as expected.
  ///
  /// - Parameter url: A sandbox that runs already; nil starts one.
  static func run(_ scenario: Scenario, against url: String?) async throws -> [Failure] {
    let folder = NSTemporaryDirectory() + "inbox-check-\(getpid())-\(UUID().uuidString)"
    try StateFolder.make(folder)
    defer {
      do { try FileManager.default.removeItem(atPath: folder) } catch {
        Output.complain("\(folder) stays behind.")
      }
    }
    if url != nil { return try await run(scenario, ProfileSource.endpoint(at: url), clock: nil, folder) }
    let clock = VirtualClock(.stopped(at: scenario.clock))
    let sandbox = try await Sandbox.start(
      SandboxOptions(clock: clock, launchesTimed: false), campaigns: scenario.campaigns)
    do {
      let failures = try await run(scenario, sandbox.endpoint, clock: clock, folder)
      await sandbox.stop()
      return failures
    } catch {
      await sandbox.stop()
      throw error
    }
  }

  private static func run(
    _ scenario: Scenario, _ endpoint: SandboxEndpoint, clock: VirtualClock?, _ folder: String
  ) async throws -> [Failure] {
    let run = try ScenarioRun(scenario, endpoint, clock: clock, folder)
    do {
      let failures = try await run.perform()
      await run.client.quit()
      return failures
    } catch {
      await run.client.kill()
      throw error
    }
  }

  private init(
    _ scenario: Scenario, _ endpoint: SandboxEndpoint, clock: VirtualClock?, _ folder: String
  ) throws {
    self.scenario = scenario
    self.endpoint = endpoint
    self.clock = clock
    self.folder = folder
    control = try SandboxControl(url: endpoint.httpURL)
    chance = SeededChance(seed: scenario.seed).chance
    user = scenario.user
    // The device is the same in every run.
    try Data("scenario-device\n".utf8).write(to: URL(fileURLWithPath: folder + "/device-id"))
    client = try Self.client(scenario, endpoint, clock, folder, scenario.user, chance)
  }

  private static func client(
    _ scenario: Scenario, _ endpoint: SandboxEndpoint, _ clock: VirtualClock?, _ folder: String,
    _ user: String?,
    _ chance: Chance
  ) throws -> ScenarioClient {
    var profile = try ProfileSource.profile(of: endpoint, folder: folder, name: "scenario")
    profile.user = user
    profile.settings.sessionEndsOnOpen = scenario.sessionEndsOnOpen
    return try ScenarioClient(profile, scenario, clock: clock, chance: chance)
  }

  private func perform() async throws -> [Failure] {
    try await startClient()
    try await settle()
    var failures: [Failure] = []
    for step in scenario.steps {
      if case .expect(let wanted, let seconds) = step.action {
        if let problem = try await check(wanted, within: seconds) {
          failures.append(Failure(line: step.line, problem: "\(step.text): \(problem)"))
        }
        continue
      }
      do { try await perform(step.action) } catch let exit as Exit {
        failures.append(Failure(line: step.line, problem: "\(step.text): \(exit.sentence)"))
      }
      try await settle()
    }
    return failures
  }

  private func perform(_ action: Scenario.Action) async throws {
    switch action {
    case .press(let keys):
      for key in keys {
        client.program.receive([key])
        try await settle()
      }
    case .clock(let change): try await move(change)
    case .switchIdentity(let user):
      let identity = Identity(user: user.isEmpty ? nil : user, device: "scenario-device")
      self.user = user.isEmpty ? nil : user
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
    case .kill:
      await client.kill()
      try await startAnew()
    case .restart:
      await client.quit()
      try await startAnew()
    case .reset: _ = try await control.send("POST", "/sandbox/reset")
    case .quiet, .expect: return
    }
  }

  private func move(_ change: ClockChange) async throws {
    _ = try await control.send("POST", "/sandbox/clock", body: Data(change.text.utf8))
    try await hear()
    await client.composition.center.catchUp()
    // Labels and notices go by the clock as well.
    client.program.receive(.resized(scenario.size))
  }

  private func startAnew() async throws {
    formerJournal += client.journal
    client = try Self.client(scenario, endpoint, clock, folder, user, chance)
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

  /// Waits for the client's line, unless a fault keeps it from being opened: what is said then is said to nobody.
  private func waitForLine(after count: Int) async throws {
    for _ in 0..<200 where !client.program.state.isLineFaulty {
      if try await opened() > count { return }
      await client.program.idle()
    }
  }

  /// Returns when the client has heard what the sandbox said, and nothing is under way in it.
  private func settle() async throws {
    await client.program.idle()
    try await hear()
    await client.program.idle()
    await client.listened()
    if case .outcome(let trail, _)? = client.program.state.layer { self.trail = trail }
  }

  private func hear() async throws {
    let lines = try JSONValue.parse(try await control.send("GET", "/sandbox/lines"))
    if let said = lines["said"]?.integer { await client.composition.center.heard(said) }
  }

  // MARK: - What must be so

  /// What is wrong; nil when it is as expected, now or within so many seconds of the clock.
  private func check(_ wanted: Expectation, within seconds: Double?) async throws -> String? {
    var problem = try await mismatch(wanted)
    var left = seconds ?? 0
    while problem != nil, left > 0 {
      try await move(.advance(seconds: 1))
      try await settle()
      left -= 1
      problem = try await mismatch(wanted)
    }
    return problem
  }

  private func mismatch(_ wanted: Expectation) async throws -> String? {
    let receipts = try JSONDecoder().decode(
      Receipts.self, from: try await control.send("GET", "/sandbox/receipts"))
    let facts = ScenarioFacts(
      receipts: receipts, state: client.program.state, screen: client.screen.frame.lines,
      journal: formerJournal + client.journal, trail: trail)
    return facts.mismatch(wanted)
  }
}
