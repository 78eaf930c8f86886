import HTTPTypes
import Hummingbird
import InboxModel

/// What an SDK fetches as it starts, and of which a sandbox has nothing: in-app messages and content blocks
/// (`RequestFactory.swift` of exponea-ios-sdk, `ApiEndPoint.kt` of exponea-android-sdk).
struct StartRoutes: Sendable {
  let calls: BloomreachCalls

  private static let rows: [(method: HTTPRequest.Method, path: String, list: String)] = [
    (.post, "/webxp/s/{project}/inappmessages", "data"),
    (.post, "/webxp/streams/{stream}/inappmessages", "data"),
    (.post, "/webxp/s/{project}/inappcontentblocks", "in_app_content_blocks"),
    (.post, "/webxp/streams/{stream}/inappcontentblocks", "in_app_content_blocks"),
    (.get, "/wxstatic/projects/{project}/{bundle}", "in_app_content_blocks"),
    (.get, "/wxstatic/streams/{stream}/{bundle}", "in_app_content_blocks"),
  ]

  private static let body = APISchema.object(["customer_ids": .map(.text)])

  var all: [APIRoute] {
    Self.rows.map { method, path, list in
      let operation = APIOperation(
        method, path, "In-app messages and content blocks, which an SDK asks for as it starts: none",
        body: method == .get ? nil : .json(Self.body),
        returns: .json(.object(["success!": .flag, "\(list)!": .list(.any)])))
      let credentials: [[APIAccess]] =
        path.contains("{project}") ? [[.bloomreachKey]] : [[], [.customerToken]]
      return calls.route(operation, credentials) { request, context in
        _ = try await calls.access.grant(request, context, for: .tracking)
        if method == .post { try Self.body.check(BloomreachCalls.object(try await request.bodyData())) }
        return .json(.object(["success": .bool(true), list: .array([])]))
      }
    }
  }
}
