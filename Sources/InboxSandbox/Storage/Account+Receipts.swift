import struct Foundation.Date
import InboxModel

extension Account {
  /// The receipts that a filter leaves, all as of one moment; long lists are read part by part, so that other work on
  /// the store need not wait for all of them.
  ///
  /// - Parameter kinds: The kinds that are read; the lists of the others are empty.
  func receipts(
    _ filter: ReceiptFilter, of kinds: [ReceiptKind] = ReceiptKind.allCases
  ) async throws -> Receipts {
    while true {
      if let receipts = try await readReceipts(filter, kinds) { return receipts }
    }
  }

  /// How many receipts of a kind are read at once.
  static let part = 5_000

  /// How many receipts of each list a page has: far less than a client takes, as each may hold the request that it came
  /// with.
  static let pageSize = 2_000

  /// A page of the receipts that a filter leaves: of each list the oldest that follow.
  ///
  /// - Parameters:
  ///   - filter: Its limit is the most of each list, and never more than ``pageSize``.
  ///   - place: Where it begins.
  /// - Returns: The receipts, with the place of the next page where there may be more.
  func page(_ filter: ReceiptFilter, after place: ReceiptPlace) async throws -> Receipts {
    let (now, most) = (Int64(milliseconds: now()), max(1, min(filter.limit ?? Self.pageSize, Self.pageSize)))
    var filter = filter
    filter.limit = nil
    return try await transaction(.reading) { [filter] tables in
      var (receipts, rest) = try Self.receipts(
        filter, of: place.kinds, after: place.last, most: most, at: now, tables)
      receipts.next = ReceiptPlace(last: rest.compactMapValues(\.after)).text
      return receipts
    }
  }

  /// The same; nil where the generation ended meanwhile.
  private func readReceipts(_ filter: ReceiptFilter, _ kinds: [ReceiptKind]) async throws -> Receipts? {
    let now = Int64(milliseconds: now())
    var (receipts, rest) = try await transaction(.reading) {
      try Self.receipts(filter, of: kinds, most: Self.part, at: now, $0)
    }
    while let (kind, part) = rest.popFirst() {
      let number = receipts.generation
      let rows = try await transaction(.reading) { tables -> [SQLRow]? in
        guard try tables.generation().number == number else { return nil }
        return try tables.receipts(kind, filter, part)
      }
      guard let rows else { return nil }
      try receipts.add(rows, of: kind)
      if rows.count == part.most {
        rest[kind] = SpaceTables.Part(after: try rows.last?["seq"], last: part.last, most: part.most)
      }
    }
    return receipts
  }

  /// - Returns: The receipts, and for each list that may have more of them, where it goes on.
  private static func receipts(
    _ filter: ReceiptFilter, of kinds: [ReceiptKind] = ReceiptKind.allCases,
    after last: [ReceiptKind: Int64] = [:], most: Int = .max, at now: Int64, _ tables: SpaceTables
  ) throws -> (Receipts, rest: [ReceiptKind: SpaceTables.Part]) {
    let (generation, expired) = (try tables.generation(), try expired(tables))
    var receipts = Receipts(
      generation: generation.number, engagements: [], duplicates: 0,
      began: generation.span.began.map(text), late: generation.late, badge: [], rich: [], clicks: [],
      tracking: [], fetches: [], pictures: [], events: [], expired: expired.isEmpty ? nil : expired,
      kept: try kept(tables))
    receipts.place(generation.span, now: now)
    var rest: [ReceiptKind: SpaceTables.Part] = [:]
    for kind in kinds {
      let rows = try tables.receipts(kind, filter, SpaceTables.Part(after: last[kind], most: most))
      try receipts.add(rows, of: kind)
      if kind.key == nil, rows.count == most {
        // What comes meanwhile does not belong to this moment.
        rest[kind] = SpaceTables.Part(
          after: try rows.last?["seq"], last: try tables.place(kind, filter, fromEnd: 0), most: most)
      }
    }
    return (receipts, rest)
  }

  /// How many receipts of a kind there are, without reading them.
  func count(_ kind: ReceiptKind, _ filter: ReceiptFilter) async throws -> Int {
    try await transaction(.reading) { try $0.count(kind, filter) }
  }

  /// The most receipts of a kind in one response.
  static let mostListed = 200_000

  /// Whether a filter leaves more receipts of some kind than one response may have.
  ///
  /// - Parameter place: Where a page begins, which has the kinds whole that keep a count for each key.
  func isTooLong(_ filter: ReceiptFilter, after place: ReceiptPlace?) async throws -> Bool {
    guard place != nil || filter.limit ?? .max > Self.mostListed else { return false }
    let kinds = place?.kinds.filter { $0.key != nil } ?? ReceiptKind.allCases
    return try await transaction(.reading) { try Self.isTooLong(filter, $0, kinds) }
  }

  private static func isTooLong(
    _ filter: ReceiptFilter, _ tables: SpaceTables, _ kinds: [ReceiptKind] = ReceiptKind.allCases
  ) throws -> Bool {
    try kinds.contains { try tables.has(moreThan: mostListed, of: $0, filter) }
  }

  /// More receipts of some kind are wanted than one response may have.
  struct TooManyReceipts: Error {}

  /// How many receipts there were at the last look.
  func lastCount() async throws -> Int {
    try await transaction(.reading) { tables in
      try tables.run(
        "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) AS count FROM receipt_kept WHERE space = $1"
      ).first?["count"] ?? 0
    }
  }

  /// Of engagements and events of older generations only the ids stay, so that none counts again.
  static let retainedGenerations = 20

  /// Begins a generation: engagements and events of the ended one stay for pages, and the ids of events about no
  /// message; everything else and the journal are forgotten.
  ///
  /// What the account holds stays: messages, badges, and what rich content was served.
  ///
  /// - Parameter isRead: Whether the receipts of the ended generation are wanted.
  ///
  /// - Returns: The number of the new generation, and those receipts.
  /// - Throws: ``TooManyReceipts``: then nothing was reset.
  @discardableResult
  func resetReceipts(reading isRead: Bool = false) async throws -> (generation: Int, ended: Receipts?) {
    let (now, retained) = (Int64(milliseconds: now()), Self.retainedGenerations)
    // Rounded down: an id from the same millisecond may have been made after the reset.
    let made = Int64((realDate().timeIntervalSince1970 * 1_000).rounded(.down))
    let reset = try await record(.changing) { tables in
      if isRead, try Self.isTooLong(ReceiptFilter(), tables) { throw TooManyReceipts() }
      let ended = isRead ? try Self.receipts(ReceiptFilter(), at: now, tables).0 : nil
      // An event that comes again belongs to the generation that has it, whatever its time says. Where the wire has no
      // time, the same event once more may be a new one.
      try tables.run("DELETE FROM receipt_event WHERE space = $1 AND ts IS NULL")
      try tables.keepTrackedIDs()
      for table in ReceiptKind.allCases.filter({ !$0.hasIDs }).map(\.table) + ["request"] {
        try tables.run("DELETE FROM \(table) WHERE space = $1")
      }
      try tables.run(
        """
        UPDATE space SET generation = generation + 1, since = $2, began = $2, reached = NULL, reset_at = $3, late = 0
        WHERE name = $1
        """, now, made)
      try tables.run("UPDATE receipt_kept SET expired = 0 WHERE space = $1")
      let old =
        "space = $1 AND generation > 0 AND generation < (SELECT generation FROM space WHERE name = $1) - \(retained)"
      for kind in ReceiptKind.allCases where kind.hasIDs {
        try tables.run("UPDATE \(kind.table) SET generation = 0, \(kind.forgotten) WHERE \(old)")
      }
      return (generation: try tables.generation().number, ended: ended)
    }
    await expire()
    return reset
  }

  /// Moves the beginning of the generation where the clock has gone back behind it (SB-5).
  func moveClock(to date: Date) async throws {
    try await transaction(.changing) { tables in
      try tables.moveClock(from: nil, to: Int64(milliseconds: date))
    }
  }

  /// One element now and one after every change of the receipts, until the consumer stops or the space ends.
  ///
  /// - Returns: the changes and the number for ``stopWatching(_:)``.
  func watch() -> (changes: AsyncStream<Void>, number: Int) {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    watches += 1
    let number = watches
    watchers[number] = continuation
    continuation.onTermination = { _ in Task { await self.stopWatching(number) } }
    continuation.yield()
    if ended != nil { continuation.finish() }
    return (changes, number)
  }

  /// Ends the changes of a watch.
  func stopWatching(_ number: Int) { watchers.removeValue(forKey: number)?.finish() }

  /// Waits until something is found in the receipts.
  ///
  /// - Parameter look: Looks at them now and after each change; nil where it is not there yet.
  ///
  /// - Throws: Why the space has ended, where that comes first.
  func wait<Found: Sendable>(for look: @Sendable () async throws -> Found?) async throws -> Found {
    for await _ in watch().changes {
      if let found = try await look() { return found }
    }
    throw ended ?? CancellationError()
  }

  /// The receipts that match, as soon as they satisfy the condition.
  func receipts(
    _ filter: ReceiptFilter, until isEnough: @Sendable (Receipts) -> Bool
  ) async throws -> Receipts {
    try await wait {
      let receipts = try await receipts(filter)
      return isEnough(receipts) ? receipts : nil
    }
  }

  func recordPicture(host: String, path: String) async throws {
    let seen = Int64(milliseconds: realDate())
    try await record { tables in
      try tables.run(
        """
        INSERT INTO receipt_picture (space, host, path, count, seen) VALUES ($1, $2, $3, 1, $4)
        ON CONFLICT (space, host, path) DO UPDATE SET count = receipt_picture.count + 1, seen = excluded.seen
        """, host, path, seen)
    }
  }
}
