import InboxModel

/// The faults that are set, at most one for each endpoint, and how far their dice have got.
struct FaultSet: Hashable, Sendable, Codable {
  private var faults: [String: Fault] = [:]
  /// How often the dice of an endpoint were rolled.
  private var rolls: [String: UInt64] = [:]

  var all: [Fault] { faults.values.sorted { $0.endpoint.rawValue < $1.endpoint.rawValue } }

  subscript(endpoint: FaultEndpoint) -> Fault? { faults[endpoint.rawValue] }

  /// Sets a fault in the place of the one before it; one with dice has a seed.
  mutating func set(_ fault: Fault) {
    faults[fault.endpoint.rawValue] = fault
    rolls[fault.endpoint.rawValue] = nil
  }

  /// Removes the fault of an endpoint, or every one.
  mutating func clear(_ endpoint: FaultEndpoint?) {
    if let endpoint { faults[endpoint.rawValue] = nil } else { faults = [:] }
  }

  /// The fault that strikes this request, if one does; it counts as one of its `times`.
  mutating func take(_ endpoint: FaultEndpoint) -> Fault? {
    guard let fault = self[endpoint], (fault.times ?? 1) > 0 else { return nil }
    // It strikes events in a response, not requests.
    guard fault.flaw == nil else { return nil }
    if let percent = fault.percent, roll(endpoint, fault.seed ?? 0) >= percent { return nil }
    guard let times = fault.times else { return fault }
    if times > 1 { faults[endpoint.rawValue]?.times = times - 1 } else { faults[endpoint.rawValue] = nil }
    return fault
  }

  /// A number from 0 to 99: the same sequence for the same seed, in every process.
  private mutating func roll(_ endpoint: FaultEndpoint, _ seed: UInt64) -> Int {
    let count = rolls[endpoint.rawValue, default: 0]
    rolls[endpoint.rawValue] = count + 1
    // The generator as it is after this many numbers.
    var generator = SeededGenerator(seed: seed &+ count &* 0x9E37_79B9_7F4A_7C15)
    return Int.random(in: 0..<100, using: &generator)
  }
}
