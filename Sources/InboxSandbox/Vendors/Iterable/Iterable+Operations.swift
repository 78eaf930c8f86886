import HTTPTypes
import InboxCore

extension Iterable {
  var operations: [APIOperation] {
    IterableWire.Form.allCases.flatMap { form in
      (lists + events + users + servers).map { operation in
        var operation = operation
        operation.path = "/\(form.rawValue)\(operation.path)"
        return operation
      }
    }
  }

  /// What the vendor responds with where it has no data to send.
  private static let status = APIOperation.Content.json(
    .object(["msg!": .text, "code!": .text, "params!": .map(.any).orNull]))

  private func operation(_ operation: APIOperation, isServer: Bool = false) -> APIOperation {
    var operation = operation
    operation.access = isServer ? [[.iterableKey]] : [[.iterableKey], [.iterableKey, .iterableUserToken]]
    for status in [400, 401] { operation.errors[status] = Self.status }
    if operation.body != nil { operation.errors[413] = .json(.object(["error!": .text])) }
    return operation
  }

  private func get(
    _ path: String, _ summary: String, query: [APIOperation.Parameter], isServer: Bool = false,
    returns schema: APISchema
  ) -> APIOperation {
    operation(APIOperation(.get, path, summary, query: query, returns: .json(schema)), isServer: isServer)
  }

  /// A call of one user that returns nothing but success.
  private func post(
    _ path: String, _ summary: String, _ members: KeyValuePairs<String, APISchema>
  ) -> APIOperation {
    var body: [(String, APISchema)] = [("email", .text), ("userId", .text)]
    body += members.map { ($0.key, $0.value) }
    return operation(
      APIOperation(.post, path, summary, body: .json(.object(body)), returns: Self.status))
  }

  private static let who: [APIOperation.Parameter] = [
    .init(name: "email"), .init(name: "userId"),
    .init(name: "platform", schema: .choice(["iOS", "Android", "Web", "OTT"])), .init(name: "packageName"),
    .init(name: "SDKVersion"), .init(name: "systemVersion"),
  ]

  private var lists: [APIOperation] {
    let messages = APISchema.object([
      "inAppMessages!": .list(
        .object(["messageId!": .text, "campaignId": .whole(0), "content!": .map(.any)]))
    ])
    let count = APIOperation.Parameter(name: "count", isRequired: true, schema: .whole(1, Int64(Int32.max)))
    let placements = APISchema.object([
      "placements!": .list(.object(["placementId!": .whole(1), "embeddedMessages!": .list(.map(.any))]))
    ])
    return [
      get("/inApp/getMessages", "The whole inbox", query: Self.who + [count], returns: messages),
      get("/inApp/web/getMessages", "The same for browsers", query: Self.who + [count], returns: messages),
      get(
        "/inApp/getPriorityMessage", "The unread message that comes first", query: Self.who, returns: messages
      ),
      get(
        "/embedded-messaging/messages", "The embedded messages by placement",
        query: Self.who + [
          .init(name: "placementIds", schema: .list(.whole(1))),
          .init(name: "currentMessageIds", schema: .list(.text)),
        ], returns: placements),
      operation(
        APIOperation(
          .get, "/pushes", "Silent pushes: one JSON object a line, until the client goes", query: Self.who,
          returns: .text("application/x-ndjson"))),
      get(
        "/mobile/getRemoteConfiguration", "What an SDK asks for as it starts", query: [], returns: .map(.flag)
      ),
    ]
  }

  private var events: [APIOperation] {
    let context: KeyValuePairs<String, APISchema> = [
      "messageId!": .text, "createdAt": .whole(0), "messageContext": .map(.any),
      "deviceInfo": .object(["deviceId!": .text, "appPackageName!": .text, "platform!": .text]),
      "clickedUrl": .text, "targetUrl": .text, "closeAction": .text, "deleteAction": .text,
      "inboxSessionId": .text, "buttonIdentifier": .text,
    ]
    let impressions = APISchema.list(
      .object(["messageId!": .text, "displayCount!": .whole(0), "displayDuration!": .number]))
    return [
      post("/events/trackInAppDelivery", "A message has arrived", context),
      post("/events/trackInAppOpen", "A message was opened, and is read everywhere", context),
      post("/events/trackInAppClick", "A link of a message was clicked", context),
      post("/events/trackInAppClose", "A message was closed", context),
      post("/events/inAppConsume", "A message was deleted", context),
      post("/embedded-messaging/events/received", "An embedded message has arrived", context),
      post("/embedded-messaging/events/click", "An embedded message was clicked", context),
      post(
        "/events/trackInboxSession", "The inbox was on the screen",
        [
          "inboxSessionId!": .text, "inboxSessionStart!": .whole(0), "inboxSessionEnd!": .whole(0),
          "impressions": impressions,
        ]),
      post(
        "/embedded-messaging/events/session", "Embedded messages were on the screen",
        [
          "session!": .object(["id!": .text, "start!": .whole(0), "end!": .whole(0)]),
          "impressions": impressions,
        ]),
      post(
        "/events/track", "An event of the app's own",
        ["eventName!": .text, "dataFields": .map(.any), "createdAt": .whole(0)]),
      post("/events/trackPushOpen", "A push was tapped on; of no consequence here", [:]),
    ]
  }

  private var users: [APIOperation] {
    let paths = ["/users/{user}", "/users/byUserId/{user}"]
    return [
      post(
        "/users/update", "The fields of a user", ["dataFields": .map(.any), "mergeNestedObjects": .flag]),
      post("/users/registerDeviceToken", "A device of a user; of no consequence here", [:]),
      post("/users/disableDevice", "A device is gone; of no consequence here", [:]),
    ]
      + paths.flatMap { path in
        [
          get(path, "A user", query: [], isServer: true, returns: .object(["user": .map(.any)])),
          operation(APIOperation(.delete, path, "Forgets a user", returns: Self.status), isServer: true),
        ]
      }
  }

  private var servers: [APIOperation] {
    let limit = APIOperation.Parameter(name: "limit", schema: .whole(1, 200))
    let target = APIOperation.Content.json(
      .object(["recipientEmail": .text, "recipientUserId": .text, "campaignId!": .whole(0)]))
    let cancel = APIOperation.Content.json(
      .object(["email": .text, "userId": .text, "campaignId!": .whole(0)]))
    let events = APISchema.object(["events!": .list(.map(.any))])
    return [
      operation(
        APIOperation(
          .post, "/inApp/target", "Sends a campaign to one user", body: target, returns: Self.status),
        isServer: true),
      operation(
        APIOperation(
          .post, "/inApp/cancel", "Takes a campaign back from one user", body: cancel, returns: Self.status),
        isServer: true),
      get("/events/{user}", "What was recorded of a user", query: [limit], isServer: true, returns: events),
      get(
        "/events/byUserId/{user}", "What was recorded of a user", query: [limit], isServer: true,
        returns: events),
    ]
  }
}
