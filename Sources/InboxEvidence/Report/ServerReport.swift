package import struct Foundation.Date
package import InboxCore
package import InboxModel

/// What was sent beside what the server says that it recorded, event for event (VE-14).
package struct ServerReport: Hashable, Sendable, Codable {
  /// What a row comes to, the worst first.
  package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
    /// The server took it and does not have it.
    case missing
    /// The server has it more than once.
    case twice
    /// It was not taken, as far as is known here, and the server does not have it.
    case notTaken = "not-taken"
    /// The server took it so shortly ago that it need not list it yet.
    case tooEarly = "too-early"
    /// The server has something that was not sent from here.
    case foreign
    /// The server has it once.
    case matched

    /// Whether nothing stands against it: what others sent does not concern this device.
    package var isProven: Bool { self == .matched || self == .foreign }
  }

  /// One event that was sent, or one that the server has besides.
  package struct Row: Hashable, Sendable, Codable {
    package var verdict: Verdict
    /// Nil for a foreign one.
    package var sent: SentEvent?
    /// What the server has of it.
    package var recorded: [RecordedEvent]
  }

  /// In the order of time.
  package let rows: [Row]
  /// How many sent events are not judged, as the server does not list what is that old, may have let it go, or is
  /// another account's than the one that they were for.
  package let unjudged: Int
  /// Whether one of them was taken so soon after a reset that two clocks cannot tell which came first: nothing is
  /// proven then.
  package private(set) var isDoubtful = false
  /// Why it does not, as ends of sentences.
  package let limits: [String]
  /// How many events of other kinds the server has.
  package let otherCount: Int
  /// Seconds that the server was given to list an event.
  package let settling: Double
  /// The requests with events of an app that cannot be read, each as a clause.
  package var unreadable: [String] = []
  /// What was refused of what has no rows, each as a clause.
  package var refused: [String] = []
  /// What is missing in the recording of an app, as a sentence.
  package var damage: String?
  /// What a damaged archive may have lost, as a sentence.
  package var loss: String?

  /// - Parameters:
  ///   - sent: What this program sent, and what an app sent, of each kind in the order of sending.
  ///   - responses: What the server returned, for each person who was asked about; events of others are left out.
  ///   - resolution: Seconds to which the server's times are given.
  ///   - settling: Seconds that the server has to list an event.
  ///   - now: When the server was asked.
  package init(
    _ sent: [SentEvent], _ responses: [(identity: Identity, page: ReadBack.Page)], resolution: Double,
    settling: Double, at now: Date
  ) {
    let pages = Dictionary(responses.map { ($0.identity, $0.page) }, uniquingKeysWith: { $1 })
    let asked = sent.filter { pages[$0.identity] != nil }
    // What says the same as an event from before a reset counts as a repeat of that, where the wire has no ids.
    let former = Set(
      asked.lazy.filter { event in
        guard event.taken != nil || event.tries != 0, event.isOfOtherAccount != true else { return false }
        return event.origin.map { pages[event.identity]?.generation?.mayHaveBegunAfter($0) == true } ?? false
      }.map { Words($0, resolution) })
    func isJudged(_ event: SentEvent) -> Bool {
      guard let page = pages[event.identity], event.isOfOtherAccount != true else { return false }
      // A limit lies in the midst of what happened in one unit of time.
      if let since = page.since, event.time <= since.addingTimeInterval(resolution) { return false }
      guard let generation = page.generation else { return true }
      if event.taken != nil {
        if let origin = event.origin, generation.beganAfter(origin) { return false }
        if let number = event.generation { return number == generation.number }
        if let origin = event.origin, generation.mayHaveBegunAfter(origin) { return false }
        if former.contains(Words(event, resolution)) { return false }
      }
      return generation.contains(event.time, id: event.origin)
    }
    let recorded = responses.flatMap(\.page.events)
    // What is too old to be judged may be listed all the same: then it is not foreign.
    let join = ServerJoin(asked, recorded, resolution: resolution)
    let shortened = Set(pages.filter { $0.value.expiredCount > 0 }.keys)
    var expiry = Expiry<Words>(of: responses.map(\.page.expiredCount).max() ?? 0)
    let shown = zip(asked, join.found).filter { event, found in
      guard found.isEmpty else {
        expiry.keep(event.kind, of: event.identity)
        return true
      }
      guard isJudged(event) else { return false }
      return event.taken == nil || !shortened.contains(event.identity)
        || !expiry.mayHaveTaken(event.kind, of: event.identity, Words(event, resolution))
    }
    var rows = shown.map { event, found in
      Row(
        verdict: Self.verdict(event, found, settled: now.addingTimeInterval(-settling)), sent: event,
        recorded: found)
    }
    unjudged = asked.count - rows.count
    isDoubtful = zip(asked, join.found).contains { event, found in
      guard found.isEmpty, event.taken != nil, event.generation == nil, event.isOfOtherAccount != true,
        let origin = event.origin
      else { return false }
      return pages[event.identity]?.generation?.isDoubtful(origin) == true
    }
    rows += join.foreign.map { Row(verdict: .foreign, sent: nil, recorded: [$0]) }
    self.rows = rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    limits = unjudged == 0 ? [] : Set(responses.compactMap(\.page.limit)).sorted()
    otherCount = responses.reduce(0) { $0 + $1.page.otherCount }
    self.settling = settling
  }

  /// What tells events apart on a wire without ids, as far as it is known here.
  private struct Words: Hashable {
    let kind: RecordedEvent.Kind
    let identity: Identity
    let message: MessageID?
    let session: String?
    let link: String?
    let time: Double

    init(_ event: SentEvent, _ resolution: Double) {
      (kind, identity, message, session) = (event.kind, event.identity, event.message, event.session)
      link = event.link
      time = ServerJoin.unit(of: event.time, to: resolution)
    }
  }

  private static func verdict(
    _ event: SentEvent, _ found: [RecordedEvent], settled: Date
  ) -> Verdict {
    switch found.count {
    case 1: .matched
    // Under one id the receiver can tell what was sent again.
    case 2... where found.count <= event.tries ?? 1 && found.allSatisfy { $0.id != nil && $0.id == event.id }:
      .matched
    case 2...: .twice
    default: event.taken.map { $0 > settled ? .tooEarly : .missing } ?? .notTaken
    }
  }

  /// The rows with the worst first, else in the order of time.
  package var worstFirst: [Row] {
    Verdict.allCases.flatMap { verdict in rows.filter { $0.verdict == verdict } }
  }

  package func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// Whether nothing was sent of which it could prove anything.
  package var isEmpty: Bool { rows.allSatisfy { $0.sent == nil } && unjudged == 0 && flaws.isEmpty }

  /// Whether the server has each event once, and nothing else stands against it.
  package var isProven: Bool {
    rows.allSatisfy(\.verdict.isProven) && flaws.isEmpty && damage == nil && !isDoubtful
  }

  /// What stands against it besides its rows, as sentences.
  var flaws: [String] {
    [DeliveryReport.sentence(refused: refused), DeliveryReport.sentence(unreadable: unreadable), loss]
      .compactMap(\.self)
  }

  /// Everything in a sentence or two.
  package var summary: String {
    let counts = Verdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
    var text =
      counts.isEmpty
      ? "The server has no event, and none was sent\(unjudged > 0 ? " since" : "")."
      : counts.joined(separator: ", ") + "."
    if count(.tooEarly) > 0 {
      text +=
        settling > 0
        ? " The server has \(Int(settling)) s to list what it accepted: ask again after that."
        : " The server took it at a time that its clock has still to come to."
    }
    if unjudged > 0 {
      let reason = limits.isEmpty ? "" : " (\(limits.joined(separator: "; ")))"
      let doubt = isDoubtful ? ", or so soon after a reset that two clocks cannot tell," : ""
      text += " \(unjudged) sent earlier\(doubt) \(unjudged == 1 ? "is" : "are") not judged\(reason)."
    }
    if otherCount > 0 { text += " \(otherCount) of other kinds are listed and not compared." }
    return ([text] + flaws).joined(separator: " ")
  }
}

extension ServerReport {
  /// A recording of an earlier version has nothing that is doubtful, cannot be read, was refused or is missing.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rows = try container.decode([Row].self, forKey: .rows)
    unjudged = try container.decode(Int.self, forKey: .unjudged)
    isDoubtful = try container.decodeIfPresent(Bool.self, forKey: .isDoubtful) ?? false
    limits = try container.decode([String].self, forKey: .limits)
    otherCount = try container.decode(Int.self, forKey: .otherCount)
    settling = try container.decode(Double.self, forKey: .settling)
    unreadable = try container.decodeIfPresent([String].self, forKey: .unreadable) ?? []
    refused = try container.decodeIfPresent([String].self, forKey: .refused) ?? []
    damage = try container.decodeIfPresent(String.self, forKey: .damage)
    loss = try container.decodeIfPresent(String.self, forKey: .loss)
  }
}

extension ServerReport.Row {
  package var identity: Identity { sent?.identity ?? recorded.first?.identity ?? .device("") }

  package var time: Date { sent?.time ?? recorded.first?.time ?? .distantPast }

  /// ``time`` as text, which a server need not say.
  package var timeText: String { time == .distantPast ? "at an unknown time" : WireDate.format(time) }

  var kind: RecordedEvent.Kind { sent?.kind ?? recorded.first?.kind ?? .display }

  /// What it is about, in a few words: `open spring`, `session 1F0C2A66`.
  package var title: String {
    let message = sent?.message ?? recorded.first?.message
    let session = kind == .session ? (sent?.session ?? recorded.first?.session).map { $0.prefix(8) } : nil
    let about = session.map(String.init) ?? message?.rawValue ?? recorded.first?.about
    return kind == .session
      ? "\(kind.rawValue) \(about ?? "without an id")"
      : "\(kind.rawValue) \(about ?? "of a message without an id")"
  }

  /// What was sent, as a person reads it.
  package var sentWords: String {
    guard let sent else { return "not sent from here" }
    let who = sent.source == .inbox ? "sent" : "sent by the app"
    return (sent.fate.map { "not taken (\($0))" } ?? who) + Self.words(sent.views)
  }

  private static func words(_ views: Int?) -> String {
    views.map { ", \($0.counted("view"))" } ?? ""
  }

  /// What the server has, as a person reads it.
  package var serverWords: String {
    switch (recorded.count, verdict) {
    case (0, .tooEarly): "not listed yet"
    case (0, _): "not there"
    case (1, .foreign):
      recorded[0].name + Self.words(recorded[0].views)
        + (recorded[0].device.map { " from device \($0)" } ?? " from elsewhere")
    case (1, _): recorded[0].name + Self.words(recorded[0].views)
    case (let count, _): "\(recorded[0].name) × \(count)" + Self.words(recorded[0].views)
    }
  }
}
