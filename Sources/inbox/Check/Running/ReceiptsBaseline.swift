import Foundation
import InboxModel
import InboxSandbox

/// The receipts that a shared sandbox had before, so that a scenario counts only its own.
nonisolated struct ReceiptsBaseline: Sendable {
  /// The persons who read in the scenario.
  struct Readers: Sendable {
    var devices: Set<String> = []
    var users: Set<String> = []

    /// The readers as receipts write them.
    var keys: Set<String> {
      Set(devices.map { Identity.device($0).storageKey } + users.map { Identity.user($0).storageKey })
    }
  }

  private let before: Receipts
  /// Earlier events do not count, however late they come: what the sandbox's clock said, and the machine's.
  private let since: Date
  private let made: Date

  /// Takes the current receipts as the baseline.
  ///
  /// - Parameters:
  ///   - since: What the sandbox's clock says.
  ///   - made: What the machine's clock says; ids have milliseconds of it.
  init(_ before: Receipts, since: Date, made: Date = Date()) {
    self.before = before
    self.since = since
    self.made = Date(timeIntervalSince1970: (made.timeIntervalSince1970 * 1_000).rounded(.down) / 1_000)
  }

  /// The receipts that have come since from the scenario's readers.
  ///
  /// A click does not name its person, so those of others in the meantime count too.
  func own(of receipts: Receipts, by readers: ReceiptsBaseline.Readers) -> Receipts {
    let keys = readers.keys
    // Another client's reset has removed the earlier receipts.
    let before = receipts.generation == before.generation ? before : nil
    var own = receipts
    let known = Set(before?.engagements.map(\.id) ?? [])
    own.engagements.removeAll { event in
      known.contains(event.id) || !keys.contains(event.identity)
        // A scenario may set the clock back: where the id says when it was made, that counts.
        || UUID(uuidString: event.id)?.made.map { $0 < made } ?? isEarlier(event.time)
    }
    own.duplicates = own.engagements.reduce(0) { $0 + $1.count - 1 }
    // Where only a limited number is kept, the oldest earlier receipts go first (TS-6).
    func left(_ count: Int?, of kind: String) -> Int {
      max(0, (count ?? 0) - (receipts.expired?[kind] ?? 0) + (before?.expired?[kind] ?? 0))
    }
    own.badge = receipts.badge.dropFirst(left(before?.badge.count, of: "badge"))
      .filter { keys.contains($0.identity) }
    own.clicks = Array(receipts.clicks.dropFirst(left(before?.clicks.count, of: "clicks")))
    own.tracking = receipts.tracking.filter { event in
      let isKnown = before?.tracking.contains { $0.isSame(as: event) } ?? false
      return !isKnown && event.customerIDs["cookie"]?.text.map(readers.devices.contains) ?? false
    }
    let events = (before?.events ?? []).filter { keys.contains($0.identity) }
    own.events = receipts.events.filter { keys.contains($0.identity) }.compactMap { event in
      var event = event
      if let old = events.first(where: { $0.isSame(as: event) }) {
        // What came before and has no time, or that of a clock that stands, may have happened again.
        event.count = isEarlier(event.time) ? 0 : Self.added(event.count, to: old.count)
      }
      return event.count > 0 ? event : nil
    }
    own.rich = receipts.rich.filter { keys.contains($0.identity) }.map { rich in
      let old = before?.rich.first { $0.messageID == rich.messageID && $0.identity == rich.identity }
      var rich = rich
      rich.asked = Self.added(rich.asked, to: old?.asked)
      rich.served = Self.added(rich.served, to: old?.served)
      return rich
    }
    own.fetches = receipts.fetches.filter { keys.contains($0.identity) }.map { fetch in
      let old = before?.fetches.first {
        ($0.vendor, $0.center, $0.identity) == (fetch.vendor, fetch.center, fetch.identity)
      }
      var fetch = fetch
      fetch.count = Self.added(fetch.count, to: old?.count)
      return fetch
    }
    own.pictures = receipts.pictures.map { picture in
      let old = before?.pictures.first { $0.host == picture.host && $0.path == picture.path }
      var picture = picture
      picture.count = Self.added(picture.count, to: old?.count)
      return picture
    }
    return own
  }

  private func isEarlier(_ time: String?) -> Bool {
    time.flatMap(WireDate.parse).map { $0 < since } ?? false
  }

  /// How much of a count is new; a smaller count than before was removed and started again (TS-6).
  private static func added(_ count: Int, to old: Int?) -> Int {
    guard let old, old <= count else { return count }
    return count - old
  }
}

extension Receipts.Tracking {
  /// Whether it is the same event, however often it was received.
  nonisolated fileprivate func isSame(as other: Receipts.Tracking) -> Bool {
    (type, url, time) == (other.type, other.url, other.time) && customerIDs == other.customerIDs
  }
}
