import InboxCore
package import InboxEvidence

/// The gestures of a recording, counted: from its own lines; of an older one by living through it again; of mere traffic from
/// what the app reported.
package struct RecordedGestures: Sendable {
  /// What each vendor's rule counts.
  package let report: LensReport

  package init(_ recording: Recording) {
    let own = recording.lines.compactMap { line in
      if case .gesture(let gesture) = line.content { gesture } else { nil }
    }
    let notes = recording.damage.map { [$0] } ?? []
    if !own.isEmpty {
      report = LensReport(GestureLog(own), notes: notes)
    } else if let lived = Self.lived(recording) {
      report = LensReport(
        lived,
        notes: notes + [
          "The recording has no lines of gestures: they were found by replaying it."
        ])
    } else {
      report = ReportedGestures(recording.exchanges).report(
        notes: notes + [
          "The recording has no gestures: they are what was reported to the server, and nothing else."
        ])
    }
  }

  /// Nil for a recording without a screen, or one on which nothing happened.
  private static func lived(_ recording: Recording) -> GestureLog? {
    var player: ReplayPlayer
    // Without pictures there is nothing to live through.
    do { player = try ReplayPlayer(recording) } catch { return nil }
    let log = player.gestureLog()
    return log.gestures.isEmpty ? nil : log
  }
}
