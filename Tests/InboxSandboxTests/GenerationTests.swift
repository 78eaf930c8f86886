import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxStore
import InboxTestSupport
import InboxTransport
import Testing

/// A reset of the receipts while clients are reporting (SB-5).
@Suite(.queued)
struct GenerationTests {
  @Test(
    "SB-5 an event that was taken before a reset is late when it comes again, also where the clock stands")
  func again() async throws {
    try await Bench.with { bench in
      let id = "11111111-2222-3333-4444-555555555555"
      let body = """
        {"sent_ts":"2026-11-21T12:00:00Z","events":[{"id":"\(id)","type":"open","identity":"user:maria",\
        "message_id":"spring","message_center_name":"Offers","ts":"2026-11-21T12:00:00Z"}]}
        """
      _ = try await bench.app().send("POST", "/mc/v1/engagements", body: body)
      let ended = try await bench.curl.send("POST", "/sandbox/reset?with=receipts")
      let value = try JSONValue.parse(Data(ended.body.utf8))
      #expect(value["generation"]?.integer == 2)
      #expect(value["ended"]?["generation"]?.integer == 1)
      #expect(value["ended"]?["engagements"]?.elements?.map { $0["id"]?.text } == [id])
      // Its response was lost, so it comes again, in the same millisecond of a clock that stands.
      let again = try await bench.app().send("POST", "/mc/v1/engagements", body: body)
      #expect(again.compact == #"{"accepted":["\#(id)"],"duplicates":[],"generation":2,"late":["\#(id)"]}"#)
      let receipts = try await bench.sandbox.receipts()
      #expect(receipts.engagements.isEmpty && receipts.late == 1)
    }
  }

  @Test("SB-5 the badge that is held can be requested, without a receipt")
  func badge() async throws {
    try await Bench.with { bench in
      _ = try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":3}"#)
      let reply = try await bench.curl.get("/sandbox/badge?identity=user:maria")
      #expect(reply.compact == #"{"count":3,"identity":"user:maria"}"#)
      #expect(try await bench.curl.get("/sandbox/badge").status == 400)
      #expect(try await bench.sandbox.receipts().badge.count == 1)
    }
  }

  /// A client of its own, with its own database and connections.
  private struct Client {
    let center: MessageCenter
    let archive: any Archive
    let transport: Transport

    init(_ endpoint: SandboxEndpoint, _ name: String) async throws {
      transport = try Transport(TransportSettings(origins: [endpoint.httpURL]))
      archive = try InboxDatabase.inMemory()
      var settings = MessageCenterSettings(centers: .primaryOnly)
      settings.receivesPushes = false
      center = MessageCenter(
        settings: settings, identity: .user(name), backEnd: transport.responsys(endpoint), archive: archive)
      try await center.start()
      await center.connect()
      await center.waitUntilIdle()
    }

    /// Displays and opens everything until this many generations have ended; every session displays everything again.
    func report(until ended: Ended, count: Int) async throws {
      let keys = try await center.window().rows.map(\.key)
      repeat {
        await center.appear()
        await center.setVisibleRows(keys.map { VisibleRow($0) })
        for key in keys { _ = try await center.open(key) }
        await center.disappear()
        await center.waitUntilIdle()
      } while await ended.receipts.count < count
    }

    func ids() async throws -> [UUID] {
      let all = try await archive.deliveries()
      #expect(all.allSatisfy { $0.state == .sent })
      return all.map(\.id)
    }
  }

  /// The receipts of the generations that have ended.
  private actor Ended {
    private(set) var receipts: [Receipts] = []

    func add(_ one: Receipts) { receipts.append(one) }
  }

  @Test(
    "SB-5 EN-8 a reset under fire loses no event and shows none twice: each is in one generation, or late")
  func underFire() async throws {
    let sandbox = try await Sandbox.start(
      SandboxOptions(launchesTimed: false), campaigns: [CampaignFile.parse(Acme.campaigns, name: "test.toml")]
    )
    let endpoint = sandbox.endpoint
    let port = try #require(URL(string: endpoint.httpURL)?.port)
    var clients: [Client] = []
    for name in ["anna", "ben", "cleo"] { clients.append(try await Client(endpoint, name)) }
    let ended = Ended()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in clients { group.addTask { try await client.report(until: ended, count: 8) } }
      group.addTask {
        for _ in 0..<8 {
          // In the middle of an upload or between two, as it happens; but each generation has got something.
          _ = try await sandbox.receipts { !$0.engagements.isEmpty }
          let reply = try await RawClient(port: port).send("POST", "/sandbox/reset?with=receipts")
          let value = try #require(try JSONValue.parse(Data(reply.body.utf8))["ended"])
          await ended.add(try JSONDecoder().decode(Receipts.self, from: Data(value.serialized.utf8)))
        }
      }
      try await group.waitForAll()
    }
    let generations = await ended.receipts + [try await sandbox.receipts()]
    #expect(generations.map(\.generation) == Array(1...generations.count))
    let listed = generations.flatMap { $0.engagements.map(\.id) }
    #expect(Set(listed).count == listed.count, "an event is in two generations")
    var happened: [String] = []
    for client in clients { happened += try await client.ids().map(\.uuidString) }
    #expect(Set(listed).isSubset(of: happened))
    // Each was sent once, so whatever is listed nowhere was reported as late once.
    #expect(generations.allSatisfy { $0.duplicates == 0 })
    #expect(listed.count + generations.reduce(0) { $0 + $1.late } == happened.count)
    for generation in generations.dropFirst() {
      let began = try #require(generation.began)
      #expect(
        generation.engagements.allSatisfy { $0.time >= began },
        "an event from before generation \(generation.generation)")
    }
    for client in clients {
      await client.center.stop()
      await client.transport.close()
    }
    await sandbox.stop()
  }

  @Test("SB-5 EN-8 a start without what was received begins the next generation; with it, that one goes on")
  func startedAfresh() async throws {
    let folder = try TemporaryFolder()
    var generations: [Int] = []
    for isAfresh in [false, true, false, true] {
      var options = SandboxOptions(folder: folder.path, launchesTimed: false)
      options.startsAfresh = isAfresh
      let sandbox = try await Sandbox.start(options, campaigns: [])
      generations.append(try await sandbox.receipts().generation)
      await sandbox.stop()
    }
    #expect(generations == [1, 2, 2, 3])
    // A file that says nothing of generations is replaced as well.
    try folder.write("no database at all", to: "sandbox.sqlite")
    var options = SandboxOptions(folder: folder.path, launchesTimed: false)
    options.startsAfresh = true
    let sandbox = try await Sandbox.start(options, campaigns: [])
    #expect(try await sandbox.receipts().generation == 1)
    await sandbox.stop()
  }
}
