import struct Foundation.Date
import InboxCore
import InboxModel

/// Reads a log of gestures message by message.
struct LensSubjects {
  private struct Place: Hashable {
    var person: Identity
    var message: MessageKey
  }

  private var order: [Place] = []
  private var subjects: [Place: LensSubject] = [:]
  /// What is in view, and whether the whole row is.
  private var inView: [Place: Bool] = [:]
  private var session = 0
  private var isInSession = false
  private var appSession = 0
  private var leftView: Date?

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
    switch gesture.kind {
    case .sessionBegan: begin(at: gesture.time)
    case .sessionEnded:
      closeAll(at: gesture.time)
      isInSession = false
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
    isInSession = true
    guard let left = leftView else { return appSession = max(1, appSession) }
    // A clock that was set back says nothing of how long it took.
    if time.timeIntervalSince(left) >= LensSubject.appTimeout { appSession += 1 }
  }

  private mutating func take(_ gesture: InboxGesture, of place: Place, _ number: Int) {
    if subjects[place] == nil {
      subjects[place] = LensSubject(place.person, place.message)
      order.append(place)
    }
    let moment = LensSubject.Moment(time: gesture.time, order: number)
    switch gesture.kind {
    case .shown:
      if inView[place] == nil { subjects[place]?.sights.append(moment) }
      if inView[place] != true {
        subjects[place]?.appearances.append(
          .init(
            start: gesture.time, session: isInSession ? session : nil, appSession: appSession, order: number))
      }
      inView[place] = true
    case .partial:
      if inView[place] == nil { subjects[place]?.sights.append(moment) }
      close(place, at: gesture.time)
      inView[place] = false
    case .hidden: close(place, at: gesture.time)
    case .opened:
      subjects[place]?.opens.append(moment)
      subjects[place]?.reads.append(moment)
    case .read: subjects[place]?.reads.append(moment)
    case .closed, .clicked, .sessionBegan, .sessionEnded, .personChanged: return
    }
  }

  private mutating func close(_ place: Place, at time: Date) {
    guard inView.removeValue(forKey: place) == true, let last = subjects[place]?.appearances.indices.last
    else { return }
    subjects[place]?.appearances[last].end = time
  }

  private mutating func closeAll(at time: Date) {
    for place in Array(inView.keys) { close(place, at: time) }
  }
}
