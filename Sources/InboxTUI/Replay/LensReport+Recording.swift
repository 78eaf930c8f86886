import InboxCore
package import InboxEvidence

extension LensReport {
  /// Counts the gestures of a recording: from its own lines; in an older one by replaying it; in one of mere traffic
  /// from what the app reported.
  package init(_ recording: Recording) {
    let own = recording.lines.compactMap { line in
      if case .gesture(let gesture) = line.content { gesture } else { nil }
    }
    let notes = recording.damage.map { [$0] } ?? []
    if !own.isEmpty {
      self.init(GestureLog(own), notes: notes)
    } else if let lived = Self.lived(recording) {
      self.init(
        lived,
        notes: notes + ["The recording has no lines of gestures: they were found by replaying it."])
    } else {
      self = ReportedGestures(recording.exchanges).report(
        notes: notes + [
          "The recording has no lines of gestures: only what the app reported to its server is counted."
        ])
    }
  }

  /// Nil for a recording without a screen, or one on which nothing happened.
  private static func lived(_ recording: Recording) -> GestureLog? {
    var player: ReplayPlayer
    // Without frames there is nothing to replay.
    do { player = try ReplayPlayer(recording) } catch { return nil }
    let log = player.gestureLog()
    return log.gestures.isEmpty ? nil : log
  }
}
