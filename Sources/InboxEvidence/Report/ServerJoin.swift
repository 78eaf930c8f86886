import struct Foundation.Date
import InboxCore
import InboxModel

/// What was sent and what a server says that it recorded, paired (VE-14).
///
/// Where the wire has ids of events, the id decides, and of visits theirs. Elsewhere two are the same event when kind,
/// message and person agree and their times do as far as the vendor keeps them; an event that names another device,
/// another visit or another number of views is never ours. Of several in one unit of time those with the same link are
/// the same.
struct ServerJoin {
  /// What was found of each sent event: nothing, one, or several.
  private(set) var found: [[RecordedEvent]]
  /// What no one here sent.
  private(set) var foreign: [RecordedEvent] = []

  private let sent: [SentEvent]
  private let recorded: [RecordedEvent]
  private let resolution: Double
  private var isUsed: [Bool]

  /// - Parameter resolution: Seconds to which the recorded times are given.
  init(_ sent: [SentEvent], _ recorded: [RecordedEvent], resolution: Double) {
    self.sent = sent
    self.recorded = recorded
    self.resolution = Self.least(resolution)
    found = Array(repeating: [], count: sent.count)
    isUsed = Array(repeating: false, count: recorded.count)
    pairByID()
    pairVisits()
    // The surest pairs first: what is left has fewer to choose from. What is equal to something that was found is a
    // repeat of it rather than a neighbour that was rounded.
    pair(.link)
    addRepeats { $0.link != nil }
    pair(.nearLink)
    addRepeats { $0.link != nil }
    pair(.unit)
    addRepeats()
    pair(.reach)
    pair(.allowance)
    pairWithoutTime()
    addRepeats()
    foreign = recorded.indices.filter { !isUsed[$0] }.map { recorded[$0] }
  }

  /// Seconds that a wire may round a time by, up or down.
  private var reach: Double { resolution * 1.000_1 }

  private static func least(_ resolution: Double) -> Double { max(resolution, 0.001) }

  /// A time as a vendor keeps it; a microsecond is what fractions are off by.
  static func unit(of time: Date, to resolution: Double) -> Double {
    ((time.timeIntervalSince1970 + 0.000_001) / least(resolution)).rounded(.down)
  }

  private func unit(of time: Date) -> Double { Self.unit(of: time, to: resolution) }

  /// How near two times are.
  private enum Nearness {
    /// The vendor keeps both as the same, and they name the same link.
    case link
    /// They name the same link, and are at most as far apart as rounding makes them.
    case nearLink
    /// The vendor keeps both as the same.
    case unit
    /// They are at most as far apart as rounding makes them.
    case reach
    /// They are no further apart than a request is on its way and two clocks differ, where it has no time of its own.
    case allowance
  }

  private func isNear(_ event: SentEvent, _ recorded: RecordedEvent, _ nearness: Nearness) -> Bool {
    guard let other = recorded.time else { return false }
    return switch nearness {
    case .link, .nearLink:
      event.link != nil && event.link == recorded.link
        && isNear(event, recorded, nearness == .link ? .unit : .reach)
    case .unit: unit(of: event.time) == unit(of: other)
    case .reach: abs(event.time.timeIntervalSince(other)) <= reach
    case .allowance: abs(event.time.timeIntervalSince(other)) <= reach + (event.allowance ?? 0)
    }
  }

  private mutating func take(_ place: Int, for event: Int) {
    found[event].append(recorded[place])
    isUsed[place] = true
  }

  private mutating func pairByID() {
    let places = Dictionary(
      sent.enumerated().compactMap { place, event in event.id.map { ($0, place) } }, uniquingKeysWith: { $1 })
    for (place, event) in recorded.enumerated() {
      if let own = event.id.flatMap({ places[$0] }) { take(place, for: own) }
    }
  }

  /// Pairs visits by their ids, whatever their times are: one may have been sent again.
  ///
  /// A visit of two sorts of inbox is an event of each, and their names tell these apart.
  private mutating func pairVisits() {
    let visits = Dictionary(grouping: sent.indices.filter { sent[$0].kind == .session }) { sent[$0].session }
    for (place, event) in recorded.enumerated() where event.kind == .session && event.session != nil {
      let own = (visits[event.session] ?? []).filter { agree(sent[$0], event) }
      let same = own.first { visit in found[visit].contains { $0.name == event.name } }
      let free = own.filter { found[$0].isEmpty }
      let named = free.filter { sent[$0].name == event.name }
      let choice = named.isEmpty ? free : named
      if let visit = same ?? choice.first(where: { sent[$0].taken != nil }) ?? choice.first {
        take(place, for: visit)
      }
    }
  }

  /// Whether both can be the same, whatever their times are; what has an id has been judged by it.
  private func agree(_ event: SentEvent, _ other: RecordedEvent) -> Bool {
    guard other.id == nil || event.id == nil, event.kind == other.kind, event.identity == other.identity,
      event.message == nil || other.message == nil || event.message == other.message,
      event.session == nil || other.session == nil || event.session == other.session,
      event.views == nil || other.views == nil || event.views == other.views
    else { return false }
    return event.device == nil || other.device == nil || event.device == other.device
  }

  /// What has to agree, so that only few are compared with one another.
  private struct Group: Hashable {
    var kind: RecordedEvent.Kind
    var identity: Identity
    var message: MessageID?
  }

  /// Pairs what is left, each with one, both in the order of time: that leaves the fewest alone.
  ///
  /// Recorded events that name a message come first, and of each what the server is known to have taken.
  private mutating func pair(_ nearness: Nearness) {
    for (namesMessage, isTaken) in [(true, true), (true, false), (false, true), (false, false)] {
      pair(namesMessage: namesMessage, isTaken: isTaken, nearness)
    }
  }

  private mutating func pair(namesMessage: Bool, isTaken: Bool, _ nearness: Nearness) {
    let others = recorded.indices.filter {
      !isUsed[$0] && recorded[$0].time != nil && (recorded[$0].message != nil) == namesMessage
    }
    guard !others.isEmpty else { return }
    let free = sent.indices.filter { found[$0].isEmpty && (sent[$0].taken != nil) == isTaken }
    let events = Dictionary(grouping: free) { place in
      Group(
        kind: sent[place].kind, identity: sent[place].identity,
        message: namesMessage ? sent[place].message : nil)
    }
    let groups = Dictionary(grouping: others) { place in
      Group(kind: recorded[place].kind, identity: recorded[place].identity, message: recorded[place].message)
    }
    for (group, places) in groups {
      var own = events[group] ?? []
      // An app's request may name no message, and its record does.
      if namesMessage, group.message != nil {
        own += events[Group(kind: group.kind, identity: group.identity, message: nil)] ?? []
      }
      pair(own.sorted { (sent[$0].time, $0) < (sent[$1].time, $1) }, byTime(places), nearness)
    }
  }

  /// In the order of time; of what has one time, all that differs comes before what repeats it.
  private func byTime(_ places: [Int]) -> [Int] {
    var counts: [RecordedEvent: Int] = [:]
    let ranked = places.map { place in
      counts[recorded[place], default: 0] += 1
      return (place: place, rank: counts[recorded[place], default: 0])
    }
    return ranked.sorted {
      (recorded[$0.place].time ?? .distantPast, $0.rank, $0.place)
        < (recorded[$1.place].time ?? .distantPast, $1.rank, $1.place)
    }.map(\.place)
  }

  private mutating func pair(_ events: [Int], _ places: [Int], _ nearness: Nearness) {
    // Of those from before the place nothing comes any more.
    var first = 0
    let reach = reach + (nearness == .allowance ? events.compactMap { sent[$0].allowance }.max() ?? 0 : 0)
    for event in events {
      let time = sent[event].time
      while first < places.count,
        isUsed[places[first]] || (recorded[places[first]].time ?? time) < time.addingTimeInterval(-reach)
      {
        first += 1
      }
      for place in places[first...] {
        guard let other = recorded[place].time, other <= time.addingTimeInterval(reach) else { break }
        if !isUsed[place], isNear(sent[event], recorded[place], nearness), agree(sent[event], recorded[place])
        {
          take(place, for: event)
          break
        }
      }
    }
  }

  /// A server that gives no time says only how many there are.
  private mutating func pairWithoutTime() {
    for place in recorded.indices where !isUsed[place] && recorded[place].time == nil {
      if let event = sent.indices.first(where: { found[$0].isEmpty && agree(sent[$0], recorded[place]) }) {
        take(place, for: event)
      }
    }
  }

  /// What is left and is equal to something that was found is that once more.
  private mutating func addRepeats(of isMeant: (RecordedEvent) -> Bool = { _ in true }) {
    let taken = sent.indices.filter { !found[$0].isEmpty }
    guard !taken.isEmpty else { return }
    let groups = Dictionary(grouping: taken) { place in
      Group(
        kind: sent[place].kind, identity: sent[place].identity, message: found[place].first?.message)
    }
    for place in recorded.indices where !isUsed[place] && recorded[place].id == nil {
      let other = recorded[place]
      guard isMeant(other) else { continue }
      let group = Group(kind: other.kind, identity: other.identity, message: other.message)
      // It is not known whose repeat it is of several that are equal: they are shared out.
      let event = (groups[group] ?? []).filter { event in
        agree(sent[event], other) && found[event].contains { isRepeat(other, of: $0) }
      }.min { found[$0].count < found[$1].count }
      if let event { take(place, for: event) }
    }
  }

  private func isRepeat(_ event: RecordedEvent, of other: RecordedEvent) -> Bool {
    guard event.message == other.message, event.about == other.about, event.name == other.name,
      event.link == other.link
    else { return false }
    guard let time = event.time, let before = other.time else { return event.time == other.time }
    return unit(of: time) == unit(of: before)
  }
}

extension SentEvent {
  /// Those of an app's events that are not ours: what a recording of this program holds is in its archive as well.
  ///
  /// What an app sent without a time of its own is never ours: each request of this program says when its event
  /// happened.
  package static func others(_ app: [SentEvent], than own: [SentEvent], resolution: Double) -> [SentEvent] {
    let timed = app.indices.filter { app[$0].allowance == nil || app[$0].source == .inbox }
    let join = ServerJoin(timed.map { app[$0] }, own.map(\.recorded), resolution: resolution)
    let same = Set(zip(timed, join.found).filter { !$1.isEmpty }.map(\.0))
    return app.indices.filter { !same.contains($0) }.map { app[$0] }
  }

  /// The same as a server would have it.
  private var recorded: RecordedEvent {
    RecordedEvent(
      kind, name: name ?? kind.rawValue, identity: identity, id: id, message: message, time: time,
      session: session, views: views, device: device, link: link)
  }
}
