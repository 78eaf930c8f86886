import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTransport
import InboxVendors

/// Many clients at once against a sandbox: each fetches every center, reports what it saw, and sets its badge; then what
/// they sent is held against what the sandbox says it got.
nonisolated struct ClientsBench {
  /// How it ended.
  struct Figures {
    var requests = 0
    /// Why requests failed, and how often.
    var errors: [String: Int] = [:]
    var duration = Duration.zero
    var sent = 0
    var received = 0
    /// Sent, and not among the receipts.
    var lost = 0
    /// Arrived more than once.
    var twice = 0
    /// Among the receipts, and not sent.
    var foreign = 0
    /// Fetches and badges, as the clients count them and as the sandbox does.
    var fetches = (sent: 0, received: 0)
    var badges = (sent: 0, received: 0)
    /// Push lines that were open while all of it went on.
    var lines = 0

    /// Whether everything arrived, exactly once, without an error.
    var isWhole: Bool {
      errors.isEmpty && lost == 0 && twice == 0 && foreign == 0 && sent == received
        && fetches.sent == fetches.received && badges.sent == badges.received
    }
  }

  var clients: Int
  /// How often each does all of it.
  var rounds: Int

  /// What the process must be allowed to have open: each client's connection and push line, from both ends.
  var openFiles: Int { clients * 4 + 256 }

  /// What one client did.
  private struct Deeds: Sendable {
    var requests = 0
    var errors: [String: Int] = [:]
    var events: Set<UUID> = []
    var fetches = 0
    var badges = 0

    mutating func ask<Value>(_ work: () async throws(InboxError) -> Value) async -> Value? {
      requests += 1
      do { return try await work() } catch {
        errors[error.description, default: 0] += 1
        return nil
      }
    }
  }

  /// Runs them against a sandbox without other clients.
  func run(on sandbox: Sandbox) async throws -> Figures {
    let endpoint = sandbox.endpoint
    let transports = try (0..<clients).map { _ in
      try Transport(TransportSettings(origins: [endpoint.httpURL], timeout: 120))
    }
    let settings = ResponsysSettings(
      base: endpoint.httpURL, appToken: endpoint.appToken, accountToken: endpoint.accountToken)
    let backEnds = transports.map { ResponsysBackEnd.backEnd(settings, over: $0.wire) }
    let centers = endpoint.centers.map { CenterName($0) }
    // The lines are open before the clock starts: an inbox opens its own once.
    let lines = await withTaskGroup(of: Task<Void, Never>?.self) { group in
      for (number, backEnd) in backEnds.enumerated() {
        group.addTask { await Self.open(backEnd, Self.identity(number)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var figures = Figures()
    figures.lines = await sandbox.openPushLines()
    if lines.count(where: { $0 == nil }) > 0 {
      figures.errors["a push line could not be opened"] = lines.count { $0 == nil }
    }
    let start = ContinuousClock.now
    let all = await withTaskGroup(of: Deeds.self) { group in
      for (number, backEnd) in backEnds.enumerated() {
        group.addTask { await deeds(of: number, backEnd, centers) }
      }
      return await group.reduce(into: [Deeds]()) { $0.append($1) }
    }
    figures.duration = ContinuousClock.now - start
    for line in lines { line?.cancel() }
    await withDiscardingTaskGroup { group in
      for transport in transports { group.addTask { await transport.close() } }
    }
    return compare(all, try await sandbox.receipts(), figures)
  }

  private static func identity(_ number: Int) -> Identity { .device("bench-\(number)") }

  /// A push line on which the first word has been heard; it goes on until it is cancelled.
  private static func open(_ backEnd: BackEnd, _ identity: Identity) async -> Task<Void, Never>? {
    let pushes = backEnd.pushes(identity)
    let (first, heard) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      do { for try await _ in pushes { heard.yield() } } catch {}
      heard.finish()
    }
    for await _ in first { return task }
    return nil
  }

  private func deeds(of number: Int, _ backEnd: BackEnd, _ centers: [CenterName]) async -> Deeds {
    let identity = Self.identity(number)
    var deeds = Deeds()
    for round in 1...rounds {
      let session = EngagementEvent.SessionStamp(id: UUID(), number: round)
      for center in centers {
        let response = await deeds.ask { () async throws(InboxError) in
          try await backEnd.fetch(FetchRequest(center, identity)).page()
        }
        guard let response else { continue }
        deeds.fetches += 1
        let seen = response.messages.map { message in
          EngagementEvent(
            id: UUID(), kind: .display, identity: identity, session: session, message: message.key,
            time: Date())
        }
        guard !seen.isEmpty else { continue }
        let receipt = await deeds.ask { () async throws(InboxError) in try await backEnd.report(seen, Date())
        }
        if receipt != nil { deeds.events.formUnion(seen.map(\.id)) }
        if let receipt, !receipt.accepted.isSuperset(of: seen.map(\.id)) {
          deeds.errors["a receipt does not list what was sent", default: 0] += 1
        }
      }
      let held = await deeds.ask { () async throws(InboxError) in try await backEnd.setBadge(round, identity)
      }
      if held != nil { deeds.badges += 1 }
    }
    return deeds
  }

  private func compare(_ all: [Deeds], _ receipts: Receipts, _ figures: Figures) -> Figures {
    var figures = figures
    var sent: Set<String> = []
    for deeds in all {
      figures.requests += deeds.requests
      figures.errors.merge(deeds.errors, uniquingKeysWith: +)
      figures.fetches.sent += deeds.fetches
      figures.badges.sent += deeds.badges
      sent.formUnion(deeds.events.map(\.uuidString))
    }
    let received = Set(receipts.engagements.map(\.id))
    figures.sent = sent.count
    figures.received = receipts.engagements.count
    figures.lost = sent.subtracting(received).count
    figures.foreign = received.subtracting(sent).count
    figures.twice = receipts.duplicates
    figures.fetches.received = receipts.fetches.reduce(0) { $0 + $1.count }
    figures.badges.received = receipts.badge.count
    return figures
  }
}
