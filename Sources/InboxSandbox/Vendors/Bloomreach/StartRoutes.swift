import struct Foundation.Date
import HTTPTypes
import InboxModel

/// What an app asks for as it starts: customer tokens, as the vendor's example app does, and in-app messages, content
/// blocks and consent categories, of which there are none (`RequestFactory.swift` and `ApiEndPoint.kt` of the SDKs).
struct StartRoutes: Sendable {
  let calls: BloomreachCalls

  private static let rows: [(method: HTTPRequest.Method, path: String, list: String)] = [
    (.post, "/webxp/s/{project}/inappmessages", "data"),
    (.post, "/webxp/streams/{stream}/inappmessages", "data"),
    (.post, "/webxp/s/{project}/inappcontentblocks", "in_app_content_blocks"),
    (.post, "/webxp/streams/{stream}/inappcontentblocks", "in_app_content_blocks"),
    (.get, "/wxstatic/projects/{project}/{bundle}", "in_app_content_blocks"),
    (.get, "/wxstatic/streams/{stream}/{bundle}", "in_app_content_blocks"),
    (.get, "/data/v2/projects/{project}/consent/categories", "results"),
    // Android's form, without a body.
    (.post, "/data/v2/projects/{project}/consent/categories", "results"),
    (.get, "/data/v2/streams/{stream}/consent/categories", "results"),
  ]
  private static let body: APISchema = ["customer_ids": .map(.text)]

  var all: [APIRoute] {
    Self.rows.map { method, path, list in
      let body = method == .post && list != "results" ? Self.body : nil
      return calls.route(
        path, "In-app messages, content blocks and consent categories, which an SDK asks for: none",
        method: method, body, returns: .json(["success!": .flag, "\(list)!": .list(.any)]),
        path.contains("{project}") ? [[.bloomreachKey]] : [[], [.customerToken]]
      ) { post in
        try body?.check(post.body)
        return .object(["success": .bool(true), list: .array([])])
      }
    } + [token]
  }

  /// For how many seconds a token is valid where the app does not say.
  private static let lifetime: Int64 = 3_600
  private static let tokenBody: APISchema = [
    "project_id!": .text, "kid!": .text, "sub!": BloomreachCalls.ids, "exp?": .moment,
  ]

  private var token: APIRoute {
    calls.route(
      "/webxp/exampleapp/customertokens", "Hands out a customer token, as the example app's server",
      Self.tokenBody, returns: .json(["customer_token!": .text, "expire_time!": .whole(0)]), [], for: .tokens
    ) { post in
      try Self.tokenBody.check(post.body)
      let ids = try CustomerIDs(post.body["sub"])
      let now = Int64(calls.account.clock.date.timeIntervalSince1970)
      let expiry = post.body["exp"]?.number.map { Int64($0) } ?? now + Self.lifetime
      let tokens = calls.world.tokens
      let token = JSONWebToken.make(
        keyID: tokens[.customerTokenKeyID], claims: .init(["sub": ids.all, "iat": now, "exp": expiry]),
        secret: tokens[.customerTokenSecret])
      return .members(["customer_token": token, "expire_time": expiry])
    }
  }
}
