package import struct Foundation.Date
package import struct Foundation.UUID
package import InboxCore
package import InboxModel

extension MessageCenter {
  /// What was sent from here beside what the server says that it recorded (VE-14).
  ///
  /// - Parameters:
  ///   - server: How it is asked.
  ///   - settling: Seconds that it has to list an event; nil for what is usual with the vendor.
  ///   - person: Whose events; nil for everyone's who sent some, and for the person who reads, or for those alone who
  ///     sent something with the app.
  ///   - others: What an app sent; nil for a report on what was sent from here alone.
  ///   - now: What time it is by the clock that the events have their times from.
  /// - Throws: the archive's errors, and what kept the server from responding.
  package nonisolated func serverReport(
    _ server: ReadBack, settling: Double? = nil, of person: Identity? = nil,
    others: [SentEvent]? = nil, now: @Sendable () -> Date
  ) async throws(InboxError) -> ServerReport {
    let before = try await sent(to: server)
    let reader = await identity
    var people: [Identity] = []
    let asked = others?.map(\.identity) ?? [reader] + before.map(\.event.identity)
    let (isOwn, others) = (others == nil, others ?? [])
    for one in person.map({ [$0] }) ?? asked where !people.contains(one) { people.append(one) }
    var pages: [(identity: Identity, page: ReadBack.Page)] = []
    for one in people {
      let times = (before.map(\.event) + others).filter { $0.identity == one }.map(\.time)
      // Of someone whom no request named nothing can be listed.
      var page =
        one == .unnamed
        ? ReadBack.Page(events: []) : try await server.events(one, times.min() ?? .distantPast)
      if case .device = one { page.leaveOut(before.map(\.event), but: one, resolution: server.resolution) }
      pages.append((one, page))
    }
    let time = now()
    let taken = Set(before.filter { $0.event.taken != nil }.map(\.record))
    // What was sent meanwhile may be listed or not, and is not foreign.
    let own = try await sent(to: server).map { record, event in
      var event = event
      if event.taken != nil, !taken.contains(record) { event.taken = .distantFuture }
      return event
    }
    let app = SentEvent.others(
      others.filter { server.kinds.contains($0.kind) }, than: own, resolution: server.resolution)
    var report = ServerReport(
      own + app, pages, resolution: server.resolution, settling: settling ?? server.settling, at: time)
    if isOwn {
      report.refused = try await refusedWithoutRow(server, of: person)
      report.loss = DeliveryReport.sentence(
        lost: try await engagements().lost, in: pages.map(\.page.generation))
    }
    return report
  }

  /// What was refused of the changes and visits of this device of which the server makes no events.
  private nonisolated func refusedWithoutRow(
    _ server: ReadBack, of person: Identity?
  ) async throws(InboxError) -> [String] {
    let (visits, changes) = try await queued()
    func isAsked(_ identity: Identity, _ application: String?) -> Bool {
      (person == nil || identity == person) && (application == nil || application == self.application)
    }
    return changes.filter { isAsked($0.item.identity, $0.application) && server.changes($0.item) == nil }
      .refusals()
      + visits.filter { isAsked($0.item.identity, $0.item.application) && server.visits($0.item).isEmpty }
      .refusals()
  }

  /// Everything of this device that a server makes events of, with the id of what it was made from.
  private nonisolated func sent(
    to server: ReadBack
  ) async throws(InboxError) -> [(record: UUID, event: SentEvent)] {
    let device = server.device
    let deliveries = try await engagements().deliveries
    let (visits, changes) = try await queued()
    func sent(_ id: UUID, for application: String?, _ event: SentEvent) -> (record: UUID, event: SentEvent) {
      var event = event
      if let application, application != self.application { event.isOfOtherAccount = true }
      return (id, event)
    }
    let seen = visits.flatMap { record in
      server.visits(record.item).map {
        sent(
          record.item.id, for: record.item.application,
          SentEvent($0, of: record, record.item.id, at: record.item.time, device: device))
      }
    }
    let changed = changes.compactMap { record in
      server.changes(record.item).map {
        sent(
          record.item.id, for: record.application,
          SentEvent($0, of: record, record.item.id, at: record.item.time, device: device))
      }
    }
    let reported = deliveries.map { delivery in
      var event = SentEvent(delivery, device: device)
      event.link = delivery.payload.flatMap(server.link)
      return sent(delivery.id, for: delivery.application, event)
    }
    return reported + seen + changed
  }
}

extension ReadBack.Page {
  /// Leaves out what was sent for others than the device itself: to a vendor who knows the device by its cookie they
  /// are one customer.
  fileprivate mutating func leaveOut(_ sent: [SentEvent], but device: Identity, resolution: Double) {
    let others = sent.filter { $0.identity != device }.map { event in
      var event = event
      event.identity = device
      return event
    }
    let left = ServerJoin(others, events, resolution: resolution).foreign
    otherCount += events.count - left.count
    events = left
  }
}

extension Identity {
  /// Stands for the person of a request that names no one.
  package static let unnamed = Identity.device("unknown")
}
