import struct Foundation.Date
import struct Foundation.DateInterval
import struct Foundation.UUID
package import InboxCore
import InboxModel
import InboxVendors

/// What an app's own reports say of gestures, where a recording holds nothing but its traffic.
///
/// Reports name less than was seen: of a row's visit of an Iterable inbox they have how often and how long, not when.
/// Those times are spread evenly over the visit, which every rule counts alike.
package struct ReportedGestures {
  /// Whether the reports say how long rows were in view.
  package private(set) var knowsDurations = true
  /// Whether they say which rows were in view at all.
  package private(set) var knowsRows = false
  private var found: [InboxGesture] = []
  private var messages: [MessageKey: Message] = [:]
  private var sessions: Set<UUID> = []
  private var reported: Set<Gesture> = []
  private var reportedVisits: Set<Visit> = []

  /// What makes two reports the same gesture, sent again: its id, or else what it says.
  private enum Gesture: Hashable {
    case id(UUID)
    case content(Content)
  }

  private struct Content: Hashable {
    var kind: InboxGesture.Kind
    var person: Identity
    var device: String?
    var message: MessageKey
    var time: Date
  }

  package init(_ exchanges: [HTTPExchange] = []) {
    for exchange in exchanges { take(exchange) }
  }

  /// What happened, in the order of its times.
  package var log: GestureLog {
    let sorted = found.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    return GestureLog(sorted.map(\.element))
  }

  /// What each vendor's rule counts of it.
  ///
  /// - Parameter notes: What is to be said of where it comes from.
  package func report(notes: [String] = []) -> LensReport {
    LensReport(log, knowsDurations: knowsDurations, knowsRows: knowsRows, notes: notes)
  }

  package mutating func take(_ exchange: HTTPExchange) {
    let (reader, actions) = VendorReader.read(exchange.passed)
    // A visit that is reported again, as after a failure, is the same visit.
    let visits = Set(actions.compactMap(Visit.init))
    let repeated = visits.intersection(reportedVisits)
    reportedVisits.formUnion(visits)
    for action in actions where Visit(action).map(repeated.contains) != true {
      take(action, reader, at: exchange.started)
    }
  }

  private struct Visit: Hashable {
    var person: Identity?
    var device: String?
    var session: String?
    var time: DateInterval

    init?(_ action: AppAction) {
      guard let time = action.visit else { return nil }
      (person, device, session, self.time) = (action.identity, action.device, action.session, time)
    }
  }

  private static let kinds: [AppAction.Kind: InboxGesture.Kind] = [
    .display: .shown, .open: .opened, .click: .clicked, .close: .closed, .read: .read,
  ]

  private mutating func take(_ action: AppAction, _ reader: VendorReader?, at time: Date) {
    for message in action.page?.messages ?? [] { messages[message.key] = message }
    // A visit without rows says that none was in view.
    if action.kind == .display || action.view != nil || action.visit != nil { knowsRows = true }
    let person = action.identity ?? .user("somebody")
    let sessionID = action.session.flatMap(UUID.init(uuidString:))
    if action.kind == .session, let visit = action.visit {
      found.append(InboxGesture(.sessionBegan, at: visit.start, by: person, sessionID: sessionID))
      found.append(InboxGesture(.sessionEnded, at: visit.end, by: person, sessionID: sessionID))
    }
    guard let kind = Self.kinds[action.kind] else { return }
    let message =
      VendorReader.message(of: action, by: reader, among: messages)
      ?? MessageKey(center: .primary, id: MessageID("unknown message"))
    func gesture(_ kind: InboxGesture.Kind, at time: Date) -> InboxGesture {
      InboxGesture(
        kind, at: time, by: person, session: action.sessionNumber, sessionID: sessionID, message: message)
    }
    let moment = action.time ?? time
    if let view = action.view {
      // Of a visit that cannot have been, how often and how long the row was in view is said all the same.
      let visit =
        action.visit ?? DateInterval(start: moment.addingTimeInterval(-max(0, view.seconds)), end: moment)
      found += Self.appearances(view, in: visit).flatMap {
        [gesture(.shown, at: $0.start), gesture(.hidden, at: $0.end)]
      }
      return
    }
    let content = Content(
      kind: kind, person: person, device: action.device, message: message, time: moment)
    let report = action.id.map { Gesture.id($0) } ?? .content(content)
    guard reported.insert(report).inserted else { return }
    if kind == .shown {
      knowsDurations = false
      if let number = action.sessionNumber, let sessionID, sessions.insert(sessionID).inserted {
        found.append(
          InboxGesture(.sessionBegan, at: moment, by: person, session: number, sessionID: sessionID))
      }
    }
    found.append(gesture(kind, at: moment))
  }

  /// When a row was in view that was so often and so long in a visit.
  private static func appearances(
    _ view: AppAction.View, in visit: DateInterval
  ) -> [(start: Date, end: Date)] {
    guard (1...10_000).contains(view.count) else { return [] }
    let each = view.seconds / Double(view.count)
    let step = max(each, visit.duration / Double(view.count))
    return (0..<view.count).map { number in
      let start = visit.start.addingTimeInterval(step * Double(number))
      return (start, start.addingTimeInterval(each))
    }
  }
}
