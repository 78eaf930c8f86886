package import struct Foundation.Date
package import InboxModel

/// A request of the person that has not been fulfilled yet (FE-8).
package struct Wait: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A center is fetched; nil for every center.
    case refresh(CenterName?)
    case link(String)
    /// The open of a message is being stored.
    case opening(MessageKey)
    /// Rich content is fetched.
    case rich(MessageKey)
    /// The pictures of a message are loaded.
    case pictures(MessageKey)
    /// A badge is being set on the server.
    case badge
    case sandbox
    /// The archive is asked which messages are meant.
    case picking
    /// The archive restores messages.
    case restoring
    /// What waits is sent before the program ends.
    case leaving
  }

  package var kind: Kind
  package var since: Date

  /// Seconds after which a wait is shown: a shorter one would only flicker.
  static let delay = 0.3
}
