import Foundation
import InboxModel
import InboxSandbox
import Testing

@testable import inbox

/// What a scenario counts of the receipts of a sandbox that others use as well.
struct ReceiptsBaselineTests {
  /// Receipts with the clicks of some campaigns and badges of a person, of which some are gone.
  private static func receipts(_ clicks: [String], badges: [Int], expired: [String: Int]) throws -> Receipts {
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
      "generation": 1, "engagements": none, "duplicates": 0, "late": 0, "badge": badges, "rich": none,
      "clicks": clicks, "tracking": none, "fetches": none, "pictures": none, "events": none,
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
}
