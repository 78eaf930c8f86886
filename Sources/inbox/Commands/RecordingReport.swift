import InboxEvidence
import InboxTap

/// The report on what an app or a run of ours reported, from a recording alone.
nonisolated enum RecordingReport {
  /// What was sent in a recording, and what of its file could not be read; nil where all of it could.
  ///
  /// - Throws: ``Exit`` for a recording without a request that a vendor publishes.
  static func read(_ file: String) throws -> (deliveries: AppDeliveries, damage: String?) {
    let recording = try RecordingText.read(file)
    let deliveries = AppDeliveries(recording)
    guard deliveries.vendor != nil else {
      throw Exit(
        Exit.notReady,
        "\(file) holds no request of a vendor that is known here: ‘inbox export --markdown’ shows what is in it."
      )
    }
    return (deliveries, recording.damage)
  }
}
