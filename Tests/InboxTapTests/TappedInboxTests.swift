import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxTap

/// What the screen of a tap shows, with the real core and a real database.
@Suite(.queued)
struct TappedInboxTests {
  private static let person = #""email":"m@x.example","createdAt":1795262395"#
  private static let maria = Identity.user("m@x.example")

  private static func post(_ event: String, _ rest: String) -> HTTPExchange {
    ReadingTests.exchange(
      "POST https://api.iterable.com/api/events/\(event)", "{\(person),\(rest)}", #"{"code":"Success"}"#)
  }

  private static let fetched = ReadingTests.exchange(
    "GET https://api.iterable.com/api/inApp/getMessages?email=m%40x.example", "",
    #"{"inAppMessages":[{"messageId":"m1","saveToInbox":true,"content":{"html":"<a href='x'>x</a>"},"inboxMetadata":{"title":"One"}},{"messageId":"m2","saveToInbox":true,"content":{"html":"<a href='x'>x</a>"},"inboxMetadata":{"title":"Two"}}]}"#
  )

  /// A tap before Iterable, and a core that shows what passes, as the screen of a tap makes it.
  private func tapped(
    _ identity: Identity, _ centers: CenterList = .primaryOnly
  ) throws -> (TappedInbox, MessageCenter) {
    let vendor = try #require(VendorReader.all.first { $0.capabilities.vendor == "Iterable" })
    let inbox = TappedInbox(
      try TapOrigin("https://api.iterable.com"), at: "http://127.0.0.1:8379", vendor, centers: centers,
      faults: TapFaults())
    var settings = MessageCenterSettings(centers: centers)
    settings.isReadOnly = true
    settings.adoptsOutbox = false
    let center = MessageCenter(
      settings: settings, identity: identity, backEnd: inbox.backEnd, archive: try InboxDatabase.inMemory())
    return (inbox, center)
  }

  @Test(
    "QA-4 the screen shows the app's inbox: what it opened is read, what it deleted is gone, and who it is")
  func shows() async throws {
    let (inbox, center) = try tapped(.device("captured"))
    try await center.start()
    await center.connect()
    await inbox.take(ReadExchange(Self.fetched), for: center)
    // A core that has switched fetches by itself.
    await center.waitUntilIdle()
    #expect(await center.identity == Self.maria)
    #expect(try await center.window().rows.map(\.key.id.rawValue).sorted() == ["m1", "m2"])
    await inbox.take(ReadExchange(Self.post("trackInAppOpen", #""messageId":"m1""#)), for: center)
    await inbox.take(ReadExchange(Self.post("inAppConsume", #""messageId":"m2""#)), for: center)
    let rows = try await center.window().rows
    #expect(rows.map(\.key.id.rawValue) == ["m1"] && rows.allSatisfy { $0.read != nil })
    // A request that the vendor refused changes nothing.
    var refused = Self.post("inAppConsume", #""messageId":"m1""#)
    refused.status = 400
    await inbox.take(ReadExchange(refused), for: center)
    #expect(try await center.window().rows.count == 1)
    await center.stop()
  }

  @Test("QA-4 VE-10 an app that asks for a few messages, or names those that it has, still has them all")
  func parts() async throws {
    let (inbox, center) = try tapped(.device("captured"), CenterList(["1"]))
    try await center.start()
    await center.connect()
    func take(_ target: String, _ response: String) async {
      let exchange = ReadingTests.exchange(
        "GET https://api.iterable.com/api/\(target)&email=m%40x.example", "", response)
      await inbox.take(ReadExchange(exchange), for: center)
    }
    let messages = [("m1", 1_795_262_300_000), ("m2", 1_795_262_200_000)].map { id, made in
      #"{"messageId":"\#(id)","createdAt":\#(made),"saveToInbox":true,"content":{"html":"<a href='x'>x</a>"}}"#
    }
    for count in [2, 1] {
      let listed = messages.prefix(count).joined(separator: ",")
      await take("inApp/getMessages?count=\(count == 2 ? 100 : 1)", #"{"inAppMessages":[\#(listed)]}"#)
    }
    #expect(try await center.window().rows.map(\.key.id.rawValue) == ["m1", "m2"])
    let (helmets, lights) = (#","elements":{"title":"Helmets"}"#, #","elements":{"title":"Lights"}"#)
    let naming = "&currentMessageIds=e0&currentMessageIds=e1"
    // What it did not name, or gets with its content all the same, is as the vendor has it now.
    for (query, content, subject) in [
      ("", helmets, "Helmets"), (naming, "", "Helmets"), (naming, lights, "Lights"), (naming, "", "Lights"),
      ("&currentMessageIds=e0", #","payload":{"size":"m"}"#, "Message without a title"),
    ] {
      let record = #"{"metadata":{"messageId":"e1","placementId":1}\#(content)}"#
      await take(
        "embedded-messaging/messages?placementIds=1\(query)",
        #"{"placements":[{"placementId":1,"embeddedMessages":[\#(record)]}]}"#)
      let subjects = try await center.window(CenterName("1")).rows.map(\.message.subject)
      #expect(subjects == [subject], "\(query) \(content)")
    }
    await center.stop()
  }

  @Test(
    "QA-4 MC-11 MC-14 what an event changed leaves of the page before it how far it reaches, and its bytes")
  func pending() {
    var page = FetchedPage(
      messages: [], raw: Data("{}".utf8), requestURL: "https://x.example", absence: .removed(cap: 2))
    page.oldestSetAside = .at(0)
    var event = FetchedPage(messages: [], requestURL: "the app", absence: .meansNothing)
    event.removed = [MessageID("m")]
    let both = page.followed(by: event)
    page.removed = event.removed
    #expect(both == page)
  }

  @Test(
    "QA-4 QA-1 EN-8 proof and lens of a tap are about the app: its events, and the gestures that it reported")
  func evidence() async throws {
    let (inbox, center) = try tapped(Self.maria)
    try await center.start()
    await inbox.take(ReadExchange(Self.fetched), for: center)
    let open = Self.post("trackInAppOpen", #""messageId":"m1""#)
    for _ in 0..<2 { await inbox.take(ReadExchange(open), for: center) }
    #expect(inbox.report.rows.map(\.verdict) == [.duplicated])
    #expect(inbox.lens.rows.map(\.message.id.rawValue) == ["m1"])
    #expect(inbox.lens.rows.first?.counts["airship"]?.count == 1)
    await center.stop()
  }
}
