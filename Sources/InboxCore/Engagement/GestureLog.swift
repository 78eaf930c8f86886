public import struct Foundation.Date
public import InboxModel

/// The gestures of a run, in the order in which they happened, the newest ``most`` of them (QA-1).
public struct GestureLog: Hashable, Sendable {
  /// This many are kept; then the oldest go.
  public static let most = 10_000

  /// What happened, the oldest first.
  public private(set) var gestures: [InboxGesture] = []
  /// How many older ones are no longer kept.
  public private(set) var dropped = 0
  private var inView: [VisibleRow] = []

  /// Empty, or with what is known already.
  public init(_ gestures: [InboxGesture] = []) {
    for gesture in gestures { add(gesture) }
  }

  /// Adds what happened last.
  public mutating func add(_ gesture: InboxGesture) {
    gestures.append(gesture)
    // In one go: moving the rest for each would cost more than the gestures.
    guard gestures.count > Self.most + Self.most / 10 else { return }
    let surplus = gestures.count - Self.most
    gestures.removeFirst(surplus)
    dropped += surplus
  }

  /// Adds what a change of the rows in view means: those that left first, then those that came, in screen order.
  ///
  /// - Returns: what was added.
  @discardableResult
  public mutating func setVisibleRows(
    _ rows: [VisibleRow], at time: Date, by person: Identity, session: Int?
  ) -> [InboxGesture] {
    let seen = rows.filter { $0.visibility != .covered }
    let now = Dictionary(seen.map { ($0.message, $0.visibility) }) { first, _ in first }
    let before = Dictionary(inView.map { ($0.message, $0.visibility) }) { first, _ in first }
    let left = inView.filter { now[$0.message] == nil }.map { ($0.message, InboxGesture.Kind.hidden) }
    let came = seen.filter { before[$0.message] != $0.visibility }
      .map { ($0.message, $0.visibility == .whole ? InboxGesture.Kind.shown : .partial) }
    inView = seen
    let added = (left + came).map { message, kind in
      InboxGesture(kind, at: time, by: person, session: session, message: message)
    }
    for gesture in added { add(gesture) }
    return added
  }
}
