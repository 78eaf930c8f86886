import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import InboxTransport
import InboxVendors

@testable import InboxSandbox

/// The core with a vendor's own back end on a real archive, over HTTP against the vendor's stand-in, with an unsteady
/// network in between.
final class VendorBench: Sendable {
  static let people: [Identity] = [.user("annegret"), .user("benedikt")]
  /// How many messages each of them has.
  static let messages = 8

  let vendor: VendorName
  let sandbox: Sandbox
  let clock: VirtualClock
  let network: UnsteadyWire
  let archive: any Archive
  let center: MessageCenter
  private let transport: Transport

  /// - Parameters:
  ///   - signed: Whether the account asks for a person's token.
  ///   - withholding: Why nothing may be changed on the server.
  init(_ vendor: VendorName, signed: Bool, withholding: String?, seed: UInt64) async throws {
    self.vendor = vendor
    clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    let file = try CampaignFile.parse(Self.campaigns, name: "test.toml")
    sandbox = try await Sandbox.start(SandboxOptions(clock: clock, launchesTimed: false), campaigns: [file])
    let endpoint = sandbox.endpoint
    transport = try Transport(TransportSettings(origins: [endpoint.httpURL], timeout: 60))
    let refusal = WireResponse(
      status: 401,
      body: Data(#"{"msg":"JWT token is expired","code":"InvalidJwtPayload","params":null}"#.utf8))
    network = UnsteadyWire(transport.wire, refusal: refusal, seed: seed)
    let ports = try VendorPorts(wire: network.port, clock: clock, endpoint: endpoint, signed: signed)
    archive = try InboxDatabase.inMemory()
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    settings.withholding = withholding
    center = MessageCenter(
      settings: settings, identity: Self.people[0], backEnd: ports.backEnd(vendor), archive: archive,
      tracker: ports.tracker(vendor), time: clock.time,
      random: RandomSource(id: { UUID() }, jitter: { 0.5 }))
  }

  /// Starts with a session open and the outbox delivering.
  func begin() async throws {
    try await center.start()
    await center.appear()
    await center.connect()
    await center.waitUntilIdle()
  }

  /// Everyone's list is fetched, the session ends, and nothing waits any more.
  func finish() async throws {
    network.setTrouble(0)
    network.hold(false)
    await center.disappear()
    await center.waitUntilIdle()
    for person in Self.people {
      try await center.switchIdentity(to: person)
      // A fetch that was under way is dropped by the switch, and another one may have taken its place.
      for _ in 0..<20 { if (try? await center.refresh(.primary)) != nil { break } }
    }
    for _ in 0..<3_000 {
      await center.waitUntilIdle()
      if try await archive.endedRuns().isEmpty { return }
      // What waits for a retry goes out when its time comes.
      clock.advance(by: .seconds(10))
      await Task.yield()
      // What carries a person's token is sent while that person reads.
      for person in Self.people { try await center.switchIdentity(to: person) }
    }
    throw ServerTrouble("the outbox stalls")
  }

  func stop() async {
    await center.stop()
    await transport.close()
    await sandbox.stop()
  }

  /// What the device's own report says by the sandbox's receipts.
  func report() async throws -> DeliveryReport {
    let commander = SandboxCommander(SandboxRequests(base: sandbox.endpoint.httpURL), over: transport.wire)
    let receipts = try await DeliveryReceipts(from: commander)
    return try await center.deliveryReport(receipts: { () async throws(InboxError) in receipts })
  }

  /// Ids say whose a message is, so that a leak shows.
  static func id(_ number: Int, of person: Identity) -> MessageID {
    MessageID(person.storageKey.dropFirst("user:".count) + "-\(number)")
  }

  private static let campaigns =
    Bench.oneBrand
    + people.map { person in
      (0..<messages).map { number in
        Bench.campaign(
          id(number, of: person).rawValue,
          "audience = [\"\(person.storageKey)\"]\nsent = \"-\(number + 1)m\"")
      }.joined()
    }.joined()
}
