package import struct Foundation.Date
package import InboxModel

/// Something that the person asked for and that is not there yet (FE-8).
package struct Wait: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A center is fetched; nil for every center.
    case refresh(CenterName?)
    case link(String)
    /// The open of a message becomes durable.
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
    /// The archive brings messages back.
    case restoring
    /// What waits is sent before the program ends.
    case leaving
  }

  package var kind: Kind
  package var since: Date

  /// Seconds after which a wait is worth a word: a shorter one would only flicker.
  static let delay = 0.3
}
