import InboxCore
import InboxTransport

/// Everything that a start needs to know: from the configuration file or made for the sandbox.
nonisolated struct Profile: Sendable {
  var name: String
  /// Where archive, log and device id are kept.
  var folder: String
  var settings: MessageCenterSettings
  var user: String?
  var transport: TransportSettings
  var links: LinkSettings
}
