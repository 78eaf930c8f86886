public import struct Foundation.Date
public import InboxCore

/// The app's session as Bloomreach's SDK counts it (UL-12; vendors.md B.4): not the visit of the message centers.
///
/// Valid transitions: `none → active` when the app comes to the foreground; `active → left` when it goes;
/// `left → active` when it comes back in time (resumed: nothing is reported); `left → none` when its time is over, with
/// an end at the moment of leaving.
public struct AppSessionMachine: Hashable, Sendable {
  /// What is to be reported.
  public enum Action: Hashable, Sendable {
    /// A session starts now.
    case start
    /// A session ended at that moment, after this many seconds.
    case end(Date, duration: Double)
  }

  /// The session, if one is going on; a start of the program goes on from the one that is remembered.
  public var state: AppSession?
  private let timeout: Double

  /// Nothing is going on yet.
  public init(timeout: Double) { self.timeout = timeout }

  /// The app comes to the foreground.
  public mutating func enterForeground(at now: Date) -> [Action] {
    var actions: [Action] = []
    if let session = state {
      // Resumed only when strictly inside; a clock that went back is inside.
      guard (session.left ?? session.start).addingTimeInterval(timeout) <= now else { return [] }
      actions.append(end(session, at: session.left ?? now))
    }
    state = AppSession(start: now)
    return actions + [.start]
  }

  /// The app goes to the background.
  public mutating func enterBackground(at now: Date) { state?.left = now }

  /// When a session in the background is over.
  public var timesOut: Date? { state?.left?.addingTimeInterval(timeout) }

  /// The time in the background is over.
  public mutating func timedOut(at now: Date) -> [Action] {
    guard let session = state, let left = session.left, let timesOut, timesOut <= now else { return [] }
    state = nil
    return [end(session, at: left)]
  }

  private func end(_ session: AppSession, at moment: Date) -> Action {
    .end(moment, duration: max(0, moment.timeIntervalSince(session.start)))
  }
}
