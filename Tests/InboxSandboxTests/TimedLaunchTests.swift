import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// Campaigns that launch by themselves, once, whichever process is there (TS-1, SB-2).
@Suite("Timed launches over a store that is shared", .queued)
struct TimedLaunchTests {
  private static let toml =
    Bench.oneBrand + Bench.campaign("later", "launch = \"+60s\"\npush = true\nbadge = \"+1\"")

  private func ids(_ bench: SharedBench, _ index: Int) async throws -> [String] {
    let list = try await bench.app(index).get("/mc/v1/centers/Primary/messages")
    return try list.json["messages"]?.elements?.compactMap { $0["id"]?.text } ?? []
  }

  @Test("TS-1 TS-7 a launch that becomes due while the database is away happens once, when it is back")
  func databaseAway() async throws {
    let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    try await SharedBench.with(Self.toml, clock: clock, hasOwnServer: true) { bench in
      try await clock.sleepers(2)
      await bench.server.stop()
      clock.advance(by: .seconds(61))
      try await bench.server.start()
      try await until { try await ids(bench, 0) == ["later"] }
      #expect(try await ids(bench, 0) == ["later"])
      #expect(try await ids(bench, 1) == ["later"])
      #expect(try await bench.app(0).get("/mc/v1/badge").json["count"]?.integer == 1)
    }
  }

  @Test(
    "TS-1 TS-7 after a restart of the database that went unnoticed, what is due launches, and no request is refused"
  )
  func restartedWhileIdle() async throws {
    let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    try await SharedBench.with(Self.toml, clock: clock, hasOwnServer: true) { bench in
      try await clock.sleepers(2)
      // Every connection of the pools is open.
      for sandbox in bench.sandboxes {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<32 { group.addTask { _ = try await sandbox.account.launchedCampaigns() } }
          try await group.waitForAll()
        }
      }
      await bench.server.stop()
      try await bench.server.start()
      clock.advance(by: .seconds(61))
      // Nothing but the launch itself changes a receipt.
      try await until { try await bench.sandboxes[0].account.launchedCampaigns().map(\.id) == ["later"] }
      try await withThrowingTaskGroup(of: [String].self) { group in
        for index in 0..<32 {
          group.addTask { try await bench.sandboxes[index % 2].account.launchedCampaigns().map(\.id) }
        }
        for try await ids in group { #expect(ids == ["later"]) }
      }
    }
  }

  @Test("BD-5 SB-4 a jump of the clock over several launches makes them in the order of their times")
  func jump() async throws {
    let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    let count = 12
    let campaigns = (1...count).map { number in
      Bench.campaign("c\(number)", "launch = \"+\(number)h\"\nbadge = \"=\(number)\"")
    }
    try await SharedBench.with(Bench.oneBrand + campaigns.reversed().joined(), clock: clock) { bench in
      try await clock.sleepers(2)
      clock.advance(by: .seconds(3_600 * 24))
      let ids = (1...count).map { "c\($0)" }
      try await until { try await bench.sandboxes[0].account.launchedCampaigns().count == count }
      #expect(try await bench.sandboxes[1].account.launchedCampaigns().map(\.id) == ids)
      #expect(try await bench.app(0).get("/mc/v1/badge").json["count"]?.integer == count)
    }
  }

  @Test("TS-1 TS-7 what launches in a space does so although the process that made the space is gone")
  func spaceOfAnother() async throws {
    let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    try await SharedBench.with(Self.toml, clock: clock) { bench in
      #expect(try await bench.control(0).send("POST", "/sandbox/spaces/one").status == 200)
      let one = try #require(SpaceName("one"))
      // The other process opens it although no one has asked it for anything there.
      try await until { await bench.sandboxes[1].spaces.open[one] != nil }
    }
  }

  @Test("TS-1 of several processes one launches, and one that begins later launches nothing again")
  func once() async throws {
    let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    try await SharedBench.with(Self.toml, clock: clock) { bench in
      try await clock.sleepers(2)
      clock.advance(by: .seconds(61))
      try await until { try await ids(bench, 0) == ["later"] }
      #expect(try await bench.control(1).send("POST", "/sandbox/campaigns/later/withdraw").status == 200)
      let third = try await SharedBench.start(
        bench.url, CampaignFile.parse(Self.toml, name: "test.toml"), clock: clock)
      #expect(try await third.account.schedule([], from: clock.date, isAnew: false).isEmpty)
      #expect(try await ids(bench, 1).isEmpty)
      await third.stop()
    }
  }

  @Test("TS-1 what is due in a space launches after a restart, without a request to the space")
  func space() async throws {
    let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    try await SharedBench.with(Self.toml, clock: clock) { bench in
      try await clock.sleepers(2)
      #expect(try await bench.control(0).send("POST", "/sandbox/spaces/one").status == 200)
      for sandbox in bench.sandboxes { await sandbox.stop() }
      let name = try #require(SpaceName("one"))
      func own(_ store: any SandboxStore) async throws -> Account {
        let record = try await SpaceRegister(store: store, names: BackEndRouter.tokens).record(of: name)
        return Account(
          store: store, space: name, token: record?.token, centers: [], maximumBadge: 99, clock: clock)
      }
      // The clock of the space goes by the machine's, for which no test waits.
      let store = try await PostgresStore.open(url: bench.url)
      _ = try await own(store).change(settings: { $0.clock = .running(ahead: 61) })
      await store.close()
      let file = try CampaignFile.parse(Self.toml, name: "test.toml")
      let third = try await SharedBench.start(bench.url, file, clock: clock)
      let account = try await own(third.account.store)
      try await until { try await account.launchedCampaigns().map(\.id) == ["later"] }
      #expect(try await account.launchedCampaigns().map(\.id) == ["later"])
      await third.stop()
    }
  }

  @Test(
    "TS-1 what is still to be launched stays due when it was, through a restart",
    arguments: StoreKind.allCases)
  func schedule(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = bench.account()
      try await account.launchAtStart([])
      let begin = bench.clock.date
      let campaign = Campaign.named("later", launch: .seconds(60))
      let first = try await account.schedule([campaign], from: begin, isAnew: false)
      #expect(first.map(\.due) == [begin.addingTimeInterval(60)] && first.map(\.campaign) == [campaign])
      // One without the file launches it as well, at the same moment.
      let again = bench.account()
      let second = try await again.schedule([], from: begin.addingTimeInterval(30), isAnew: false)
      #expect(second.map(\.due) == first.map(\.due) && second.map(\.campaign) == [campaign])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for one in [account, again, account, again] { group.addTask { try await one.launchOnce(campaign) } }
        try await group.waitForAll()
      }
      #expect(try await account.launchedCampaigns().map(\.id) == ["later"])
      #expect(try await account.schedule([campaign], from: begin, isAnew: false).isEmpty)
      // One that a person has launched before its time and taken back does not launch by itself.
      let early = Campaign.named("early", launch: .seconds(60))
      _ = try await account.schedule([early], from: begin, isAnew: false)
      _ = try await account.launch(early)
      #expect(try await account.withdraw(campaign: "early").count == 1)
      try await account.launchOnce(early)
      #expect(try await account.launchedCampaigns().map(\.id) == ["later"])
      // One that was sent to one person alone launches to all when its time comes.
      let planned = Campaign.named("planned", launch: .seconds(60))
      _ = try await account.schedule([planned], from: begin, isAnew: false)
      var alone = planned
      alone.audience = [.only(.user("maria"))]
      try await account.send(alone)
      #expect(try await account.launchedCampaigns().last?.isWhole == false)
      #expect(try await account.keptCampaigns().contains(planned))
      try await account.launchOnce(planned)
      #expect(try await account.launchedCampaigns().last?.isWhole == true)
      #expect(
        try await account.messages(for: .iterable, identity: .user("ben")).map(\.id.rawValue).contains(
          "planned-2"))
      // A sandbox alone counts each run from its start.
      let other = Campaign.named("other", launch: .seconds(60))
      _ = try await account.schedule([other], from: begin, isAnew: true)
      let moved = try await account.schedule([other], from: begin.addingTimeInterval(30), isAnew: true)
      #expect(moved.map(\.due) == [begin.addingTimeInterval(90)])
    }
  }

  @Test("TS-1 a campaign that one process was sent is launched again by another one, by its id")
  func posted() async throws {
    try await SharedBench.with { bench in
      let toml = Bench.oneBrand + Bench.campaign("posted", "center = \"Offers\"")
      #expect(try await bench.control(0).send("POST", "/sandbox/campaigns", body: toml).status == 200)
      let list = try await bench.control(1).get("/sandbox/campaigns").json
      #expect(list.elements?.map { $0["id"]?.text } == ["posted"])
      let again = try await bench.control(1).send("POST", "/sandbox/campaigns/posted/launch")
      #expect(again.status == 200 && again.body.contains(#""message_id":"posted-2""#), "\(again.body)")
      // Its center stays where it is taken back, for both.
      #expect(try await bench.control(0).send("POST", "/sandbox/campaigns/posted/withdraw").status == 200)
      for index in 0..<2 {
        #expect(try await bench.app(index).get("/mc/v1/centers/Offers/messages").status == 200)
      }
    }
  }
}
