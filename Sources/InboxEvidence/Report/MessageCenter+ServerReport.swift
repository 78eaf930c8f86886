package import struct Foundation.Date
package import InboxCore

extension MessageCenter {
  /// What was sent from here beside what the server says that it recorded (VE-14).
  ///
  /// - Parameters:
  ///   - server: How it is asked.
  ///   - settling: Seconds that it has to list an event; nil for what is usual with the vendor.
  ///   - person: Whose events; nil for everybody's who sent some, and for the person who reads, or for those alone who sent
  ///     something with the app.
  ///   - others: What an app sent.
  ///   - now: What time it is by the clock that the events have their times from.
  /// - Throws: the archive's errors, and what kept the server from answering.
  package nonisolated func serverReport(
    _ server: ReadBack, settling: Double? = nil, of person: Identity? = nil, others: [SentEvent] = [],
    now: @Sendable () -> Date
  ) async throws(InboxError) -> ServerReport {
    let before = try await engagements().deliveries
    let reader = await identity
    var people: [Identity] = []
    let asked = others.isEmpty ? [reader] + before.map(\.identity) : others.map(\.identity)
    for one in person.map({ [$0] }) ?? asked where !people.contains(one) { people.append(one) }
    var answers: [ServerReport.Answer] = []
    for one in people {
      let times = before.filter { $0.identity == one }.map(\.time)
      let first = (times + others.filter { $0.identity == one }.map(\.time)).min()
      answers.append(.init(one, try await server.events(one, first ?? .distantPast)))
    }
    let time = now()
    let taken = Set(before.filter { $0.state == .sent }.map(\.id))
    // What was sent meanwhile may be listed or not, and is not foreign.
    let own = try await engagements().deliveries.map { delivery in
      var event = SentEvent(delivery, device: server.device)
      if event.taken != nil, !taken.contains(delivery.id) { event.taken = .distantFuture }
      return event
    }
    return ServerReport(
      own + others, answers, resolution: server.resolution, settling: settling ?? server.settling, at: time)
  }
}
