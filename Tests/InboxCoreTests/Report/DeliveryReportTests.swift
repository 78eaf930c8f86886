import Foundation
import InboxCore
import Testing

struct DeliveryReportTests {
  private static func event(
    _ number: Int, _ kind: EngagementEvent.Kind = .display, session: Int? = 1, message: String = "a",
    state: Delivery.State = .sent, reason: String? = nil
  ) -> Delivery {
    Delivery(
      id: id(number), kind: kind, identity: .user("anna"), session: session,
      message: MessageKey(center: .primary, id: MessageID(message)),
      time: Date(timeIntervalSince1970: 1_800_000_000),
      state: state, reason: reason)
  }

  private static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  @Test(
    "EN-2 EN-5 EN-8 what a row comes to",
    arguments: [
      ([event(1)], [1: 1], DeliveryReport.Verdict.exactlyOnce), ([event(1)], nil, .exactlyOnce),
      ([event(1)], [1: 3], .duplicated), ([event(1)], [:], .missing),
      ([event(1), event(2)], [1: 1, 2: 1], .repeated),
      ([event(1, state: .waiting)], [:], .waiting), ([event(1, state: .waiting)], [1: 1], .waiting),
      ([event(1, state: .refused, reason: "422")], [:], .lost), ([event(1, state: .dropped)], nil, .lost),
      ([event(1, .open), event(2, .open)], [1: 1, 2: 1], .exactlyOnce),
      ([event(1, .open), event(2, .open)], [1: 1], .missing),
    ] as [([Delivery], [Int: Int]?, DeliveryReport.Verdict)])
  func verdicts(events: [Delivery], counts: [Int: Int]?, verdict: DeliveryReport.Verdict) {
    let receipts = counts.map { Dictionary(uniqueKeysWithValues: $0.map { (Self.id($0.key), $0.value) }) }
    let report = DeliveryReport(events, receipts: receipts)
    #expect(report.rows.map(\.verdict) == [verdict])
    #expect(report.isProven == [.exactlyOnce, .duplicated].contains(verdict))
  }

  @Test("EN-2 EN-10 a row for each person, session, message and kind, in the order of their first events")
  func rows() {
    let report = DeliveryReport(
      [
        Self.event(1), Self.event(2, message: "b"), Self.event(3, .open), Self.event(4, session: 2),
        Self.event(5, .open, session: nil), Self.event(6, .open),
      ], receipts: nil)
    #expect(
      report.rows.map { "\($0.kind.rawValue) \($0.message.id) \($0.session ?? 0) \($0.events)" } == [
        "display a 1 1", "display b 1 1", "open a 1 2", "display a 2 1", "open a 0 1",
      ])
    #expect(report.summary == "5 exactly-once.")
    #expect(DeliveryReport([], receipts: nil).summary == "Nothing was displayed or opened.")
    let row = report.rows[0].json.serialized
    #expect(row.hasPrefix(#"{"dropped":0,"duplicates":null,"events":1,"identity":"user:anna""#))
  }
}
