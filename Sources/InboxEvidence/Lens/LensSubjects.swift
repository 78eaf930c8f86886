import struct Foundation.Date
import struct Foundation.UUID
import InboxCore
import InboxModel

/// Reads a log of gestures message by message.
struct LensSubjects {
  private struct Place: Hashable {
    var person: Identity
    var message: MessageKey
  }

  /// A message in a session: another one that goes on meanwhile, on another device, has rows of its own.
  private struct Sight: Hashable {
    var place: Place
    var sessionID: UUID?
  }

  /// How much of a row is in view; of a whole one, which of its appearances it is.
  private enum View {
    case whole(appearance: Int)
    case part
  }

  private var order: [Place] = []
  private var subjects: [Place: LensSubject] = [:]
  private var inView: [Sight: View] = [:]
  private var session = 0
  /// The sessions that go on, counted from 1, by their ids; that of the log of one device has none.
  private var current: [UUID?: Int] = [:]
  private var appSession = 0
  private var leftView: Date?
  /// The last moment of which the log says anything.
  private var latest: Date?

  /// - Parameters:
  ///   - until: When the log ends; nil for its last gesture.
  ///   - knowsDurations: Whether it says when rows leave the view.
  static func read(_ log: GestureLog, until: Date?, knowsDurations: Bool) -> [LensSubject] {
    var reader = LensSubjects()
    for (number, gesture) in log.gestures.enumerated() { reader.take(gesture, number) }
    if let end = until ?? log.gestures.last?.time { reader.closeAll(at: end) }
    return reader.order.compactMap { reader.subjects[$0] }.map { subject in
      var subject = subject
      if !knowsDurations { for index in subject.appearances.indices { subject.appearances[index].end = nil } }
      return subject
    }
  }

  private mutating func take(_ gesture: InboxGesture, _ number: Int) {
    defer { latest = gesture.time }
    switch gesture.kind {
    case .sessionBegan:
      // That of a run that was killed has no end: it was over at some time after the last of its gestures.
      if current[gesture.sessionID] != nil, let latest {
        leaveView(of: gesture.sessionID, at: latest)
        leftView = latest
      }
      begin(at: gesture.time)
      current[gesture.sessionID] = session
    case .sessionEnded:
      leaveView(of: gesture.sessionID, at: gesture.time)
      current.removeValue(forKey: gesture.sessionID)
      leftView = gesture.time
    case .personChanged:
      closeAll(at: gesture.time)
      appSession += 1
    case .shown, .partial, .hidden, .opened, .closed, .clicked, .read:
      guard let message = gesture.message else { return }
      take(gesture, of: Place(person: gesture.person, message: message), number)
    }
  }

  private mutating func begin(at time: Date) {
    session += 1
    guard let left = leftView else { return appSession = max(1, appSession) }
    // A clock that was set back says nothing of how long it took.
    if time.timeIntervalSince(left) >= LensSubject.appTimeout { appSession += 1 }
  }

  private mutating func take(_ gesture: InboxGesture, of place: Place, _ number: Int) {
    if subjects[place] == nil {
      subjects[place] = LensSubject(person: place.person, message: place.message)
      order.append(place)
    }
    let moment = LensSubject.Moment(time: gesture.time, order: number)
    let sight = Sight(place: place, sessionID: gesture.sessionID)
    switch gesture.kind {
    case .shown:
      if inView[sight] == nil { subjects[place]?.sights.append(moment) }
      if case .whole? = inView[sight] { return }
      inView[sight] = .whole(appearance: subjects[place]?.appearances.count ?? 0)
      subjects[place]?.appearances.append(
        .init(
          start: gesture.time, session: current[gesture.sessionID], appSession: appSession, order: number))
    case .partial:
      if inView[sight] == nil { subjects[place]?.sights.append(moment) }
      close(sight, at: gesture.time)
      inView[sight] = .part
    case .hidden: close(sight, at: gesture.time)
    case .opened:
      subjects[place]?.opens.append(moment)
      subjects[place]?.reads.append(moment)
    case .read: subjects[place]?.reads.append(moment)
    case .closed, .clicked, .sessionBegan, .sessionEnded, .personChanged: return
    }
  }

  private mutating func close(_ sight: Sight, at time: Date) {
    guard case .whole(let appearance)? = inView.removeValue(forKey: sight) else { return }
    subjects[sight.place]?.appearances[appearance].end = time
  }

  private mutating func leaveView(of session: UUID?, at time: Date) {
    for sight in Array(inView.keys) where sight.sessionID == session { close(sight, at: time) }
  }

  private mutating func closeAll(at time: Date) {
    for sight in Array(inView.keys) { close(sight, at: time) }
  }
}
