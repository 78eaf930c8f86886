package import struct Foundation.Data
package import struct Foundation.Date
package import struct Foundation.UUID
import InboxCore
package import InboxModel
package import InboxVendors

/// What a sandbox says that it got, as far as the report on deliveries needs it (SB-5).
package struct DeliveryReceipts: Hashable, Sendable {
  /// How often each display and open was received.
  package var counts: [UUID: Int]
  /// Whether what is not in them was not received; otherwise nothing is known of it, as they are made from responses.
  package var isComplete = true
  /// How often each event of a vendor was received whose wire has no ids of events.
  package private(set) var vendorCounts: [VendorEvent: Int] = [:]
  /// Of those the ones that name this device or none: what another one sent is not a repeat of its events.
  ///
  /// Where none of them does, those of any count: it had another name then, before its cookie was changed.
  private var deviceCounts: [VendorEvent: Int] = [:]
  /// Whose wires they came over, by the names of vendors in receipts; nil for one that does not say it.
  private var vendors: [String?] = []
  /// Everyone whom the receipts name; who is not among them may have another name there.
  package var people: Set<String> = []
  /// Of ``counts`` those whose ids were made here, and are on no wire.
  package var ownIDs: Set<UUID> = []
  /// How many clicks of each message were received, by its id, from anyone; nil where that is not known.
  package var clicks: [String: Int]?
  /// Which generation of receipts this is, and what it holds; nil where that is not known.
  package var generation: ReceiptGeneration?
  /// How many displays and opens with ids, how many events of other vendors, and how many clicks the server has let go
  /// since then (TS-6).
  package var expired = 0
  package var expiredEvents = 0
  package var expiredClicks = 0

  /// What distinguishes such events, as far as it goes.
  package struct VendorEvent: Hashable, Sendable {
    package var kind: String
    package var message: String
    /// The vendor, as receipts name it; nil where that does not matter.
    package var vendor: String?
    /// Seconds since 1970, as the vendor's wire names them; nil where it has no time.
    package var second: Int?
    /// Whose it is; nil where that does not matter.
    package var person: String?
    /// The link of a click; nil where the wire names none, or that does not matter.
    package var link: String?
  }

  package init(
    counts: [UUID: Int], clicks: [String: Int]? = nil, generation: ReceiptGeneration? = nil
  ) {
    self.counts = counts
    self.clicks = clicks
    self.generation = generation
  }

  /// Reads the response to `GET /sandbox/receipts`.
  ///
  /// - Parameter device: The one whose events they are compared with; nil for any.
  /// - Throws: ``InboxError/invalidPayload(_:)`` when it is not one.
  package init(_ body: Data, of device: String? = nil) throws(InboxError) {
    self.init(counts: [:])
    try add(ReceiptPage(body), of: device)
  }

  /// Asks a sandbox what it got of displays and opens.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` when it does not say.
  package init(
    from sandbox: SandboxCommander, of device: String? = nil, pageSize: Int? = nil
  ) async throws(InboxError) {
    self = try await sandbox.receipts(pageSize: pageSize, into: Self(counts: [:])) {
      all, page throws(InboxError) in
      try all.add(page, of: device)
    }
  }

  /// Takes over a page, the last of which says what the generation holds.
  private mutating func add(_ page: ReceiptPage, of device: String?) throws(InboxError) {
    for record in page.lists["engagements"] ?? [] {
      let event = try record.value()
      guard let id = event["id"]?.text.flatMap(UUID.init(uuidString:)), let count = event["count"]?.integer
      else { throw .invalidPayload("a receipt lacks id or count") }
      counts[id] = count
    }
    if let records = page.lists["clicks"] {
      var clicks = clicks ?? [:]
      for record in records {
        if let campaign = try record.value()["campaign"]?.text { clicks[campaign, default: 0] += 1 }
      }
      self.clicks = clicks
    }
    for record in page.lists["events"] ?? [] {
      let event = try record.value()
      let isOwn = device == nil || [device, nil].contains(Self.device(of: event))
      for place in Self.places(of: event) {
        let count = event["count"]?.integer ?? 1
        vendorCounts[place, default: 0] += count
        if isOwn { deviceCounts[place, default: 0] += count }
        if !vendors.contains(place.vendor) { vendors.append(place.vendor) }
      }
      if let person = Self.person(of: event) { people.insert(person) }
    }
    for record in page.lists["fetches"] ?? [] {
      if let person = Self.person(of: try record.value()) { people.insert(person) }
    }
    generation = page.generation
    (expired, expiredEvents, expiredClicks) = (
      page.expired("engagements"), page.expired("events"), page.expired("clicks")
    )
  }

  /// Where a receipt is counted: as that of its person and as anyone's, with its link and without.
  private static func places(of event: JSONValue) -> [VendorEvent] {
    guard let kind = event["type"]?.text, let message = event["message_id"]?.text else { return [] }
    let vendor = event["vendor"]?.text
    let second = event["ts"]?.text.flatMap(WireDate.parse).map { Self.second(of: $0, at: vendor) }
    let link = kind == EngagementEvent.Kind.click.rawValue ? event["detail"].flatMap(ClickLink.link) : nil
    let known = link.map { $0.contains(SecretMask.replacement) ? SecretMask.replacement : $0 }
    return Set([Self.person(of: event), nil]).flatMap { person in
      Set([known, nil]).map { link in
        VendorEvent(
          kind: kind, message: message, vendor: vendor, second: second, person: person, link: link)
      }
    }
  }

  /// The person whom a receipt names; nil where it names none.
  private static func person(of receipt: JSONValue) -> String? {
    receipt["identity"]?.text.flatMap(Identity.init(storageKey:)).map(Self.person)
  }

  /// How often an event was received; nil for never.
  func count(of event: Delivery) -> Int? { counts[event.id] ?? place(of: event).flatMap(count) }

  /// How often events of a place were received; nil for never.
  private func count(at place: VendorEvent) -> Int? { deviceCounts[place] ?? vendorCounts[place] }

  /// How many receipts there are beyond one for each event, by the event; of gestures that share their receipts, such
  /// as two of one message in a second, the first one has the rest.
  func repeats(of events: [Delivery]) -> [UUID: Int] {
    var repeats = counts.compactMapValues { $0 > 1 ? $0 - 1 : nil }
    for (place, shared) in Dictionary(grouping: events.filter(wasSent), by: place) {
      guard let first = shared.first, let count = place.flatMap({ deviceCounts[$0] }) else { continue }
      if count > shared.count { repeats[first.id] = count - shared.count }
    }
    return repeats
  }

  /// Of some events those that the receipts hold: of gestures that share their receipts as many as there are receipts.
  func present(among events: [Delivery]) -> Set<UUID> {
    var present = Set(events.map(\.id).filter { counts[$0] != nil })
    for (place, shared) in Dictionary(grouping: events.filter(wasSent), by: place) {
      guard let count = place.flatMap(count) else { continue }
      // What the server acknowledged before what it did not respond to, and that before what it refused; of each the
      // newest, as the oldest go first.
      let likely =
        shared.filter { $0.state != .sent && !$0.isUnknown } + shared.filter(\.isUnknown)
        + shared.filter { $0.state == .sent }
      present.formUnion(likely.suffix(count).map(\.id))
    }
    return present
  }

  /// Whether an event without an id of the wire has left.
  private func wasSent(_ event: Delivery) -> Bool {
    counts[event.id] == nil && (event.tries > 0 || event.state == .sent)
  }

  /// The device that a vendor's event names, in the words of its wire.
  private static func device(of event: JSONValue) -> String? {
    (event["detail"]?["deviceInfo"]?["deviceId"] ?? event["detail"]?["device_id"])?.text
  }

  /// A person; an installation has another name at each vendor.
  private static func person(_ identity: Identity) -> String {
    if case .user(let name) = identity { name } else { "" }
  }

  private func place(of event: Delivery) -> VendorEvent? {
    let person = people.contains(Self.person(event.identity)) ? Self.person(event.identity) : nil
    // A receipt does not show what is secret in a link.
    let links = event.payload.flatMap(ClickLink.frozen).map { [$0, SecretMask.replacement] } ?? [nil]
    for vendor in vendors {
      for second in [Self.second(of: event.time, at: vendor), nil] {
        for link in links {
          let place = VendorEvent(
            kind: event.kind.rawValue, message: event.message.id.rawValue, vendor: vendor, second: second,
            person: person, link: link)
          if vendorCounts[place] != nil { return place }
        }
      }
    }
    return nil
  }

  /// The second that the wire of a vendor names for a time: Bloomreach's has it rounded to thousandths, Iterable's cut.
  private static func second(of time: Date, at vendor: String?) -> Int {
    let seconds = vendor == "bloomreach" ? Int64(milliseconds: time).date : time
    return Int(seconds.timeIntervalSince1970.rounded(.down))
  }

  /// Those of some events that must be in these receipts, or would be if they were received.
  ///
  /// Which generation holds what the server acknowledged is known from its response, whatever clocks said. Of the rest
  /// the server judges by the time when it happened, and so does this. A space that was made again under its name
  /// counts its generations from the first one again: what was made before it was acknowledged by the former one.
  func covered(_ events: [Delivery]) -> Set<UUID> {
    let former = Set(
      events.lazy.filter { generation?.mayHaveBegunAfter($0.id) == true }.filter(wasSent).map(Self.words))
    return Set(events.lazy.filter { covers($0, after: former) }.map(\.id))
  }

  /// - Parameter former: What was sent before the reset: what says the same counts as a repeat of it, where the wire
  ///   has no ids.
  private func covers(_ event: Delivery, after former: Set<VendorEvent>) -> Bool {
    guard let generation, count(of: event) == nil else { return true }
    guard event.state == .sent else { return generation.contains(event.time, id: event.id) }
    guard !generation.beganAfter(event.id) else { return false }
    if let number = event.generation { return number == generation.number }
    guard !generation.mayHaveBegunAfter(event.id) else { return false }
    guard generation.span.since != nil else { return true }
    // Only the machine's time in its id says that no former generation acknowledged it.
    return event.id.made != nil && generation.span.reset != nil && generation.contains(event.time)
      && !former.contains(Self.words(of: event))
  }

  /// Whether only two clocks, which cannot tell what came first, keep an acknowledged event from being judged.
  func isDoubtful(_ event: Delivery) -> Bool {
    event.state == .sent && event.generation == nil && generation?.isDoubtful(event.id) == true
  }

  /// All that a wire without ids says of an event.
  private static func words(of event: Delivery) -> VendorEvent {
    VendorEvent(
      kind: event.kind.rawValue, message: event.message.id.rawValue, second: second(of: event.time, at: nil),
      person: event.identity.storageKey, link: event.payload.flatMap(ClickLink.frozen))
  }

  /// What distinguishes a receipt that is gone: its id, or all that a wire without ids says.
  private enum Gone: Hashable {
    case id(UUID)
    case words(VendorEvent)
  }

  /// Of events that these receipts cover, those that are not there and may have been.
  ///
  /// - Parameter events: In the order in which they were stored.
  func mayHaveExpired(_ events: [Delivery]) -> [Delivery] {
    // Displays and opens of one vendor are in one of the two lists.
    let (byID, byPlace) = (
      events.contains { counts[$0.id] != nil },
      events.contains { counts[$0.id] == nil && count(of: $0) != nil }
    )
    let expired = byID == byPlace ? expired + expiredEvents : byID ? expired : expiredEvents
    guard expired > 0 else { return [] }
    let hasIDs = byID != byPlace ? byID : expiredEvents == 0
    var expiry = Expiry<Gone>(of: expired)
    let there = present(among: events)
    return events.filter { event in
      let kind = RecordedEvent.Kind(event.kind)
      guard !there.contains(event.id) else {
        expiry.keep(kind, of: event.identity)
        return false
      }
      let receipt = hasIDs ? Gone.id(event.id) : .words(Self.words(of: event))
      return event.state == .sent && expiry.mayHaveTaken(kind, of: event.identity, receipt)
    }
  }
}
