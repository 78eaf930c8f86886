import struct Foundation.Date
import InboxCore
import InboxModel

/// Logs what a replayed state asks of the core, as the core itself does in a run.
struct LivedGestures: Sendable {
  private(set) var log = GestureLog()
  private var person: Identity?
  private var session: Session?

  mutating func take(_ effects: [AppEffect], _ snapshot: InboxSnapshot?, at time: Date) {
    guard let snapshot else { return }
    follow(snapshot, at: time)
    for effect in effects {
      switch effect {
      case .setVisibleRows(let rows, let session) where session == self.session?.id:
        log.setVisibleRows(rows, at: time, by: snapshot.identity, session: self.session?.number)
      case .open(let key): add(.opened, snapshot, key, at: time)
      case .close(let key): add(.closed, snapshot, key, at: time)
      case .resolve(_, let key?, _): add(.clicked, snapshot, key, at: time)
      case .change(let change, isUndo: false) where change.kind == .read:
        for key in change.keys { add(.read, snapshot, key, at: time) }
      default: continue
      }
    }
  }

  /// The core decides on session and person: they change with its snapshots.
  private mutating func follow(_ snapshot: InboxSnapshot, at time: Date) {
    if let former = session, former.id != snapshot.session?.id {
      let reader = person ?? snapshot.identity
      log.setVisibleRows([], at: time, by: reader, session: former.number)
      log.add(InboxGesture(.sessionEnded, at: time, by: reader, session: former.number))
    }
    if let person, person != snapshot.identity {
      log.add(InboxGesture(.personChanged, at: time, by: snapshot.identity))
    }
    if let next = snapshot.session, next.id != session?.id {
      log.add(InboxGesture(.sessionBegan, at: next.began, by: snapshot.identity, session: next.number))
    }
    (person, session) = (snapshot.identity, snapshot.session)
  }

  private mutating func add(
    _ kind: InboxGesture.Kind, _ snapshot: InboxSnapshot, _ key: MessageKey, at time: Date
  ) {
    log.add(InboxGesture(kind, at: time, by: snapshot.identity, session: session?.number, message: key))
  }
}
