import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxStore
import InboxTestSupport
import InboxTransport
import Testing

/// The DocC article “Writing a front”, step by step, against the real sandbox and a real database.
@Suite(.queued)
struct WalkthroughTests {
  @Test("MC-1 MC-5 MC-13 MC-14 EN-1 EN-5 BD-1 enable, fetch, display, open, badge, another person, disable")
  func article() async throws {
    let sandbox = try await Sandbox.start(
      SandboxOptions(launchesTimed: false), campaigns: [CampaignFile.parse(Acme.campaigns, name: "test.toml")]
    )
    let endpoint = sandbox.endpoint
    let transport = try Transport(
      TransportSettings(origins: [endpoint.httpURL]))
    var settings = MessageCenterSettings(centers: try CenterList(["Offers"]))
    settings.receivesPushes = false
    let center = MessageCenter(
      settings: settings, identity: Identity(user: nil, device: "d1"), backEnd: transport.responsys(endpoint),
      archive: try InboxDatabase.inMemory())

    // Enable.
    try await center.start()
    #expect(await center.isEnabled)
    let updates = await center.updates()
    let responses = await center.rawResponses()
    await center.connect()
    await center.waitUntilIdle()

    // Fetch.
    let list = try await center.window(CenterName("Offers"), .top, limit: 50)
    #expect(list.rows.map(\.message.subject) == ["Only today"])
    #expect(try await center.refresh(CenterName("Offers")).isEmpty)
    let primary = try await center.window().rows

    // Display.
    await center.appear()
    await center.setVisibleRows(primary.map { VisibleRow($0.key) })
    await center.setVisibleRows(primary.map { VisibleRow($0.key, .covered) })
    await center.setVisibleRows(primary.map { VisibleRow($0.key) })

    // Open.
    let rich = try #require(primary.first { $0.message.kind == .openRichMessage })
    let opened = try await center.open(rich.key)
    #expect(opened?.read != nil)
    #expect(try await center.richContent(rich.key).contains("The book"))

    // Badge.
    #expect(try await center.setBadge(2) == 2)
    #expect(try await center.resetBadge() == 0)
    #expect(await center.badgeState.local == 0)
    #expect(try await center.badgeLedger().map(\.cause) == ["app set 2", "reset"])

    // Another person.
    try await center.switchIdentity(to: .user("maria"))
    await center.waitUntilIdle()
    let marias = try await center.window().rows
    #expect(!marias.isEmpty && marias.allSatisfy { $0.read == nil })

    // Disable.
    try await center.setEnabled(false)
    #expect(try await center.window().rows.isEmpty)
    let gone = try await center.gone(.primary)
    #expect(!gone.isEmpty && gone.allSatisfy { $0.removal.reason == .disabled })
    await center.disappear()
    await center.stop()

    let receipts = try await sandbox.receipts()
    #expect(receipts.engagements.count { $0.type == "display" } == primary.count)
    #expect(receipts.engagements.filter { $0.type == "open" }.map(\.messageID) == [rich.key.id.rawValue])
    #expect(receipts.duplicates == 0)
    var reported: [Set<CenterName>] = []
    for await case .updated(let news) in updates { reported.append(Set(news.map(\.name))) }
    #expect(reported == [[.primary, CenterName("Offers")], [.primary, CenterName("Offers")]])
    var captured: [String] = []
    for await reply in responses { captured.append(reply.requestURL) }
    #expect(captured.count == 5 && captured.allSatisfy { $0.hasPrefix(endpoint.httpURL) })
    await transport.close()
    await sandbox.stop()
  }
}
