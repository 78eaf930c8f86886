package import struct Foundation.Date
package import InboxModel

/// One message of one person as a log of gestures has it: what the vendors' rules count.
package struct LensSubject: Hashable, Sendable {
  /// A time in which the whole row was in view.
  package struct Appearance: Hashable, Sendable {
    package var start: Date
    /// When it left the view, or when the log ends; nil where the log does not say.
    package var end: Date?
    /// The session of the inbox, counted from 1 within the log; nil outside any.
    package var session: Int?
    /// The session of the app, counted likewise (``LensSubject/appTimeout``).
    package var appSession: Int
    /// Where it stands in the log: the clock may have been set back.
    package var order: Int

    /// Seconds; negative where the clock was set back meanwhile, nil where the log does not say.
    package var seconds: Double? { end.map { $0.timeIntervalSince(start) } }
  }

  package struct Moment: Hashable, Sendable {
    package var time: Date
    package var order: Int
  }

  /// The log knows the inbox alone: out of view for this many seconds stands for an app in the background, after which
  /// Braze's SDK begins another session (its default `sessionTimeout`, 10 s on iOS).
  package static let appTimeout = 10.0

  package let person: Identity
  package let message: MessageKey
  /// The times in which the whole row was in view, in order.
  package var appearances: [Appearance] = []
  /// When any part of the row came into view.
  package var sights: [Moment] = []
  package var opens: [Moment] = []
  /// When it was opened or marked read.
  package var reads: [Moment] = []

  /// Where in the log it was read first; nil for never.
  var firstRead: Int? { reads.first?.order }
  /// How many sessions of the inbox it was wholly in view in.
  var sessions: Int { Set(appearances.compactMap(\.session)).count }
}
