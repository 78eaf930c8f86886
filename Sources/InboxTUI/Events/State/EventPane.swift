package import struct Foundation.Date
import InboxCore
package import InboxEvidence
package import InboxModel

/// The events so far, and which of them are shown.
package struct EventPane: Equatable, Sendable {
  package enum Mode: Equatable, Sendable { case hidden, strip, full }

  /// At least this many entries are retained; the oldest are removed first, many at once.
  package static let capacity = 10_000

  package var mode = Mode.hidden
  /// The lines that the filter shows.
  package private(set) var lines: [EventLine] = []
  package private(set) var filter = EventFilter.all
  /// The widths of the widest message name and the widest outcome among the lines, including lines removed since.
  private(set) var widest = Widths()
  /// What `/` narrows them to.
  package var narrowing = Narrowing() {
    didSet { if narrowing.text != oldValue.text { show(only: filter) } }
  }
  /// The audience, for which only lines that have words are shown; nil while everything is shown.
  var audience: Audience? {
    didSet { show(only: filter) }
  }

  /// An audience to which campaigns are shown.
  struct Audience: Equatable, Sendable {
    var vendor: Capabilities
    /// The source of the messages' subjects, which stand beside the words.
    var campaigns: CampaignFacts?
  }
  private(set) var entries: [EventEntry] = []
  /// The last requests with their bodies, by their numbers, and their order.
  private(set) var whole: [Int: HTTPExchange] = [:]
  private var wholeOrder: [Int] = []
  /// Requests about a person who is not reading now: they wait until that person does (MC-12).
  private(set) var held: [Held] = []
  /// Whether it was emptied for another reader: a missing event may have been another person's.
  private(set) var beganAnew = false
  /// Lines from the newest to the selected one; 0 follows.
  package var back = 0 { didSet { below = min(below, back) } }
  /// How many lines are newer than the visible ones.
  private var below = 0
  /// Which pane had the keys before this one.
  package var previousFocus = PaneFocus.list
  /// The message of an event that is looked for in its list, until the next key.
  var sought: Sought?

  struct Sought: Equatable, Sendable {
    var message: MessageKey
    /// How the events were shown, which they are again where it is gone.
    var mode: Mode
  }

  /// The columns that the subjects of lines take.
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

  /// Takes a request: for the current reader, or held back for the person it is about.
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

  /// Called once it is known which person reads: shows what arrived about that person before.
  package mutating func begin(reader: Identity) {
    let waiting = held
    held = []
    for one in waiting { append(one.exchange, at: one.time, reader: reader) }
  }

  package mutating func append(_ entry: EventEntry) {
    entries.append(entry)
    // Many at once, so that each entry costs little.
    if entries.count > Self.capacity * 2 { entries.removeFirst(entries.count - Self.capacity) }
    guard shows(entry) else { return }
    guard show(entry), back > 0 else { return }
    // The selected line stays where it is.
    back = min(back + 1, lines.count - 1)
    below = min(below + 1, back)
  }

  /// Applies another filter; the selected line stays selected, or its nearest neighbour, or the newest where that is
  /// followed.
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

  /// Selects a line; the visible lines scroll no further than needed.
  mutating func select(back place: Int, of height: Int) {
    below = hidden(height)
    back = min(max(0, place), max(0, lines.count - 1))
    below = hidden(height)
  }

  private func shows(_ entry: EventEntry) -> Bool {
    guard filter.shows(entry) else { return false }
    guard let audience else { return narrowing.isEmpty || narrowing.matches(entry.text) }
    guard let words = entry.presented(audience.vendor) else { return false }
    if narrowing.isEmpty { return true }
    let subject = entry.message.flatMap { audience.campaigns?.campaign(of: $0)?.subject } ?? ""
    return narrowing.matches("\(words) \(subject) \(entry.text)")
  }

  /// The visible lines: the selected one is among them, and the pane is full.
  func inSight(_ height: Int) -> Range<Int> {
    let end = min(lines.count, max(lines.count - hidden(height), height))
    return max(0, end - height)..<end
  }

  /// How many lines are hidden below the visible ones, limited so that the selected one is visible.
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
    if !narrowing.isEmpty, !entries.isEmpty {
      return "No \(filter.events) match /\(narrowing.text); \(clear) clears it."
    }
    let since = beganAnew ? " since this person signed in" : entries.isEmpty ? " yet" : ""
    return "No \(filter.events)\(since)" + (filter == .all ? "." : "; \(next) shows other events.")
  }

  /// Forgets all events, as they were about another person.
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
