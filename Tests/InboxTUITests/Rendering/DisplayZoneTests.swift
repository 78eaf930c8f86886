import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox
@testable import InboxTUI

/// Times in the person's zone.
struct DisplayZoneTests {
  private let berlin = DisplayZone([
    .init(start: 0, offset: 3_600, name: "CET"), .init(start: 1_774_746_000, offset: 7_200, name: "CEST"),
    .init(start: 1_792_890_000, offset: 3_600, name: "CET"),
  ])

  private func date(_ text: String) throws -> Date { try #require(WireDate.parse(text)) }

  @Test("FE-2 a full date says the zone, across midnight and across a change of clocks")
  func labels() throws {
    let now = try date("2026-08-01T00:00:00Z")
    func full(_ text: String, _ zone: DisplayZone) throws -> String {
      TimeLabel.full(try date(text), at: now, in: zone)
    }
    #expect(try full("2026-03-29T00:59:59Z", berlin) == "29 Mar 01:59 CET")
    #expect(try full("2026-03-29T01:00:00Z", berlin) == "29 Mar 03:00 CEST")
    #expect(TimeLabel.clock(try date("2026-07-01T23:05:09Z"), in: berlin) == "01:05:09")
    #expect(try full("2026-07-01T23:05:09Z", .utc) == "1 Jul 23:05 UTC")
    #expect(TimeLabel.age(of: try date("2026-07-01T23:05:09Z"), at: now, in: berlin) == "2 Jul")
    // What a command writes for programs as well.
    let command = "The clock stands at 2026-07-01T23:05:09.736Z."
    #expect(TimeLabel.full(in: command, at: now, in: .utc) == "The clock stands at 1 Jul 23:05 UTC.")
    let distant = Date(timeIntervalSince1970: -62_000_000_000)
    #expect(TimeLabel.full(distant, at: now, in: DisplayZone([])).hasSuffix("UTC"))
  }

  @Test("FE-2 a date of another year than now, by the clocks of the zone, has its year")
  func years() throws {
    let table: [(date: String, now: String, zone: DisplayZone, full: String, age: String)] = [
      ("2026-12-31T23:30:00Z", "2026-12-31T23:31:00Z", .utc, "31 Dec 23:30 UTC", "1m"),
      ("2026-12-31T22:30:00Z", "2027-01-20T00:00:00Z", berlin, "31 Dec 2026 23:30 CET", "31 Dec"),
      ("2026-12-31T23:30:00Z", "2027-01-20T00:00:00Z", berlin, "1 Jan 00:30 CET", "1 Jan"),
      ("1969-12-31T23:30:00Z", "2027-01-20T00:00:00Z", berlin, "1 Jan 1970 00:30 CET", "Jan 1970"),
      // What is to come is not now.
      ("2027-01-20T00:00:59Z", "2027-01-20T00:00:00Z", .utc, "20 Jan 00:00 UTC", "now"),
      ("2027-01-20T00:01:00Z", "2027-01-20T00:00:00Z", .utc, "20 Jan 00:01 UTC", "20 Jan"),
      ("2028-02-29T12:00:00Z", "2027-01-20T00:00:00Z", .utc, "29 Feb 2028 12:00 UTC", "Feb 2028"),
    ]
    for line in table {
      let (moment, now) = (try date(line.date), try date(line.now))
      #expect(TimeLabel.full(moment, at: now, in: line.zone) == line.full)
      #expect(TimeLabel.age(of: moment, at: now, in: line.zone) == line.age)
    }
  }

  @Test("FE-2 list, message, status line and events are in the zone, and say which")
  func screen() throws {
    var state = try StateFixture.inbox(120, 40)
    state.zone = DisplayZone([.init(start: 0, offset: -5 * 3_600 - 1_800, name: "XST")])
    _ = state.reduce(
      .coreUpdated(.journal([JournalEntry(number: 1, time: StateFixture.now, kind: .session, why: "begins")]))
    )
    _ = state.reduce(.keyPressed(.character("E")))
    _ = state.settle()
    let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    // 15 January 2027, 08:00:00 UTC.
    #expect(text.contains("15 Jan 02:27 XST · 3m"))
    #expect(text.contains(" 02:30:00.000 "))
    #expect(text.contains("next refresh 02:35 XST"))
    #expect(!text.contains("UTC"))
  }

  @Test("FE-2 this machine's zone is what the C library says, at every change of its clocks")
  func machine() throws {
    let now = try date("2026-07-01T00:00:00Z")
    let zone = LocalZone.read(around: now)
    #expect(!zone.spans.isEmpty && zone.spans == zone.spans.sorted { $0.start < $1.start })
    for days in stride(from: -2_000, through: 700, by: 13) {
      var time = time_t(Int(now.timeIntervalSince1970) + days * 86_400)
      var parts = tm()
      localtime_r(&time, &parts)
      #expect(zone.span(at: Date(timeIntervalSince1970: Double(time))).offset == parts.tm_gmtoff)
    }
  }
}
