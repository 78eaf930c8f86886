import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

/// A reset of the receipts, after which the clock is set back (SB-4, SB-5).
@Suite("A clock that is set back after a reset", .queued)
struct GenerationClockTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_262_400)

  private static func after(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

  private static func receipt(_ message: String, at time: Date) -> VendorReceipt {
    VendorReceipt(
      .iterable, .open, message: MessageID(message), by: .user("maria"), at: time, detail: [:],
      request: VendorReceipt.RawRequest(method: "POST", path: "/", body: ""))
  }

  /// Sets the clock of the space, as its control path does.
  private func setClock(_ date: Date, _ bench: StoreBench, _ account: Account) async throws {
    _ = try await account.change(settings: { $0.clock = .stopped(at: date) })
    bench.clock.follow(.stopped(at: date))
  }

  @Test(
    "SB-4 SB-5 what happens after the clock was set back is listed, and what happened before the reset is late",
    arguments: StoreKind.allCases)
  func setBack(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = bench.account()
      try await account.launchAtStart([])
      try await setClock(Self.after(259_200), bench, account)
      try await account.resetReceipts()
      try await setClock(Self.noon, bench, account)
      let first = try await account.accept([
        bench.event(1), bench.event(2, at: Self.after(259_199)),
      ])
      #expect(first.late == [bench.event(2).id.uuidString])
      try await account.accept([
        Self.receipt("now", at: Self.noon), Self.receipt("before", at: Self.after(259_199)),
      ])
      // What the clock has gone through since may come late, also when it was set back once more.
      try await setClock(Self.after(3_600), bench, account)
      try await setClock(Self.noon, bench, account)
      let second = try await account.accept([
        bench.event(3, at: Self.after(3_599)), bench.event(4, at: Self.after(7_200)),
        bench.event(5, at: Self.after(-1)), bench.event(6, at: Self.after(259_201)),
      ])
      #expect(second.late == [4, 5].map { bench.event($0).id.uuidString })
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.engagements.map(\.id) == [1, 3, 6].map { bench.event($0).id.uuidString })
      #expect(receipts.events.map(\.messageID) == ["now"] && receipts.late == 4)
      // The next generation begins where the clock is.
      try await account.resetReceipts()
      let next = try await account.accept([bench.event(7, at: Self.after(-1)), bench.event(8)])
      #expect(next.late == [bench.event(7).id.uuidString] && next.generation == 3)
    }
  }

  private func upload(_ number: Int, at time: Date, _ bench: Bench) async throws {
    let reply = try await bench.app().send(
      "POST", "/mc/v1/engagements", body: SharedBench.upload(number, at: time))
    #expect(reply.status == 200, "\(reply.body)")
  }

  @Test("SB-4 SB-5 the same over HTTP, where one process has the clock")
  func overHTTP() async throws {
    try await Bench.with { bench in
      for (path, body) in [("clock", "+3d"), ("reset", ""), ("clock", "2026-11-21T12:00:00Z")] {
        #expect(try await bench.curl.send("POST", "/sandbox/\(path)", body: body).status == 200)
      }
      try await upload(1, at: Self.noon, bench)
      try await upload(2, at: Self.after(259_199), bench)
      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.engagements.map(\.time) == ["2026-11-21T12:00:00.000Z"] && receipts.late == 1)
    }
  }

  @Test("SB-4 SB-5 a run that begins with an earlier clock than that of the last reset loses nothing")
  func restart() async throws {
    let folder = try TemporaryFolder()
    try await Bench.with(folder: folder.path) { bench in
      for (path, body) in [("clock", "+3d"), ("reset", "")] {
        let response = try await bench.curl.send("POST", "/sandbox/\(path)", body: body)
        #expect(response.status == 200)
      }
    }
    for number in 1...2 {
      try await Bench.with(folder: folder.path) { bench in
        try await upload(number, at: Self.noon, bench)
        let receipts = try await bench.sandbox.receipts()
        #expect(receipts.generation == 2 && receipts.engagements.count == number && receipts.late == 0)
      }
    }
  }
}
