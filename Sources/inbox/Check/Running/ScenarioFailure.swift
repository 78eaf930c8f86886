/// What went wrong at a step.
nonisolated struct ScenarioFailure: Equatable, Sendable {
  var place: Scenario.Place
  var problem: String

  init(_ step: Scenario.Step, _ problem: String) {
    place = step.place
    self.problem = "\(step.words): \(problem)"
  }
}

/// A scenario that asks for what cannot be, found while it ran.
nonisolated struct ScenarioBroken: Error, CustomStringConvertible {
  var description: String

  init(_ step: Scenario.Step, _ problem: String) {
    description = "\(step.place.file):\(step.place.line): \(step.words): \(problem)"
  }
}

extension Scenario.Step {
  /// How it is written, with the client that does it.
  nonisolated var words: String { client.map { "\($0): \(text)" } ?? text }
}

/// How the recording of a client is called.
nonisolated enum RecordingName {
  /// `run.jsonl` with the client in it, such as `run-phone.jsonl`; the same where there is one client only.
  static func of(_ client: String?, _ file: String) -> String {
    guard let client else { return file }
    let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    guard let dot = file[slash...].lastIndex(of: "."), dot > slash else { return "\(file)-\(client)" }
    return "\(file[..<dot])-\(client)\(file[dot...])"
  }
}
