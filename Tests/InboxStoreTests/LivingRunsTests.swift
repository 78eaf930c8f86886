import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxStore

/// Several programs on one archive: what one leaves waiting is sent by another only when it is over.
@Suite(.queued)
struct LivingRunsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/archive.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ number: Int) -> EngagementEvent {
    EngagementEvent(
      id: .numbered(number), kind: .open, identity: .device("d1"), session: nil, message: .numbered(number),
      time: .at(Double(number)), application: "")
  }

  @Test(
    "EN-7 EN-8 a run that goes on is not over for another program, and is so as soon as its file is closed")
  func living() async throws {
    let (first, second) = (try InboxDatabase.open(path: path), try InboxDatabase.open(path: path))
    try await first.put([open(1)], run: .numbered(1))
    try await second.put([open(2)], run: .numbered(2))
    #expect(try await second.endedRuns() == [.numbered(2)])
    #expect(try await first.endedRuns() == [.numbered(1)])
    try await first.close()
    #expect(try await second.endedRuns() == [.numbered(1), .numbered(2)])
    try await second.close()
  }

  @Test(
    "EN-7 EN-8 what other programs left is sent by the one that holds the profile, once, and not while they run"
  )
  func adopted() async throws {
    let settings = MessageCenterSettings(centers: .primaryOnly)
    let archive = try InboxDatabase.open(path: path)
    let bench = try CoreBench(settings: settings, archive: archive)
    try await bench.begin([])
    let command = try InboxDatabase.open(path: path)
    try await command.put([open(1)], run: .numbered(1))
    await bench.center.othersWrote()
    #expect(await bench.reports() == [])
    #expect(await bench.center.waitingEvents == 0)
    try await command.close()
    for _ in 1...2 { await bench.center.othersWrote() }
    #expect(await bench.reports() == ["open m1"])
    #expect(try await archive.deliveries().map(\.state) == [.sent])
    await bench.center.stop()
    try await archive.close()
  }
}
