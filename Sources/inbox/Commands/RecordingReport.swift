import InboxCore
import InboxEvidence
import InboxTap

/// The report on what an app or a run of ours reported, from a recording alone.
nonisolated enum RecordingReport {
  /// What was sent in a recording.
  ///
  /// - Throws: ``Exit`` for a recording without a request that a vendor publishes.
  static func deliveries(of file: String) throws -> AppDeliveries {
    let deliveries = AppDeliveries(try RecordingText.read(file))
    guard deliveries.vendor != nil else {
      throw Exit(
        Exit.notReady,
        "\(file) holds no request of a vendor that is known here: ‘inbox export --markdown’ shows what is in it."
      )
    }
    return deliveries
  }
}
