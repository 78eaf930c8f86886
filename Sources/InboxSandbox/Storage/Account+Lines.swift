import InboxModel
import InboxVendors

/// A launch or withdrawal, as a vendor's own push would report it while an app is in the foreground.
struct VendorChange: Hashable, Sendable, Codable {
  var id: MessageID
  var center: CenterName
  var extras: VendorExtras
  var isWithdrawn = false
}

extension Account {
  /// Reports a launch or withdrawal on the lines of its audience, at this process and at others.
  func publish(_ change: VendorChange, to vendors: [VendorName], _ audience: [Audience]) async throws {
    let news = LineNews(change: change, vendors: vendors, audience: audience)
    if store.isShared {
      try await transaction(.changing, signal: .lines(space)) { try Self.keep([news], $0) }
    }
    await say([news])
  }

  /// Says news on the lines of this process; where others serve the space too, in the order of the store.
  func say(_ news: [LineNews]) async {
    guard store.isShared else {
      for one in news { say(one) }
      return
    }
    do { try await sayKept() } catch {
      // The database is away again; when it is back, the stored news is said. The lines of a space that is gone end.
    }
  }

  private func say(_ news: LineNews) {
    for (number, subscriber) in subscribers where news.vendors.contains(subscriber.vendor) {
      guard news.audience.contains(where: { $0.includes(subscriber.identity) }) else { continue }
      if let words = subscriber.words {
        send(words(news.change), to: number)
      } else if let push = news.push?.push(for: subscriber.identity) {
        send(.push(push), to: number)
      }
    }
  }

  /// Says what this and other processes have launched and withdrawn since the last call.
  func sayKept() async throws {
    guard let last = lastLine else { return }
    let rows = try await transaction(.reading) { tables in
      try tables.run("SELECT seq, news FROM line WHERE space = $1 AND seq > $2 ORDER BY seq", last).map {
        (seq: try $0["seq"] as Int64, news: try Self.readable("news", of: $0) as LineNews?)
      }
    }
    for row in rows where row.seq > lastLine ?? row.seq {
      lastLine = row.seq
      if let news = row.news { say(news) }
    }
  }

  /// Stores news for every process that serves the space.
  static func keep(_ news: [LineNews], _ tables: SpaceTables) throws {
    for one in news {
      let rows = try tables.run(
        "INSERT INTO line (space, news) VALUES ($1, $2) RETURNING seq", try json(one))
      guard let last = try rows.first?["seq"] as Int64? else { continue }
      try tables.run("DELETE FROM line WHERE space = $1 AND seq <= $2", last - lineLimit)
    }
  }

  /// A process that has not read news for this many entries has lost some.
  private static let lineLimit: Int64 = 100_000

  static func withdrawal(_ row: SQLRow) throws -> LineNews {
    let change = VendorChange(
      id: MessageID(try row["vendor_id"] as String), center: CenterName(try row["center"] as String),
      extras: try readable("extras", of: row) ?? VendorExtras(), isWithdrawn: true)
    return LineNews(change: change, vendors: try vendors(row), audience: try audience(row))
  }
}
