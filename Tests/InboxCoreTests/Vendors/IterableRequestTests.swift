import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// What is asked of Iterable: addresses, queries and heads (wires.md §2.1, §2.2, §2.4).
struct IterableRequestTests {
  private static let requests = IterablePlay.settings
  private static let query = "platform=iOS&packageName=com.brand.app&SDKVersion=6.5.7&systemVersion=18.0"

  private static func head(_ processor: String) -> [WireHeader] {
    [
      WireHeader("Accept", "application/json"), WireHeader("Content-Type", "application/json"),
      WireHeader("Api-Key", "key"), WireHeader("SDK-Platform", "iOS"), WireHeader("SDK-Version", "6.5.7"),
      WireHeader("SDK-Request-Processor", processor),
    ]
  }

  @Test(
    "VE-10 the inbox, a placement and the line of pushes are one literal request each",
    arguments: [
      ("maria@brand.example", "email=maria%40brand.example"),
      ("maria+1@brand.example", "email=maria%2B1%40brand.example"),
      ("4711", "userId=4711"), ("userId=ma@ria", "userId=ma%40ria"), ("email=maria", "email=maria"),
    ])
  func literal(user: String, item: String) throws {
    let identity = Identity.user(user)
    let base = "https://api.brand.example/api"
    #expect(
      try Self.requests.inbox(of: identity)
        == WireRequest(
          "GET", "\(base)/inApp/getMessages?count=100&\(Self.query)&\(item)", headers: Self.head("Online"),
          about: [identity]))
    #expect(
      try Self.requests.embedded(7, of: identity)
        == WireRequest(
          "GET", "\(base)/embedded-messaging/messages?\(Self.query)&\(item)&placementIds=7",
          headers: Self.head("Online"), about: [identity]))
    #expect(
      try Self.requests.pushes(of: identity)
        == WireRequest("GET", "\(base)/pushes?\(item)", headers: Self.head("Online"), about: [identity]))
  }

  @Test("VE-10 without the app's name a request names none, and gets the campaigns that are aimed at no app")
  func noPackage() throws {
    var settings = IterablePlay.settings
    settings.packageName = nil
    #expect(
      try settings.inbox(of: .user("1")).url
        == "https://api.brand.example/api/inApp/getMessages?count=100&platform=iOS&SDKVersion=6.5.7&systemVersion=18.0&userId=1"
    )
  }

  @Test(
    "VE-1 the address may end in a slash, and in /api where it has no other path",
    arguments: [
      ("https://api.iterable.com", "https://api.iterable.com/api"),
      ("https://api.iterable.com/", "https://api.iterable.com/api"),
      ("https://api.iterable.com/api", "https://api.iterable.com/api"),
      ("https://api.iterable.com/api/", "https://api.iterable.com/api"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/api"),
      ("http://127.0.0.1:8080/iterable/api/", "http://127.0.0.1:8080/iterable/api"),
    ])
  func bases(written: String, base: String) {
    #expect(IterableSettings(base: written, apiKey: "k", deviceID: "d").base == base)
  }

  @Test("VE-1 without an address it is the vendor's own, for each region")
  func regions() {
    #expect(IterableSettings(apiKey: "k", deviceID: "d").base == "https://api.iterable.com/api")
    let region = IterableSettings.Region(rawValue: "eu")
    #expect(region?.base == "https://api.eu.iterable.com/api")
  }

  @Test("VE-10 a request says when it is sent, in seconds, and carries the token of now")
  func signed() throws {
    let request = try Self.requests.inbox(of: IterablePlay.maria)
    let sent = [WireHeader("Sent-At", "1800000000")]
    let withToken = sent + [WireHeader("Authorization", "Bearer a.b.c")]
    #expect(IterableSettings.signed(request, token: nil, at: .at(0.75)).headers == request.headers + sent)
    #expect(
      IterableSettings.signed(request, token: "a.b.c", at: .at(0.75)).headers == request.headers + withToken)
  }

  @Test("VE-6 of no one nothing is asked and nothing is sent, and the sentence says what to set")
  func nobody() async {
    let play = IterablePlay()
    let backEnd = play.backEnd()
    let error = InboxError.configuration(
      "No one is signed in, and Iterable knows people by e-mail or user id. Sign in, or set email or user-id in the profile; nothing was sent."
    )
    await #expect(throws: error) { try await backEnd.fetch(FetchRequest(.primary, .device("7f3a"))) }
    await #expect(throws: error) { for try await _ in backEnd.pushes(.device("7f3a")) {} }
    let change = MessageChange(
      id: .numbered(1), kind: .delete, identity: .device("7f3a"), message: .numbered(1), time: .at(0))
    await #expect(throws: error) { try await backEnd.change?([change]) }
    #expect(play.requests.isEmpty)
  }

  @Test(
    "VE-6 an identity is an e-mail or a user id, there and back",
    arguments: [
      ("maria@brand.example", IterableUser.email("maria@brand.example")), ("4711", .userID("4711")),
      ("userId=ma@ria", .userID("ma@ria")), ("email=maria", .email("maria")), ("email=", .userID("email=")),
      ("userId=email=x", .userID("email=x")),
    ])
  func users(text: String, user: IterableUser) {
    #expect(IterableUser(.user(text)) == user)
    #expect(IterableUser(user.identity) == user)
    #expect(IterableUser(.device(text)) == nil)
  }

  @Test("VE-6 the ids of a profile name one person in one way")
  func ids() throws {
    #expect(try IterableUser.identity(ids: [:]) == nil)
    #expect(try IterableUser.identity(ids: ["email": "m@b.example"]) == .user("m@b.example"))
    #expect(try IterableUser.identity(ids: ["email": "m"]) == .user("email=m"))
    #expect(try IterableUser.identity(ids: ["userId": "4711"]) == .user("4711"))
    for bad in [["email": "m@b.example", "userId": "1"], ["email": ""], ["userId": ""], ["cookie": "c"]] {
      #expect(throws: InboxError.self) { try IterableUser.identity(ids: bad) }
    }
  }

  @Test("VE-2 the vendor's words: what it has and what it lacks, and how its lists are called")
  func capabilities() {
    let plain = IterableBackEnd.capabilities()
    #expect(plain.opensMarkRead)
    #expect(plain.reported == ["open", "click", "close", "delivery"])
    #expect(plain.name(of: EngagementEvent.Kind.open) == "trackInAppOpen")
    #expect(plain.name(of: EngagementEvent.Kind.delivery) == "trackInAppDelivery")
    #expect(plain.changes == [.delete])
    #expect(
      plain.lack(of: .displays) == "Iterable has no event for each display: it counts them once a visit.")
    #expect(plain.lack(of: .liveLine) != nil)
    #expect(plain.name(of: CenterName.primary) == "Inbox")
    let placed = IterableBackEnd.capabilities(placements: [7], isSandbox: true)
    #expect(placed.lack(of: .severalLists) == nil)
    #expect(placed.lack(of: .liveLine) == nil)
    #expect(IterableBackEnd.lists(placements: [7]).map(placed.name(of:)) == ["Inbox", "Placement 7"])
  }

  @Test("VE-10 VE-2 a sandbox's silent pushes mean that a list is to be fetched")
  func pushes() async throws {
    let play = IterablePlay()
    var settings = IterablePlay.tokenSettings
    settings.isSandbox = true
    var pushes: [Push] = []
    for try await push in play.backEnd(settings, token: TokenSource { _ in "a.b.c" }).pushes(
      IterablePlay.maria)
    {
      pushes.append(push)
    }
    #expect(pushes == [.keepAlive, .changed(.primary), .changed(.primary), .changed(nil)])
    #expect(play.requests.map(\.url) == ["https://api.brand.example/api/pushes?email=maria%40brand.example"])
    #expect(play.requests.first?.headers.last == WireHeader("Authorization", "Bearer a.b.c"))
    for bad in [#"{"notificationType":"InAppMove"}"#, #"{"messageId":"m1"}"#, "[]", "x"] {
      #expect(throws: InboxError.self) { try IterablePushWire.decode(Data(bad.utf8)) }
    }
  }
}
