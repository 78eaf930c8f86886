import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// What goes to Bloomreach's App Inbox, by whom it is authorized, and what statuses mean.
struct BloomreachRequestTests {
  private static let head = "Accept: application/json\nContent-Type: application/json\nAuthorization: "

  @Test("VE-9 a fetch names the customer, the application and the last token, signed with the project's key")
  func fetch() async throws {
    let play = BloomreachPlay(#"{"success":true}"#, #"{"success":true}"#)
    _ = try await play.page()
    _ = try await play.page("t1")
    let place = "POST https://api.exponea.com/webxp/projects/p-1/appinbox/fetch\n\(Self.head)Token pk\n"
    let ids = #"{"application_id":"default-application","customer_ids":{"cookie":"c-1","registered":"maria"}"#
    #expect(play.sent == [place + ids + "}", place + ids + #","sync_token":"t1"}"#])
    #expect(play.requests.allSatisfy { !$0.changes && $0.about == [.user("maria")] })
    #expect(play.renewals.isEmpty)
  }

  @Test("VE-9 a customer token signs App Inbox alone; a stream has paths of its own and signs all")
  func modes() async throws {
    let body =
      #"{"application_id":"default-application","customer_ids":{"cookie":"c-1","registered":"maria"}}"#
    let play = BloomreachPlay(#"{"success":true}"#, #"{"success":true}"#, "", tokens: ["j1", "j2", "j3"])
    _ = try await play.page(nil, BloomreachPlay.customerToken)
    _ = try await play.backEnd(BloomreachPlay.customerToken).change?([BloomreachPlay.change()])
    let event = Self.event(.object(["a": .integer(1)]))
    _ = try await play.backEnd(BloomreachPlay.customerToken).report([event], .at(9))
    let base = "POST https://api.brand.example"
    #expect(
      play.sent == [
        "\(base)/webxp/projects/p-1/appinbox/fetch\n\(Self.head)Bearer j1\n\(body)",
        "\(base)/webxp/projects/p-1/appinbox/markasread\n\(Self.head)Bearer j2\n\(Self.mark)",
        "\(base)/track/v2/projects/p-1/customers/events\n\(Self.head)Token pk\n" + #"{"a":1}"#,
      ])
    #expect(play.requests.map(\.changes) == [false, true, true])
    let stream = BloomreachPlay(#"{"success":true}"#, #"{"success":true}"#, "", tokens: ["j1"])
    _ = try await stream.page(nil, BloomreachPlay.stream)
    _ = try await stream.backEnd(BloomreachPlay.stream).change?([BloomreachPlay.change()])
    _ = try await stream.backEnd(BloomreachPlay.stream).report([event], .at(9))
    let app = body.replacing("default-application", with: "shop.app")
    #expect(
      stream.sent == [
        "\(base)/webxp/streams/s%201/appinbox/fetch\n\(Self.head)Bearer j1\n\(app)",
        "\(base)/webxp/streams/s%201/appinbox/markasread\n\(Self.head)Bearer j1\n\(Self.mark)",
        "\(base)/track/u/v1/customers/events?stream_id=s%201\n\(Self.head)Bearer j1\n" + #"{"a":1}"#,
      ])
    #expect(stream.renewals == [false, false, false])
  }

  @Test(
    "VE-7 VE-9 without a customer token nothing is sent, and the key does not take its place",
    arguments: [BloomreachPlay.customerToken, BloomreachPlay.stream])
  func noToken(settings: BloomreachSettings) async throws {
    let play = BloomreachPlay([])
    let error = InboxError.configuration(
      "This profile reads Bloomreach with a customer token, and customer-token gives none. Nothing was sent."
    )
    await #expect(throws: error) { try await play.page(nil, settings) }
    await #expect(throws: error) { try await play.backEnd(settings).change?([BloomreachPlay.change()]) }
    #expect(play.sent == [] && RetryPolicy().disposition(of: error) == .pause)
  }

  @Test(
    "VE-7 VE-9 a token that is refused is made anew and the request goes once more; 403 fails at once",
    arguments: [
      (BloomreachPlay.stream, [401, 200], ["j1", "j2"], ["j1", "j2"]),
      (BloomreachPlay.stream, [401, 401], ["j1"], ["j1", "j1"]),
      (BloomreachPlay.stream, [403], ["j1", "j2"], ["j1"]),
      (BloomreachPlay.stream, [401], ["j1", nil], ["j1"]),
      (BloomreachPlay.customerToken, [401, 200], ["j1", "j2"], ["j1", "j2"]),
      (BloomreachPlay.customerToken, [401], ["j1"], ["j1"]),
    ] as [(BloomreachSettings, [Int], [String?], [String])])
  func renewal(settings: BloomreachSettings, statuses: [Int], tokens: [String?], sent: [String]) async throws
  {
    let body = Data(#"{"success":true}"#.utf8)
    let play = BloomreachPlay(statuses.map { WireResponse(status: $0, body: body) }, tokens: tokens)
    var refusal: InboxError?
    do throws(InboxError) { _ = try await play.page(nil, settings) } catch { refusal = error }
    #expect(play.requests.map { $0.headers.last?.value } == sent.map { "Bearer \($0)" })
    #expect((refusal?.kind == "unauthorized") == (statuses.last != 200))
    // A stream waits as the iOS SDK does; a project's customer token is new at once.
    let isStream = settings == BloomreachPlay.stream
    #expect(play.waits == (isStream && sent.count == 2 ? [1] : []))
  }

  @Test(
    "VE-9 EN-8 what was sent with a token that is gone is refused for good, and holds up nothing behind it")
  func refusedForGood() async throws {
    let error = InboxError.refused(status: 410, detail: "what it was sent with is gone")
    let play = BloomreachPlay(Array(repeating: WireResponse(status: 410), count: 2))
    await #expect(throws: error) { try await play.backEnd().change?([BloomreachPlay.change()]) }
    await #expect(throws: error) { try await play.backEnd().report([Self.event(.null)], .at(0)) }
    #expect(RetryPolicy().disposition(of: error) == .drop)
    // A redirect says nothing of what was sent.
    #expect(RetryPolicy().disposition(of: .refused(status: 302, detail: "")) == .retry)
  }

  @Test("VE-9 a status says what is wrong in the profile; a redirect has taken nothing")
  func statuses() async throws {
    let key =
      "Bloomreach refuses the API key (status 401: d). Correct api-key and project-token in the profile; what waits in the "
      + "outbox stays there until then."
    let place =
      "Bloomreach does not know the address or the project (status 404). Correct base-url and project-token in the "
      + "profile, and have App Inbox switched on for the project."
    let cases: [(Int, InboxError)] = [
      (401, .credentialsRefused(key)),
      (403, .credentialsRefused(key.replacing("401", with: "403"))), (404, .configuration(place)),
      (400, .refused(status: 400, detail: "d")), (302, .refused(status: 302, detail: "d")),
      (429, .serverBusy(status: 429, retryAfter: 3)), (503, .serverBusy(status: 503, retryAfter: 3)),
    ]
    for (status, error) in cases {
      let play = BloomreachPlay(
        Array(repeating: WireResponse(status: status, retryAfter: 3, detail: "d"), count: 3))
      await #expect(throws: error) { try await play.page() }
      await #expect(throws: error) { try await play.backEnd().change?([BloomreachPlay.change()]) }
      await #expect(throws: error) { try await play.backEnd().report([Self.event(.null)], .at(0)) }
      #expect(play.sent.count == 3)
    }
  }

  @Test("VE-9 410 drops the token and fetches the whole list once; 410 without a token is an error")
  func gone() async throws {
    let gone = WireResponse(status: 410)
    let list = WireResponse(status: 200, body: Data(#"{"success":true,"sync_token":"new"}"#.utf8))
    let play = BloomreachPlay([gone, list])
    let page = try await play.page("old")
    #expect(page.absence == .unlisted(cap: nil) && page.cursor == FetchCursor("new"))
    #expect(play.sent.map { $0.contains("sync_token") } == [true, false])
    let error = InboxError.refused(
      status: 410, detail: "the list is gone, though it was asked for without a sync token")
    let twice = BloomreachPlay([gone, gone, gone])
    await #expect(throws: error) { try await twice.page("old") }
    #expect(twice.sent.count == 2)
    let lost = try await BloomreachPlay([gone]).backEnd().fetch(
      FetchRequest(.primary, .user("maria"), cursor: FetchCursor("old")))
    #expect(lost.isCursorGone && refusal(of: lost) == .noNetwork("nothing is left to play"))
    let first = BloomreachPlay([gone, gone])
    await #expect(throws: error) { try await first.page() }
    #expect(first.sent.count == 1)
  }

  private func refusal(of response: FetchResponse) -> InboxError? {
    do throws(InboxError) {
      _ = try response.page()
      return nil
    } catch { return error }
  }

  private static let mark =
    #"{"customer_ids":{"cookie":"c-0","registered":"maria"},"message_ids":["m1"],"sync_token":"t0"}"#

  @Test("VE-4 VE-9 a mark names the ids and the token of the fetch")
  func mark() async throws {
    let play = BloomreachPlay(#"{"success":true}"#)
    let backEnd = play.backEnd()
    #expect(try await backEnd.change?([BloomreachPlay.change()]) == [.numbered(1)])
    #expect(
      play.sent == [
        "POST https://api.exponea.com/webxp/projects/p-1/appinbox/markasread\n\(Self.head)Token pk\n\(Self.mark)"
      ])
  }

  @Test(
    "VE-4 VE-9 EN-8 a mark or an event that the server says it did not take is refused for good in its words; else the status counts",
    arguments: [
      (200, #"{"success":false,"errors":["no such message","x"]}"#, "no such message; x"),
      (200, #"{"success":false,"errors":{"_global":["no such message"]}}"#, "no such message"),
      (201, #"{"success":false}"#, "it says that it is not a success"),
      (200, "", nil), (204, "", nil), (200, "{}", nil), (200, " ", nil), (200, #"{"success":true}"#, nil),
    ] as [(Int, String, String?)])
  func taken(status: Int, body: String, reason: String?) async throws {
    let response = WireResponse(status: status, body: Data(body.utf8))
    let play = BloomreachPlay([response, response])
    let error = reason.map { InboxError.refused(status: status, detail: $0) }
    let backEnd = play.backEnd()
    guard let error else {
      #expect(try await backEnd.change?([BloomreachPlay.change()]) == [.numbered(1)])
      #expect(try await backEnd.report([Self.event(.null)], .at(0)).accepted == [.numbered(1)])
      return
    }
    await #expect(throws: error) { try await backEnd.change?([BloomreachPlay.change()]) }
    await #expect(throws: error) { try await backEnd.report([Self.event(.null)], .at(0)) }
    #expect(RetryPolicy().disposition(of: error) == .drop)
  }

  @Test(
    "VE-9 a mark without stamped ids and token is refused for good, and so is what the vendor does not take")
  func noMark() async throws {
    let play = BloomreachPlay([])
    let none = [
      nil, MessageStamp("?"), MessageStamp(#"{"customer_ids":{}}"#),
      MessageStamp(#"{"customer_ids":{"cookie":"c"}}"#),
    ]
    let changes =
      none.map { BloomreachPlay.change(.read, $0) }
      + [BloomreachPlay.change(.unread), BloomreachPlay.change(.delete)]
    for change in changes {
      do throws(InboxError) {
        _ = try await play.backEnd().change?([change])
        Issue.record("it was sent")
      } catch {
        #expect(error.kind == "unsupported" && RetryPolicy().disposition(of: error) == .drop)
      }
    }
    #expect(play.sent == [])
  }

  static func event(_ payload: JSONValue?) -> EngagementEvent {
    EngagementEvent(
      id: .numbered(1), kind: .open, identity: .user("maria"), session: nil, message: .numbered(1),
      time: .at(0), payload: payload)
  }

  @Test("VE-2 it has one list of increments, read marks, opens and clicks, and nothing else")
  func capabilities() {
    let capabilities = BloomreachBackEnd.capabilities
    #expect(capabilities.lists == .one && capabilities.paging == .increment)
    #expect(capabilities.changes == [.read] && capabilities.reported == ["open", "click"])
    #expect(capabilities.cap == nil && capabilities.retentionDays == nil && capabilities.batch == 1)
    #expect(capabilities.badge == .none && !capabilities.liveLine && capabilities.readBack)
    #expect(capabilities.name(of: .open) == "campaign/opened")
    #expect(capabilities.name(of: .click) == "campaign/clicked")
    #expect(capabilities.lack(of: .displays) == "Bloomreach has no display event.")
  }

  @Test("VE-3 a cursor dies with project, application and installation")
  func application() {
    let places = [
      BloomreachPlay.project, BloomreachPlay.customerToken, BloomreachPlay.stream,
      BloomreachSettings(.project(token: "p-2", key: "pk"), cookie: "c-1"),
      BloomreachSettings(.project(token: "p-1", key: "pk"), cookie: "c-2"),
      BloomreachSettings(.project(token: "p-1", key: "pk"), cookie: "c-1", applicationID: "other"),
    ].map { BloomreachPlay([]).backEnd($0).application }
    #expect(Set(places).count == 6 && !places.contains(""))
  }

  @Test(
    "VE-1 an application id is small words with single hyphens or dots",
    arguments: [
      ("default-application", true), ("a", true), ("com.brand.app-2", true), ("", false), ("A", false),
      ("a--b", false), ("-a", false), ("a.", false), ("a_b", false), ("é", false),
      (String(repeating: "a", count: 50), true), (String(repeating: "a", count: 51), false),
    ])
  func applicationID(text: String, isGood: Bool) {
    #expect(BloomreachSettings.isApplicationID(text) == isGood)
  }
}
