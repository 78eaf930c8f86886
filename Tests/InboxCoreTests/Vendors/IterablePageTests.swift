import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// What Iterable's lists say, from literal responses (wires.md §2.2, §2.4).
struct IterablePageTests {
  private static let href = #"<p>Hi <a href='https://brand.example'>go</a></p>"#

  /// A page with one record of the inbox.
  private static func one(_ record: String) async throws -> FetchedPage {
    try await IterablePlay.page(#"{"inAppMessages":[\#(record)]}"#)
  }

  private static func record(_ members: String) -> String {
    #"{"messageId":"m1","createdAt":1799990000500,"content":{"html":"\#(href)","type":"html"},\#(members)}"#
  }

  private static let metadata =
    #""inboxMetadata":{"title":"Spring","subtitle":"20 % off","icon":"https://b.example/i.png"}"#

  @Test("VE-3 VE-10 a record with all its members is this message")
  func whole() async throws {
    let record = Self.record(
      #""campaignId":42,"expiresAt":1799999999000,"saveToInbox":true,"trigger":{"type":"never"},"read":true,"priorityLevel":100.5,"jsonOnly":0,"customPayload":{"color":"red","size":{"w":1}},\#(Self.metadata)"#
    )
    let page = try await Self.one(record)
    let message = try #require(page.messages.first)
    #expect(message.id == MessageID("m1"))
    #expect(message.center == .primary)
    #expect(message.sent == Date(timeIntervalSince1970: 1_799_990_000.5))
    #expect(message.expiry == Date(timeIntervalSince1970: 1_799_999_999))
    #expect(message.subject == "Spring")
    #expect(message.body == "20 % off")
    #expect(message.iconURL == "https://b.example/i.png")
    #expect(message.richHTML == Self.href)
    #expect(message.kind == .openRichMessage)
    #expect(message.custom == ["color": "red", "size": #"{"w":1}"#])
    #expect(page.read == [MessageID("m1")])
    #expect(
      page.stamps == [
        MessageID("m1"): MessageStamp(#"{"location":"inbox","saveToInbox":true,"silentInbox":true}"#)
      ])
    #expect(page.absence == .removed(cap: 100))
    #expect(page.cursor == nil)
    #expect(page.notes.isEmpty)
    #expect(page.setAside.isEmpty && page.malformed.isEmpty)
    #expect(page.requestURL.hasPrefix("https://api.brand.example/api/inApp/getMessages?count=100&"))
  }

  @Test(
    "VE-10 older servers put members of a record into the custom payload",
    arguments: [
      #"{"messageId":"m1","createdAt":1,"content":{"html":"HREF"},"customPayload":{"saveToInbox":true,"trigger":{"type":"never"},"inboxMetadata":{"title":"Spring"},"contentType":"html","color":"red"}}"#,
      #"{"messageId":"m1","createdAt":1,"content":{"html":"HREF","payload":{"color":"red"}},"saveToInbox":true,"trigger":{"type":"never"},"inboxMetadata":{"title":"Spring"}}"#,
      #"{"messageId":"m1","createdAt":1,"content":{"html":"HREF"},"customPayload":{"saveToInbox":1,"trigger":{"type":"later"},"inboxMetadata":{"title":"Spring"},"color":"red"},"trigger":{"type":"immediate"},"inboxMetadata":{"title":"Autumn"}}"#,
      #"{"messageId":"m1","createdAt":1,"content":{"html":"HREF"},"saveToInbox":true,"trigger":{"type":"never"},"inboxMetadata":{"title":"Spring"},"customPayload":{"color":"red"}}"#,
      // Where both places have them, an object in the older one takes the place of the newer one (InAppMessageParser).
      #"{"messageId":"m1","createdAt":1,"content":{"html":"HREF"},"saveToInbox":true,"trigger":{"type":"event"},"inboxMetadata":{"title":"Autumn"},"customPayload":{"trigger":{"type":"never"},"inboxMetadata":{"title":"Spring"},"color":"red"}}"#,
    ])
  func shapes(record: String) async throws {
    let page = try await Self.one(record.replacing("HREF", with: Self.href))
    let message = try #require(page.messages.first)
    #expect(message.subject == "Spring")
    #expect(message.custom == ["color": "red"])
    #expect(page.stamps[message.id]?.text.contains(#""silentInbox":true"#) == true)
  }

  @Test("VE-10 what is not an object in the custom payload is the app's own, and stays there")
  func own() async throws {
    let record =
      #"{"messageId":"m1","createdAt":1,"content":{"html":"HREF"},"saveToInbox":true,"trigger":{"type":"never"},"inboxMetadata":{"title":"Spring"},"customPayload":{"trigger":"now","inboxMetadata":7}}"#
    let page = try await Self.one(record.replacing("HREF", with: Self.href))
    let message = try #require(page.messages.first)
    #expect(message.subject == "Spring" && message.custom == ["trigger": "now", "inboxMetadata": "7"])
    #expect(page.stamps[message.id]?.text.contains(#""silentInbox":true"#) == true)
  }

  @Test(
    "VE-10 top level wins for saveToInbox; without it anywhere a message is a pop-up; data is never in the inbox",
    arguments: [
      (#""saveToInbox":true,"customPayload":{"saveToInbox":false}"#, nil),
      (#""saveToInbox":false,"customPayload":{"saveToInbox":true}"#, "in-app, not saved to the inbox"),
      (#""trigger":{"type":"immediate"}"#, "in-app, not saved to the inbox"),
      (#""saveToInbox":true,"jsonOnly":1"#, "jsonOnly"), (#""saveToInbox":true,"jsonOnly":true"#, "jsonOnly"),
      (#""saveToInbox":true,"jsonOnly":0"#, nil), (#""saveToInbox":"yes""#, "in-app, not saved to the inbox"),
    ] as [(String, String?)])
  func setAside(members: String, kind: String?) async throws {
    let page = try await Self.one(Self.record(members))
    #expect(page.setAside == kind.map { [SetAsideMessage(id: "m1", kind: $0)] } ?? [])
    #expect(page.messages.count == (kind == nil ? 1 : 0))
    #expect(page.malformed.isEmpty)
  }

  @Test("VE-10 data needs no content")
  func dataWithoutContent() async throws {
    let page = try await Self.one(#"{"messageId":"j1","jsonOnly":1,"customPayload":{"a":1}}"#)
    #expect(page.setAside == [SetAsideMessage(id: "j1", kind: "jsonOnly")])
    #expect(page.malformed.isEmpty)
  }

  @Test(
    "VE-10 a pop-up comes with the message unless its trigger is never, or one that is unknown",
    arguments: [
      (#"{"type":"immediate"}"#, false), (#"{"type":"event"}"#, false), (#"{"type":"never"}"#, true),
      (#"{"type":"moon"}"#, true), ("{}", false), ("null", false), (#""never""#, false),
    ])
  func triggers(trigger: String, isSilent: Bool) async throws {
    let page = try await Self.one(Self.record(#""saveToInbox":true,"trigger":\#(trigger)"#))
    #expect(page.stamps[MessageID("m1")]?.text.contains(#""silentInbox":\#(isSilent)"#) == true)
  }

  @Test(
    "VE-10 MC-10 dates are milliseconds, or texts as the public document has them; an expiry that is none is noted",
    arguments: [
      ("1799990000500", 1_799_990_000.5), (#""1799990000500""#, 1_799_990_000.5),
      (#""2027-01-15T08:00:00.250Z""#, 1_800_000_000.25), (#""2027-01-15T10:00:00+02:00""#, 1_800_000_000),
      (#""2027-01-15 08:00:00Z""#, 1_800_000_000), (#""2027-01-15 08:00:00 +00:00""#, 1_800_000_000),
      (#""2027-01-15 03:00:00 -05:00""#, 1_800_000_000), (#""2027-01-15T03:00:00-0500""#, 1_800_000_000),
      (#""2027-01-15 08:00:00 05:00""#, nil), (#""soon""#, nil), ("null", nil), ("true", nil),
      ("1e300", nil),
    ] as [(String, Double?)])
  func dates(date: String, seconds: Double?) async throws {
    let isNoted = seconds == nil && date != "null"
    let page = try await Self.one(Self.record(#""saveToInbox":true,"expiresAt":\#(date)"#))
    #expect(page.messages.first?.expiry == seconds.map { Date(timeIntervalSince1970: $0) })
    let note = page.notes[MessageID("m1")]
    #expect((note?.contains("cannot be read as a time: here it does not expire") == true) == isNoted)
    let made = try await Self.one(
      #"{"messageId":"m1","createdAt":\#(date),"content":{"html":"href"},"saveToInbox":true}"#)
    #expect(made.messages.first?.sent == seconds.map { Date(timeIntervalSince1970: $0) } ?? .at(0.749))
  }

  @Test(
    "VE-10 a list row without a title is called by its subtitle or its campaign",
    arguments: [
      (#""inboxMetadata":{"subtitle":"20 % off"}"#, "20 % off", "20 % off"),
      (#""inboxMetadata":{"title":"","subtitle":""},"campaignId":42"#, "Campaign 42", ""),
      (#""campaignId":"42""#, "Campaign 42", ""), (#""inboxMetadata":null"#, "Message without a title", ""),
      (#""inboxMetadata":{"title":7}"#, "Message without a title", ""),
    ])
  func titles(members: String, subject: String, body: String) async throws {
    let page = try await Self.one(Self.record(#""saveToInbox":true,\#(members)"#))
    #expect(page.messages.first?.subject == subject)
    #expect(page.messages.first?.body == body)
  }

  @Test(
    "VE-8 MC-9 a record that cannot be read is named with the reason, costs no other, and is not consumed",
    arguments: [
      (#"{"content":{"html":"href"}}"#, nil, "messageId is missing"),
      (#"{"messageId":7,"content":{"html":"href"}}"#, nil, "messageId is a number, not a text"),
      (#"{"messageId":"","content":{"html":"href"}}"#, "", "messageId is empty"),
      (#"{"messageId":"b","saveToInbox":true}"#, "b", "content is missing, not an object"),
      (#"{"messageId":"b","saveToInbox":true,"content":[]}"#, "b", "content is a list, not an object"),
      (#"{"messageId":"b","saveToInbox":true,"content":{}}"#, "b", "content.html is missing, not a text"),
      (
        #"{"messageId":"b","saveToInbox":true,"content":{"html":5}}"#, "b",
        "content.html is a number, not a text"
      ),
      ("7", nil, "the record is a number, not an object"),
    ] as [(String, String?, String)])
  func malformed(record: String, id: String?, reason: String) async throws {
    let good = Self.record(#""saveToInbox":true"#)
    let play = IterablePlay([IterablePlay.response(200, #"{"inAppMessages":[\#(record),\#(good)]}"#)])
    let page = try await play.backEnd().fetch(FetchRequest(.primary, IterablePlay.maria)).page()
    // What has an id an iOS app can delete.
    let fate = "; an iOS app of Iterable deletes it on the server"
    #expect(
      page.malformed == [MalformedMessage(index: 0, id: id, reason: reason + (id == "b" ? fate : ""))])
    #expect(page.messages.map(\.id) == [MessageID("m1")])
    #expect(play.requests.count == 1)
  }

  @Test("VE-8 HTML without href is shown, with what an iOS app would do; nothing is consumed")
  func withoutHref() async throws {
    let play = IterablePlay([
      IterablePlay.response(
        200,
        #"{"inAppMessages":[{"messageId":"m1","createdAt":1,"saveToInbox":true,"content":{"html":"<p>Hi</p>"}}]}"#
      )
    ])
    let page = try await play.backEnd().fetch(FetchRequest(.primary, IterablePlay.maria)).page()
    #expect(page.messages.map(\.richHTML) == ["<p>Hi</p>"])
    #expect(
      page.notes == [
        MessageID("m1"):
          "its HTML holds no href: an iOS app of Iterable does not show it and deletes it on the server; here it stays"
      ])
    #expect(play.requests.count == 1)
  }

  @Test(
    "VE-3 a message without a date has the moment at which it was fetched, which only a first fetch gives it")
  func firstSights() async throws {
    let json = #"{"inAppMessages":[{"messageId":"m1","saveToInbox":true,"content":{"html":"href"}}]}"#
    let page = try await IterablePlay.page(json)
    #expect(page.messages.map(\.sent) == [.at(0.749)] && page.undated == [MessageID("m1")])
    #expect(page.cursor == nil)
    var later = page
    later.messages[0].sent = .at(900)
    let known = [MessageMerge.Known(message: page.messages[0], cacheState: .listed)]
    #expect(MessageMerge.plan(known: known, page: later).isEmpty)
    #expect(MessageMerge.plan(known: [], page: later).inserts == later.messages)
    later.undated = []
    #expect(MessageMerge.plan(known: known, page: later).updates == later.messages)
  }

  @Test(
    "MC-9 a response without a list is an error: it empties no inbox",
    arguments: [
      ("{}", "it has no list named inAppMessages"),
      (#"{"code":"X","msg":"no such project"}"#, "it has no list named inAppMessages: no such project"),
      (#"{"inAppMessages":[],"code":"Failure","msg":"no"}"#, "its code is Failure: no"),
      (#"{"inAppMessages":null}"#, "inAppMessages is null, not a list"),
      (#"{"inAppMessages":{}}"#, "inAppMessages is an object, not a list"),
    ])
  func noList(json: String, reason: String) async {
    await #expect(throws: InboxError.invalidPayload(reason)) { try await IterablePlay.page(json) }
  }

  @Test("VE-10 an empty list is an empty inbox")
  func empty() async throws {
    let page = try await IterablePlay.page(#"{"inAppMessages":[]}"#)
    #expect(page.messages.isEmpty && page.malformed.isEmpty && page.setAside.isEmpty)
    #expect(page.read == [])
  }

  // MARK: Embedded messages

  private static let placements = #"""
    {"placements":[{"placementId":1,"embeddedMessages":[]},{"placementId":7,"embeddedMessages":[
    {"metadata":{"messageId":"e1","campaignId":42,"isProof":false,"placementId":7,"priorityOrder":1},
     "elements":{"title":"Spring","body":"20 % off","mediaUrl":"https://b.example/i.png","mediaUrlCaption":"A tree",
      "defaultAction":{"type":"openUrl","data":"https://brand.example/spring"},
      "buttons":[{"id":"b1","title":"More","action":{"type":"openUrl","data":"https://brand.example/a"}},
       {"id":"b2","title":"Join","action":{"type":"action://join","data":""}},{"id":"b3","title":"Close","action":{"type":"dismiss","data":""}}],
      "text":[{"id":"t1","text":"Until Sunday","label":"When"}]},"payload":{"color":"red"}},
    {"metadata":{"messageId":"e2","placementId":7,"priorityOrder":2},"elements":{"title":"Second"}},
    {"metadata":{"messageId":"e3","placementId":7},"payload":{}},
    {"metadata":{"placementId":7},"elements":{"title":"Nameless"}}]}]}
    """#

  @Test(
    "VE-10 a priority may have a fraction, equal ones keep the order of the response; a placement's number may be a text"
  )
  func order() async throws {
    func record(_ id: String, _ priority: String) -> String {
      #"{"metadata":{"messageId":"\#(id)","priorityOrder":\#(priority)},"elements":{"title":"T"}}"#
    }
    let places = [("z", "2"), ("a", "2"), ("m", "1.5"), ("b", "\"2.0\""), ("f", "1"), ("n", "\"nan\"")]
    let records = places.map(record).joined(separator: ",")
    let page = try await IterablePlay.page(
      #"{"placements":[{"placementId":"7","embeddedMessages":[\#(records)]}]}"#, CenterName("7"))
    #expect(page.messages.map(\.id.rawValue) == ["n", "f", "m", "z", "a", "b"])
    #expect(page.messages.map(\.sent) == page.messages.map(\.sent).sorted(by: >))
    #expect(Set(page.messages.map(\.sent)).count == 6)
  }

  @Test("MC-9 VE-10 bytes that are not text in one record sink no other")
  func badBytes() async throws {
    let good = Self.record(#""saveToInbox":true"#)
    var body = Data(#"{"inAppMessages":[{"messageId":"bad","saveToInbox":true,"content":{"html":""#.utf8)
    body += [0xFF, 0xFE] + Data("\"}},\(good)]}".utf8)
    let play = IterablePlay([WireResponse(status: 200, body: body)])
    let page = try await play.backEnd().fetch(FetchRequest(.primary, IterablePlay.maria)).page()
    #expect(page.messages.count == 1 && page.malformed.map(\.id) == ["bad"])
  }

  @Test("VE-10 a placement is a list of messages with buttons that can be followed, in the vendor's order")
  func embedded() async throws {
    let page = try await IterablePlay.page(Self.placements, CenterName("7"))
    // One without a priority comes first, as 0; without elements it has nothing to show and stays, as in the SDKs.
    #expect(page.messages.map(\.id.rawValue) == ["e3", "e1", "e2"])
    #expect(page.messages.first?.subject == "Message without a title")
    let message = try #require(page.messages.dropFirst().first)
    #expect(message.center == CenterName("7"))
    #expect(message.subject == "Spring")
    #expect(message.body == "20 % off\nUntil Sunday")
    #expect(message.iconURL == "https://b.example/i.png")
    #expect(message.deepLink == "https://brand.example/spring")
    #expect(
      message.actions == [
        MessageAction(title: "More", url: "https://brand.example/a"),
        MessageAction(title: "Join", url: "action://join"),
      ])
    #expect(message.custom == ["color": "red"])
    #expect(page.messages.map(\.sent) == [.at(0.75), .at(0.749), .at(0.748)])
    #expect(
      page.malformed == [
        MalformedMessage(
          index: 3, id: nil, reason: "metadata.messageId is missing", title: "Nameless")
      ])
    #expect(page.read == nil)
    #expect(page.absence == .removed(cap: nil))
    #expect(page.undated == Set(["e1", "e2", "e3"].map { MessageID($0) }))
  }

  @Test("VE-10 a placement that the response does not name has no messages; one without any list is an error")
  func noPlacement() async throws {
    #expect(try await IterablePlay.page(Self.placements, CenterName("9")).messages.isEmpty)
    #expect(try await IterablePlay.page(#"{"placements":[]}"#, CenterName("9")).messages.isEmpty)
    await #expect(throws: InboxError.invalidPayload("it has no list named placements")) {
      try await IterablePlay.page("{}", CenterName("9"))
    }
    // It may be the one that is asked for: its messages are not gone for that.
    for nameless in ["{}", #"{"placementId":null}"#, "7"] {
      await #expect(throws: InboxError.invalidPayload("a placement has no placementId")) {
        try await IterablePlay.page(#"{"placements":[\#(nameless)]}"#, CenterName("9"))
      }
    }
    await #expect(
      throws: InboxError.unsupported("Iterable has no list “Offers”: name a placement by its number.")
    ) { try await IterablePlay.page("{}", CenterName("Offers")) }
  }
}
