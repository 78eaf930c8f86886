import HTTPTypes
import Hummingbird
import InboxModel

/// What an SDK fetches and the sandbox has none of: in-app messages and content blocks as it starts, and consent
/// categories (`RequestFactory.swift` of exponea-ios-sdk, `ApiEndPoint.kt` of exponea-android-sdk).
struct StartRoutes: Sendable {
  let calls: BloomreachCalls

  private static let rows: [(method: HTTPRequest.Method, path: String, list: String)] = [
    (.post, "/webxp/s/{project}/inappmessages", "data"),
    (.post, "/webxp/streams/{stream}/inappmessages", "data"),
    (.post, "/webxp/s/{project}/inappcontentblocks", "in_app_content_blocks"),
    (.post, "/webxp/streams/{stream}/inappcontentblocks", "in_app_content_blocks"),
    (.get, "/wxstatic/projects/{project}/{bundle}", "in_app_content_blocks"),
    (.get, "/wxstatic/streams/{stream}/{bundle}", "in_app_content_blocks"),
    (.get, "/data/v2/projects/{project}/consent/categories", consents),
    // Android's form, without a body.
    (.post, "/data/v2/projects/{project}/consent/categories", consents),
    (.get, "/data/v2/streams/{stream}/consent/categories", consents),
  ]

  private static let consents = "results"

  private static let body = APISchema.object(["customer_ids": .map(.text)])

  var all: [APIRoute] {
    Self.rows.map { method, path, list in
      let hasBody = method == .post && list != Self.consents
      let operation = APIOperation(
        method, path, "In-app messages, content blocks and consent categories, which an SDK asks for: none",
        body: hasBody ? .json(Self.body) : nil,
        returns: .json(.object(["success!": .flag, "\(list)!": .list(.any)])))
      let credentials: [[APIAccess]] =
        path.contains("{project}") ? [[.bloomreachKey]] : [[], [.customerToken]]
      return calls.open(operation, credentials) { request in
        if hasBody { try Self.body.check(try await BloomreachCalls.object(of: request)) }
        return .object(["success": .bool(true), list: .array([])])
      }
    }
  }
}
