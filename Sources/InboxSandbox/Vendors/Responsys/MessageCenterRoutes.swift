import Hummingbird
import InboxModel
import InboxVendors

/// `/mc/v1`: messages (MC-4), rich content (MC-17), displays and opens (EN-8), and the badge (BD-1, BD-5, BD-7).
struct MessageCenterRoutes: Sendable {
  let account: Account
  let credentials: Credentials
  let faults: FaultBoard

  private static let message = APISchema.object([
    "id!": .text, "sent_ts!": .text, "subject!": .text, "message!": .text, "message_center_name": .text,
    "deeplink_url": .text, "richmessage_url": .text, "richmessage_html": .text, "icon_url": .text,
    "expiry_ts": .text, "custom_key_value_pairs": .map(.text),
  ])
  private static let event = APISchema.object([
    "id!": .text, "type!": .choice(["display", "open"]), "identity!": .text, "message_id!": .text,
    "message_center_name": .text, "ts!": .text, "session": .object(["id!": .text, "number!": .whole(0)]),
  ])
  private static let badge = APIOperation.Content.json(.object(["count!": .whole(0), "version": .whole(0)]))

  var all: [APIRoute] { [list, rich, engagements] + badges }

  private var list: APIRoute {
    let operation = APIOperation(
      .get, "/mc/v1/centers/{center}/messages", "The 20 newest unexpired messages of a center",
      returns: .json(.object(["message_center_name!": .text, "messages!": .list(Self.message)])))
    return .responsys(operation, errors: 404) { request, context in
      try await strike(.messages, request, context) { try await messages(request, context) }
    }
  }

  private var rich: APIRoute {
    let operation = APIOperation(
      .get, "/mc/v1/rich/{id}", "Rich content, once for each identity; then 410", returns: .text("text/html"))
    return .responsys(operation, errors: 404, 410) { request, context in
      try await strike(.rich, request, context) { try await richContent(request, context) }
    }
  }

  private var engagements: APIRoute {
    let operation = APIOperation(
      .post, "/mc/v1/engagements", "Displays and opens, each counted once by its id",
      body: .json(.object(["sent_ts": .any, "events!": .list(Self.event)])),
      returns: .json(
        .object([
          "accepted!": .list(.text), "duplicates!": .list(.text), "late": .list(.text),
          "generation": .whole(1),
        ])))
    return .responsys(operation, [.appToken, .accountToken]) { request, context in
      try await strike(.engagements, request, context) { try await accept(request) }
    }
  }

  private var badges: [APIRoute] {
    [
      .responsys(APIOperation(.get, "/mc/v1/badge", "The badge", returns: Self.badge)) {
        request, context in
        try await strike(.badge, request, context) {
          let identity = try credentials.identity(of: request)
          return .json(data: BadgeWire.encodeResponse(try await account.heldBadge(of: identity)))
        }
      },
      .responsys(
        APIOperation(
          .put, "/mc/v1/badge", "Sets the badge; returns what is held, capped at the maximum",
          body: .json(.object(["count!": .whole(0)])), returns: Self.badge)
      ) { request, context in
        try await strike(.badge, request, context) { try await setBadge(request) }
      },
    ]
  }

  /// Responds as the fault of the endpoint says, or as usual where there is none; without the tokens no fault strikes.
  private func strike(
    _ endpoint: FaultEndpoint, _ request: Request, _ context: SandboxContext,
    truly: () async throws -> Response
  ) async throws -> Response {
    try credentials.checkTokens(of: request)
    return try await faults.respond(endpoint, context: context, truly: truly)
  }

  private func messages(_ request: Request, _ context: SandboxContext) async throws -> Response {
    let identity = try credentials.identity(of: request)
    let center = CenterName(try context.parameter("center"))
    let found = try await account.messages(
      center: center, identity: identity, base: context.baseURL(of: request))
    guard let messages = found else {
      throw Refusal(status: .notFound, error: "This app has no message center called “\(center)”.")
    }
    return .json(
      .members([
        "message_center_name": center.rawValue, "messages": messages.map(MessageWire.encode),
      ]))
  }

  /// HTML once for each identity and message, then 410.
  private func richContent(_ request: Request, _ context: SandboxContext) async throws -> Response {
    let identity = try credentials.identity(of: request)
    let id = MessageID(try context.parameter("id"))
    switch try await account.richContent(id, identity: identity) {
    case .html(let html): return .html(html)
    case .servedBefore(let date):
      throw Refusal(status: .gone, error: "served", more: ["served_ts": .string(WireDate.format(date))])
    case .unknown:
      throw Refusal(status: .notFound, error: "No message “\(id)” of this identity has content here.")
    }
  }

  private func accept(_ request: Request) async throws -> Response {
    let body = try await request.bodyData()
    let events = try Refusal.unprocessable { () throws(InboxError) in
      try EngagementWire.decodeRequest(body)
    }
    let result = try await account.accept(events)
    return .json(
      data: EngagementWire.encodeResponse(
        accepted: result.accepted, duplicates: result.duplicates, late: result.late,
        generation: result.generation))
  }

  private func setBadge(_ request: Request) async throws -> Response {
    let identity = try credentials.identity(of: request)
    let body = try await request.bodyData()
    let count = try Refusal.unprocessable { () throws(InboxError) in try BadgeWire.decode(body) }
    return .json(data: BadgeWire.encodeResponse(try await account.setBadge(count, identity: identity)))
  }
}
