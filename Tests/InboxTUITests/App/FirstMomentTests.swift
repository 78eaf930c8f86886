import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// The screen before anything is known: it claims nothing (FE-11).
struct FirstMomentTests {
  private func snapshot(
    _ connection: ConnectionState, fetching: Bool = false, fetched: Bool = false, badge: Int? = nil,
    total: Int = 0
  ) throws -> InboxSnapshot {
    var snapshot = StateFixture.snapshot(
      try CenterList(["Offers"]), badge: BadgeState(local: badge ?? 0, server: badge))
    for index in snapshot.centers.indices {
      var refresh = RefreshMachine(interval: 300, lastSuccess: fetched ? StateFixture.now : nil)
      if fetching { _ = refresh.request(.asked, at: StateFixture.now) }
      snapshot.centers[index].refresh = refresh
      snapshot.centers[index].counts = CenterCounts(total: total, unread: total)
    }
    snapshot.connection = connection
    return snapshot
  }

  private func lines(_ snapshots: [InboxSnapshot], columns: Int = 80) throws -> String {
    var state = AppState(
      size: Size(columns: columns, rows: 24), profile: ProfileFacts(name: "acme"),
      centers: try CenterList(["Offers"]), now: StateFixture.now)
    for snapshot in snapshots {
      _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
      _ = state.settle()
      let window = ListWindow(identity: snapshot.identity, center: .primary, rows: [], offset: 0, total: 0)
      _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
      _ = state.settle()
    }
    return MainView.draw(state, .mono).lines.joined(separator: "\n")
  }

  private static let claims = ["badge 0", "not fetched yet", "not asked yet", "server ?", "No messages"]

  @Test("FE-11 before anything was asked, and while it is asked for the first time, nothing is claimed")
  func unknown() throws {
    let start = try snapshot(.unknown)
    let asking = try snapshot(.unknown, fetching: true)
    let online = try snapshot(.online, fetching: true)
    for run in [[start], [start, asking], [start, asking, online]] {
      for columns in [80, 40] {
        let text = try lines(run, columns: columns)
        for claim in Self.claims { #expect(!text.contains(claim), "\(claim):\n\(text)") }
      }
    }
    #expect(try lines([start]).contains("badge …"))
    // Rows that are counted are about to be read.
    #expect(try !lines([start, asking, snapshot(.online, total: 3)]).contains("No messages"))
  }

  @Test("FE-11 FE-8 what is known is said: a badge of 0, an empty list, a server that is not there")
  func known() throws {
    let start = try snapshot(.unknown)
    #expect(try lines([start, snapshot(.online, fetched: true, badge: 0)]).contains("badge 0"))
    #expect(try lines([start, snapshot(.online, fetched: true)]).contains("No messages in Primary."))
    let offline = try lines([start, snapshot(.offline(.noNetwork("it is gone")))])
    #expect(offline.contains("badge 0, server ?") && offline.contains("offline"))
    // Where nothing is due, nothing is asked for a while.
    #expect(try lines([snapshot(.unknown, fetched: true)]).contains("not asked yet"))
    // What was asked in vain was asked, also where that says nothing of the network.
    var refused = try snapshot(.unknown, fetching: true)
    for index in refused.centers.indices {
      refused.centers[index].refresh.failed(
        ticket: 1, with: .configuration("no such project"), at: StateFixture.now, jitter: 1)
    }
    let said = try lines([start, snapshot(.unknown, fetching: true), refused])
    #expect(said.contains("Primary: error: E shows it") && !said.contains("not asked yet"))
    // Stopped before it came.
    #expect(
      try lines([start, snapshot(.unknown, fetching: true), snapshot(.unknown)]).contains("not fetched yet"))
    // A badge of an earlier run is shown until the server says another.
    var stored = start
    stored.badge = BadgeState(local: 5, server: 5)
    #expect(try lines([stored]).contains("badge 5"))
  }
}
