import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// What Bloomreach's App Inbox lists, from literal responses.
struct BloomreachPageTests {
  private func page(_ items: String, _ rest: String = "", token: String? = nil) async throws -> FetchedPage {
    try await BloomreachPlay(#"{"success":true,"messages":[\#(items)]\#(rest)}"#).page(token)
  }

  private func message(_ item: String) async throws -> Message {
    let page = try await page(item)
    return try #require(page.messages.first, "\(page.malformed)")
  }

  @Test(
    "VE-9 a push message is its title and text, its main action is the deep link, its buttons are followed")
  func push() async throws {
    let item = #"""
      {"id":"m1","type":"push","is_read":true,"create_time":1673346347.242,"expire_time":1704882347.22,"content":{
      "title":"Sale","message":"20 % off","image":"https://cdn.example/a%20b.png","action":"deeplink","url":"shop://sale",
      "actions":[{"action":"browser","title":"Shop","url":"https://e.example/s"},{"action":"app","title":"App"},
      {"action":"deeplink","title":"More","url":"shop://more"},{"action":"odd","title":"?","url":"x://y"},
      {"title":"None","url":"x://z"},{"action":"browser","title":"No place"}],
      "url_params":{"utm_source":"xnpe","n":1},"attributes":{"campaign_id":"c7","action_id":3,"utm_source":"old"}}}
      """#
    let page = try await page(item)
    let message = try #require(page.messages.first)
    #expect(message.id == MessageID("m1") && message.center == .primary)
    #expect(message.subject == "Sale" && message.body == "20 % off" && message.kind == .openURL)
    #expect(abs(message.sent.timeIntervalSince1970 - 1_673_346_347.242) < 0.000_1)
    #expect(abs((message.expiry?.timeIntervalSince1970 ?? 0) - 1_704_882_347.22) < 0.000_1)
    #expect(message.iconURL == "https://cdn.example/a%20b.png" && message.deepLink == "shop://sale")
    #expect(
      message.actions == [
        MessageAction(title: "Shop", url: "https://e.example/s"),
        MessageAction(title: "More", url: "shop://more"),
      ])
    #expect(message.custom == ["utm_source": "xnpe", "campaign_id": "c7"])
    #expect(page.read == [message.id] && page.notes.isEmpty && page.malformed.isEmpty)
    #expect(try JSONValue.parse(Data(message.raw.utf8)) == JSONValue.parse(Data(item.utf8)))
  }

  @Test(
    "VE-9 an HTML message has its pre-header as text and its message as rich content, and no buttons of its own"
  )
  func html() async throws {
    let message = try await message(
      #"""
      {"id":"h","type":"html","create_time":5,"content":{"title":"T","pre_header":"P","message":"<p data-link='x://y'>B",
      "action":"browser","url":"https://e.example","actions":[{"action":"browser","title":"A","url":"https://a"}]}}
      """#)
    #expect(message.subject == "T" && message.body == "P" && message.kind == .openRichMessage)
    #expect(message.richHTML == "<p data-link='x://y'>B" && message.actions == [] && message.deepLink == nil)
  }

  @Test("VE-9 of items with one id the last counts, also for what it says of read")
  func twice() async throws {
    let items = [true, false].map { #"{"id":"m1","type":"push","create_time":5,"is_read":\#($0)}"# }
    #expect(try await page(items.joined(separator: ",")).read == [])
    #expect(try await page(items.reversed().joined(separator: ",")).read == [MessageID("m1")])
  }

  @Test("VE-9 an item needs its id alone; without a time it has that of the fetch, which is said")
  func least() async throws {
    let page = try await page(
      #"{"id":"m1","type":"push"},{"id":"m2","type":"html","content":null,"is_read":null}"#)
    #expect(page.messages.map(\.sent) == [.at(0), .at(0)] && page.read == [])
    #expect(page.undated == Set(page.messages.map(\.id)))
    #expect(
      page.messages.map(\.subject) == ["", ""] && page.messages.map(\.kind) == [.launchApp, .launchApp])
    let note = "it has no create_time, so it is listed under the time of its first fetch"
    #expect(page.notes == [MessageID("m1"): note, MessageID("m2"): note])
  }

  @Test("VE-3 VE-9 any other kind is set aside by its name, and no kind is “unknown”")
  func setAside() async throws {
    let page = try await page(
      #"{"id":"a","type":"in-app"},{"id":"b"},{"type":"PUSH"},{"id":"c","type":"push","create_time":1}"#)
    #expect(
      page.setAside == [
        SetAsideMessage(id: "a", kind: "in-app"), SetAsideMessage(id: "b", kind: "unknown"),
        SetAsideMessage(id: "", kind: "PUSH"),
      ])
    #expect(page.messages.map(\.id.rawValue) == ["c"] && page.malformed.isEmpty)
  }

  @Test(
    "VE-9 a field of another kind than the SDKs decode counts as missing, which is said; the message stays",
    arguments: [
      (#""create_time":"5""#, "create_time is a text, not a number, and counts as missing"),
      (#""expire_time":1e30"#, "expire_time is out of the years 1 to 9999, and counts as missing"),
      (#""is_read":1"#, "is_read is a number, not true or false, and counts as missing"),
      (#""content":[]"#, "content is a list, not an object, and counts as missing"),
      (#""content":{"title":{}}"#, "title is an object, not a text, and counts as missing"),
    ])
  func odd(field: String, note: String) async throws {
    let page = try await page(#"{"id":"x","type":"push",\#(field)}"#)
    #expect(page.messages.map(\.id.rawValue) == ["x"] && page.malformed.isEmpty)
    #expect(page.notes[MessageID("x")]?.hasPrefix(note) == true)
    #expect(
      try await self.page(#"{"id":"x","type":1}"#).setAside == [SetAsideMessage(id: "x", kind: "unknown")])
  }

  @Test(
    "MC-9 VE-9 one item that cannot be read is named, and the others stay",
    arguments: [
      (#"{"type":"push"}"#, nil, "id is missing"),
      (#"{"id":"","type":"push"}"#, "", "id is empty"),
      (#"{"id":7,"type":"push"}"#, nil, "id is a number, not a text"),
      (#"{"id":"x\u0000","type":"push"}"#, "x\0", "id holds a NUL character"),
      ("[1]", nil, "the record is a list, not an object"),
    ] as [(String, String?, String)])
  func unreadable(item: String, id: String?, reason: String) async throws {
    let page = try await page(#"{"id":"m1","type":"push"},\#(item)"#)
    #expect(page.messages.map(\.id.rawValue) == ["m1"])
    #expect(page.malformed == [MalformedMessage(index: 1, id: id, reason: reason)])
  }

  @Test("MC-9 an item without an id is named by its place and its title, so that a person finds it")
  func nameless() async throws {
    let page = try await page(#"{"id":"m1","type":"push"},{"type":"html","content":{"title":"Spring sale"}}"#)
    #expect(
      page.malformed.map(\.description) == [
        "message number 2 (“Spring sale”) was left out: id is missing"
      ])
    #expect(MalformedMessage(index: 0, id: "", reason: "x").name == "number 1")
  }

  @Test(
    "VE-9 a response needs its success; no list is an empty one, and what is not a list is an error",
    arguments: [
      ("", InboxError.emptyResponse), ("{}", .invalidPayload("it does not say whether it is a success")),
      (#"{"messages":[]}"#, .invalidPayload("it does not say whether it is a success")),
      (#"{"success":false}"#, .invalidPayload("it says that it is not a success")),
      (#"{"success":false,"error":"nope"}"#, .invalidPayload("it says that it is not a success: nope")),
      (#"{"success":"true"}"#, .invalidPayload("success is a text, not true or false")),
      (#"{"success":true,"messages":{}}"#, .invalidPayload("messages is an object, not a list")),
      (#"{"success":true,"sync_token":5}"#, .invalidPayload("sync_token is a number, not a text")),
      (#"{"success":true}"#, nil), (#"{"success":true,"messages":null,"sync_token":null}"#, nil),
    ] as [(String, InboxError?)])
  func response(body: String, expected: InboxError?) async throws {
    let play = BloomreachPlay(body)
    var refusal: InboxError?
    do throws(InboxError) {
      let page = try await play.page()
      #expect(page.messages.isEmpty)
    } catch { refusal = error }
    #expect(refusal == expected)
  }

  @Test(
    "VE-9 the token of a response goes on, where there is none the old one stays; an increment removes nothing"
  )
  func cursor() async throws {
    let item = #"{"id":"m1","type":"push","create_time":1}"#
    let first = try await page(item, #","sync_token":"t1""#)
    #expect(first.cursor == FetchCursor("t1") && first.absence == .unlisted(cap: nil))
    let next = try await page(item, #","sync_token":"t2""#, token: "t1")
    #expect(next.cursor == FetchCursor("t2") && next.absence == .meansNothing)
    let same = try await page(item, token: "t2")
    #expect(same.cursor == FetchCursor("t2") && same.absence == .meansNothing)
    #expect(try await page(item).cursor == nil)
    let ids = #"{"customer_ids":{"cookie":"c-1","registered":"maria"}"#
    let stamps = [first, next, same].map { $0.stamps[MessageID("m1")]?.text }
    #expect(stamps == ["t1", "t2", "t2"].map { #"\#(ids),"sync_token":"\#($0)"}"# })
    #expect(try await page(item).stamps[MessageID("m1")]?.text == ids + "}")
  }
}
