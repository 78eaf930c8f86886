import Foundation
import InboxModel
import InboxSandbox
import Testing

@testable import inbox

/// What a scenario counts of the receipts of a sandbox that others use as well.
struct ReceiptsBaselineTests {
  /// Receipts with the clicks of some campaigns and badges of a person, of which some are gone, and with events.
  private static func receipts(
    _ clicks: [String] = [], badges: [Int] = [], expired: [String: Int] = [:], engagements: [JSONValue] = [],
    events: [JSONValue] = []
  ) throws -> Receipts {
    let clicks = clicks.map { campaign -> JSONValue in
      .members([
        "campaign": campaign, "link": "sale", "host": "h", "path": "/", "kind": "app", "user_agent": "",
        "ts": "2026-11-21T12:00:00.000Z",
      ])
    }
    let badges = badges.map { count -> JSONValue in
      .members([
        "identity": "user:maria", "count": count, "asked": count, "ts": "2026-11-21T12:00:00.000Z",
      ])
    }
    let none = JSONValue.array([])
    let value = JSONValue.members([
      "generation": 1, "engagements": engagements, "duplicates": 0, "late": 0, "badge": badges, "rich": none,
      "clicks": clicks, "tracking": none, "fetches": none, "pictures": none, "events": events,
      "expired": expired,
    ])
    return try JSONDecoder().decode(Receipts.self, from: Data(value.serialized.utf8))
  }

  @Test(
    "TS-6 QA-5 clicks and badges of before are no scenario's own, also where the oldest of them go meanwhile",
    arguments: [0, 1, 2, 3])
  func left(gone: Int) throws {
    let baseline = ReceiptsBaseline(
      try Self.receipts(["a", "b"], badges: [1, 2], expired: ["clicks": 5, "badge": 5]),
      since: Date(timeIntervalSince1970: 0))
    let own = baseline.own(
      of: try Self.receipts(
        Array(["a", "b", "c", "d"].dropFirst(gone)), badges: Array([1, 2, 3, 4].dropFirst(gone)),
        expired: ["clicks": 5 + gone, "badge": 5 + gone]),
      by: ReceiptsBaseline.Readers(users: ["maria"]))
    #expect(own.clicks.map(\.campaign) == (gone < 3 ? ["c", "d"] : ["d"]))
    #expect(own.badge.map(\.count) == (gone < 3 ? [3, 4] : [4]))
  }

  @Test(
    "QA-5 EN-7 whether a display is a scenario's own is known by its id, also where its clock was set back")
  func setBack() throws {
    let (begin, readers) = (
      Date(timeIntervalSince1970: 1_800_000_000), ReceiptsBaseline.Readers(users: ["maria"])
    )
    /// - Parameter made: Seconds of the machine's clock since the beginning; nil for an id that does not say it.
    func display(made: Double?, at time: Double) -> JSONValue {
      let moment = UInt64(Int64(milliseconds: begin.addingTimeInterval(made ?? 0)))
      let id = UUID(high: moment << 16, version: made == nil ? 4 : 7, low: UInt64(abs(time)))
      return .members([
        "id": id, "type": "display", "message_id": "spring", "message_center_name": "Primary",
        "identity": "user:maria", "ts": WireDate.format(begin.addingTimeInterval(time)),
        "received_ts": WireDate.format(begin), "count": 1,
      ])
    }
    let baseline = ReceiptsBaseline(try Self.receipts(), since: begin, made: begin.addingTimeInterval(0.0009))
    func counts(_ display: JSONValue) throws -> Int {
      baseline.own(of: try Self.receipts(engagements: [display]), by: readers).engagements.count
    }
    #expect(try counts(display(made: 0, at: -3_600)) == 1)
    #expect(try counts(display(made: -1, at: 3_600)) == 0)
    #expect(try counts(display(made: nil, at: -1)) == 0)
    #expect(try counts(display(made: nil, at: 1)) == 1)
  }

  @Test(
    "QA-5 VE-13 what a vendor's wire gives no time, or that of a clock that stands, counts as often as it came since"
  )
  func again() throws {
    let (begin, readers) = (
      Date(timeIntervalSince1970: 1_800_000_000), ReceiptsBaseline.Readers(users: ["maria"])
    )
    func read(_ count: Int, at time: Double?, by person: String = "maria") -> JSONValue {
      .members([
        "vendor": "bloomreach", "type": "read", "message_id": "spring", "identity": "user:\(person)",
        "ts": time.map { WireDate.format(begin.addingTimeInterval($0)) }, "received_ts": "", "count": count,
        "detail": JSONValue.object([:]),
        "request": JSONValue.members(["method": "POST", "path": "/", "body": ""]),
      ])
    }
    func own(_ before: [JSONValue], _ after: [JSONValue]) throws -> [Int] {
      ReceiptsBaseline(try Self.receipts(events: before), since: begin)
        .own(of: try Self.receipts(events: after), by: readers).events.map(\.count)
    }
    #expect(try own([read(1, at: nil)], [read(3, at: nil)]) == [2])
    #expect(try own([read(1, at: 0)], [read(2, at: 0)]) == [1])
    #expect(try own([read(2, at: nil)], [read(2, at: nil)]) == [])
    // One of before that comes once more.
    #expect(try own([read(1, at: -1)], [read(2, at: -1)]) == [])
    #expect(try own([], [read(2, at: nil), read(1, at: nil, by: "jo")]) == [2])
  }
}
