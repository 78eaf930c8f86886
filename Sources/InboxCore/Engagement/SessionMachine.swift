public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// Begins and ends message-center sessions (EN-3).
///
/// Valid transitions: `away → visiting` on appear, `visiting → away` on disappear or identity change. A second
/// appear inside a session and a second disappear outside one change nothing.
public struct SessionMachine: Hashable, Sendable {
  /// What the actor must do.
  public enum Action: Hashable, Sendable {
    /// A session begins: start a new ledger.
    case begin(Session)
    /// The session ends: flush its displays, then forget its ledger.
    case end(Session)
    /// Nothing to do.
    case none
  }

  /// The open session, if any.
  public private(set) var current: Session?

  /// Starts without a session.
  public init() {}

  /// *View will appear*: also the resume after a suspend.
  public mutating func appear(id: UUID, number: Int, at now: Date) -> Action {
    guard current == nil else { return .none }
    let session = Session(id: id, number: number, began: now)
    current = session
    return .begin(session)
  }

  /// *View will disappear*: quit, a signal, a suspend, an identity change (EN-10).
  public mutating func disappear() -> Action {
    guard let session = current else { return .none }
    current = nil
    return .end(session)
  }
}
