package import struct Foundation.Date
import InboxCore
package import InboxEvidence
package import InboxModel

/// What happened so far and how much of it is shown.
package struct EventPane: Equatable, Sendable {
  package enum Mode: Equatable, Sendable { case hidden, strip, full }

  /// How many lines are retained at least; the oldest are removed first, many at once.
  package static let capacity = 10_000

  package var mode = Mode.hidden
  /// The lines that the filter shows.
  package private(set) var lines: [EventLine] = []
  package private(set) var filter = EventFilter.all
  /// How wide the widest name of a message and the widest outcome of a request are among the lines, also of those that
  /// were removed since.
  private(set) var widest = Widths()
  /// What `/` narrows them to.
  package var narrowing = Narrowing() {
    didSet { if narrowing.text != oldValue.text { show(only: filter) } }
  }
  /// Before whom it is shown: then only lines that have words for it; nil while everything is shown.
  var audience: Audience? {
    didSet { show(only: filter) }
  }

  /// Those to whom campaigns are shown.
  struct Audience: Equatable, Sendable {
    var vendor: Capabilities
    /// What knows the messages' subjects, which stand beside the words.
    var campaigns: CampaignFacts?
  }
  /// Everything that is retained.
  private(set) var entries: [EventEntry] = []
  /// The last requests with their bodies, by their numbers, and their order.
  private(set) var whole: [Int: HTTPExchange] = [:]
  private var wholeOrder: [Int] = []
  /// Requests about a person who does not read now: they wait for that person (MC-12).
  private(set) var held: [Held] = []
  /// Whether it was emptied for another reader: what is not here may have happened to another person.
  private(set) var beganAnew = false
  /// Lines from the newest to the selected one; 0 follows.
  package var back = 0 { didSet { below = min(below, back) } }
  /// Lines that are newer than those in sight.
  private var below = 0
  /// Which pane had the keys before this one.
  package var previousFocus = PaneFocus.list

  /// Columns that what lines are about takes.
  struct Widths: Equatable, Sendable {
    var message = 0
    var request = 0

    mutating func take(_ line: EventLine) {
      let width = DisplayText.width(of: line.subject)
      switch line.entry {
      case .journal: message = max(message, width)
      case .request: request = max(request, width)
      }
    }
  }

  struct Held: Equatable, Sendable {
    var exchange: HTTPExchange
    var time: Date
  }

  /// How many requests are retained with their bodies.
  static let wholeRequests = 200

  /// The line that Enter shows.
  package var selected: EventLine? {
    let index = lines.count - 1 - back
    return lines.indices.contains(index) ? lines[index] : nil
  }

  /// The selected line with all that is retained of it.
  package var selectedWhole: EventLine? {
    guard var line = selected, case .request(let exchange, let time) = line.entry else { return selected }
    line.entry = .request(whole[exchange.number] ?? exchange, time)
    return line
  }

  /// Takes a request, for the person who reads now or for the person it is about.
  package mutating func append(_ exchange: HTTPExchange, at time: Date, reader: Identity?) {
    guard exchange.about?.contains(where: { $0 != reader }) != true else {
      held.append(Held(exchange: exchange, time: time))
      if held.count > Self.wholeRequests { held.removeFirst() }
      return
    }
    if exchange.requestBody != nil || exchange.responseBody != nil {
      whole[exchange.number] = exchange
      wholeOrder.append(exchange.number)
      if wholeOrder.count > Self.wholeRequests { whole[wholeOrder.removeFirst()] = nil }
    }
    append(.request(exchange.withoutBodies, time))
  }

  /// The person who reads now is known: shows what arrived about that person before.
  package mutating func begin(reader: Identity) {
    let waiting = held
    held = []
    for one in waiting { append(one.exchange, at: one.time, reader: reader) }
  }

  package mutating func append(_ entry: EventEntry) {
    entries.append(entry)
    // In one go, so that each entry costs little.
    if entries.count > Self.capacity * 2 { entries.removeFirst(entries.count - Self.capacity) }
    guard shows(entry) else { return }
    guard show(entry), back > 0 else { return }
    // What is looked at stays where it is.
    back = min(back + 1, lines.count - 1)
    below = min(below + 1, back)
  }

  /// Shows other lines; what is selected stays so, or what is next to it, and the newest where that is followed.
  package mutating func show(only filter: EventFilter) {
    let kept = back > 0 ? selected?.entry : nil
    self.filter = filter
    lines = []
    widest = Widths()
    back = 0
    for entry in entries where shows(entry) { show(entry) }
    guard let kept, !lines.isEmpty else { return }
    let index =
      lines.lastIndex { $0.entry == kept || $0.more.contains(kept) }
      ?? lines.lastIndex { $0.entry.time <= kept.time } ?? 0
    back = lines.count - 1 - index
    below = back
  }

  /// Selects a line; those in sight move no further than that takes.
  mutating func select(back place: Int, of height: Int) {
    below = hidden(height)
    back = min(max(0, place), max(0, lines.count - 1))
    below = hidden(height)
  }

  private func shows(_ entry: EventEntry) -> Bool {
    guard filter.shows(entry) else { return false }
    guard let audience else { return narrowing.isEmpty || narrowing.matches(entry.text) }
    guard let words = entry.presented(audience.vendor) else { return false }
    let subject = entry.message.flatMap { audience.campaigns?.campaign(of: $0)?.subject } ?? ""
    return narrowing.matches("\(words) \(subject) \(entry.text)")
  }

  /// The lines in sight: the selected one is among them, and the pane is filled.
  func inSight(_ height: Int) -> Range<Int> {
    let end = min(lines.count, max(lines.count - hidden(height), height))
    return max(0, end - height)..<end
  }

  /// How many lines stand below those in sight, so that the selected one does not.
  private func hidden(_ height: Int) -> Int { min(max(below, back - height + 1), back) }

  /// - Returns: Whether it has a line of its own.
  @discardableResult
  private mutating func show(_ entry: EventEntry) -> Bool {
    if lines.last?.covers(entry) == true {
      lines[lines.count - 1].more.append(entry)
      widest.take(lines[lines.count - 1])
      return false
    }
    let line = EventLine(entry: entry)
    lines.append(line)
    widest.take(line)
    if lines.count > Self.capacity * 2 {
      lines.removeFirst(lines.count - Self.capacity)
      back = min(back, lines.count - 1)
    }
    return true
  }

  /// Why no line is shown, as a sentence.
  ///
  /// - Parameters:
  ///   - next: The key that shows other events.
  ///   - clear: The key that drops what they are narrowed to.
  func whyEmpty(next: String, clear: String) -> String {
    let since = beganAnew ? " since this person signed in" : entries.isEmpty ? " yet" : ""
    if !narrowing.isEmpty, !entries.isEmpty {
      let which = filter == .all ? "events" : filter.rawValue
      return "No \(which) match /\(narrowing.text); \(clear) clears it."
    }
    return filter == .all
      ? "No events\(since)." : "No \(filter.rawValue)\(since); \(next) shows other events."
  }

  /// Forgets everything: it was about another person.
  package mutating func forget() {
    beganAnew = true
    lines = []
    widest = Widths()
    entries = []
    (whole, wholeOrder) = ([:], [])
    back = 0
    narrowing = Narrowing()
  }
}
