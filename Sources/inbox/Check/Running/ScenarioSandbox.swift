import Foundation
import InboxModel
import InboxSandbox

/// The sandbox of a scenario: its own, or a shared one.
///
/// Of a shared one only the scenario's own receipts count, and its clock and faults are restored at the end.
final class ScenarioSandbox {
  let endpoint: SandboxEndpoint
  let control: SandboxControl
  /// Its clock; for a sandbox elsewhere, one that follows it.
  let clock: VirtualClock
  /// When the scenario began, by the sandbox's clock.
  let began: Date
  private let scenario: Scenario
  /// The id of a single client's device, and what those of several begin with: a shared sandbox remembers the devices of
  /// earlier runs, so there they are new each time.
  private let onlyDevice: String
  private let devicePrefix: String
  private let own: Sandbox?
  private var former: (clock: ClockReading, faults: [Fault])?
  private var baseline: ReceiptsBaseline?

  static func own(for scenario: Scenario) async throws -> ScenarioSandbox {
    let clock = VirtualClock(.stopped(at: scenario.clock))
    let sandbox = try await Sandbox.start(
      SandboxOptions(clock: clock, maximumBadge: scenario.maximumBadge, launchesTimed: false),
      campaigns: scenario.campaigns)
    return ScenarioSandbox(
      scenario, sandbox.endpoint, sandbox, clock, prefix: "scenario", only: "scenario-device")
  }

  /// Connects to a sandbox that runs already.
  static func shared(
    for scenario: Scenario, at url: String, tokenFile: String?
  ) async throws -> ScenarioSandbox {
    let device = "scenario-" + UUID().uuidString.prefix(8).lowercased()
    let endpoint = try await ProfileSource.endpoint(at: url, tokenFile: tokenFile)
    let shared = ScenarioSandbox(
      scenario, endpoint, nil, VirtualClock(endpoint.clock), prefix: device, only: device)
    shared.former = (try await shared.reading(), try await shared.faults())
    try await shared.begin()
    return shared
  }

  private init(
    _ scenario: Scenario, _ endpoint: SandboxEndpoint, _ own: Sandbox?, _ clock: VirtualClock,
    prefix: String, only: String
  ) {
    self.scenario = scenario
    onlyDevice = only
    devicePrefix = prefix
    self.endpoint = endpoint
    self.own = own
    self.clock = clock
    control = SandboxControl(endpoint)
    began = clock.date
  }

  /// Whether others use it too.
  var isShared: Bool { own == nil }

  /// The id of a client's device.
  func device(of client: ScenarioClientSettings) -> String {
    client.name.map { "\(devicePrefix)-\($0)" } ?? onlyDevice
  }

  /// The persons who read, at the beginning or after a switch.
  private var readers: ReceiptsBaseline.Readers {
    var readers = ReceiptsBaseline.Readers(
      devices: Set(scenario.clients.map(device(of:))), users: Set(scenario.clients.compactMap(\.user)))
    for case .switchIdentity(let user) in scenario.steps.map(\.action) where !user.isEmpty {
      readers.users.insert(user)
    }
    return readers
  }

  /// The names that expectations can use.
  ///
  /// - Parameter centers: The centers of the clients.
  func names(centers: [CenterName]) async throws -> KnownNames {
    var names = KnownNames(
      people: readers.keys, centers: centers, vendors: scenario.clients.map(\.vendor), began: began)
    // A shared sandbox has its own campaigns, and none of the file's.
    if isShared {
      names.add(try await control.ask("GET", "/sandbox/campaigns") { $0 })
    } else {
      let actions = scenario.steps.map(\.action)
      names.add(
        scenario.campaigns, launching: actions.compactMap(\.launched),
        gestures: actions.reduce(0) { $0 + $1.gestures })
    }
    return names
  }

  func receipts() async throws -> Receipts {
    let all = try JSONDecoder().decode(
      Receipts.self, from: Data(try await control.receipts().serialized.utf8))
    return baseline?.own(of: all, by: readers) ?? all
  }

  /// Begins a generation; the receipts of others stay where they are.
  func reset() async throws {
    if isShared { try await begin() } else { _ = try await control.send("POST", "/sandbox/reset") }
  }

  func badge(of identity: Identity) async throws -> Int? {
    let path = "/sandbox/badge?identity=\(URLText.encode(identity.storageKey))"
    return try JSONValue.parse(try await control.send("GET", path))["count"]?.integer
  }

  /// Stops the sandbox, or restores what the scenario has changed.
  func end() async {
    guard let former else {
      await own?.stop()
      return
    }
    self.former = nil
    do {
      try await putBack(former.clock)
      try await putBack(former.faults)
    } catch {
      Output.complain("The clock and the faults of \(control.url) could not be put back: \(error)")
    }
  }

  private func begin() async throws {
    baseline = nil
    let before = try await receipts()
    baseline = ReceiptsBaseline(before, since: try await reading().date)
  }

  private func reading() async throws -> ClockReading {
    try await control.ask("GET", "/sandbox/clock") { try ClockWire.reading($0) }
  }

  private func faults() async throws -> [Fault] {
    try JSONDecoder().decode([Fault].self, from: try await control.send("GET", "/sandbox/faults"))
  }

  private func putBack(_ former: ClockReading) async throws {
    let body = JSONValue.object(ClockWire.fields(former)).serialized
    _ = try await control.send("POST", "/sandbox/clock", body: Data(body.utf8))
  }

  private func putBack(_ former: [Fault]) async throws {
    guard try await faults() != former else { return }
    _ = try await control.send("DELETE", "/sandbox/faults")
    for fault in former {
      _ = try await control.send("POST", "/sandbox/faults", body: try JSONEncoder.sorted.encode(fault))
    }
  }

  func change(_ change: ClockChange) async throws {
    let response = try await control.send("POST", "/sandbox/clock", body: Data(change.text.utf8))
    // Not every vendor has a line that reports it.
    if isShared { clock.follow(try ClockWire.reading(JSONValue.parse(response))) }
  }
}
