import HTTPTypes
import Hummingbird
import InboxCore

/// The HTTPS listener: every host of the campaigns by its Host header (SB-1, UL-1).
struct WebHosts: HTTPResponder {
  let account: Account
  let faults: FaultBoard
  /// The branded domains.
  let domains: Set<String>

  func respond(to request: Request, context: SandboxContext) async throws -> Response {
    let response: Response
    do {
      response = try await answer(request, context)
    } catch let refusal as Refusal {
      response = refusal.response
    }
    try await account.note(request, response.status)
    return response
  }

  private func answer(_ request: Request, _ context: SandboxContext) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      throw Refusal(status: .methodNotAllowed, error: "Only GET is played here.")
    }
    let host = WebAddress.host(authority: request.head.authority ?? "")
    let path = request.uri.path
    if domains.contains(host) {
      switch path {
      case "/.well-known/apple-app-site-association", "/apple-app-site-association":
        return .json(Self.siteAssociation)
      case "/pub/acc", "/pub/cc":
        return try await faults.answer(.links, context: context) { try await click(request, host, path) }
      case _ where path.hasPrefix("/pub/acc/"):
        return try await faults.answer(.links, context: context) { try await click(request, host, path) }
      default: break
      }
    }
    let url = "https://" + host + request.uri.string
    if let page = try await account.hostedPage(url: url) {
      return try await faults.answer(.rich, context: context) { .html(page) }
    }
    return .html(Self.page(url))
  }

  /// The published answer of `/pub/acc` (seeds 000 and 001); `/pub/cc` never leads into the app (UL-3).
  private func click(_ request: Request, _ host: String, _ path: String) async throws -> Response {
    let userAgent = request.headers[.userAgent] ?? ""
    let wantsJSON = request.headers[values: .accept].contains { $0.contains("application/json") }
    let kind: ClickKind = path == "/pub/cc" ? .nonApp : wantsJSON ? .app : .browser
    // The GET is the click (UL-5); a HEAD only asks what is there.
    guard request.method == .get else { return Response(status: .ok) }
    guard
      let ri = request.query("_ri_"),
      let link = try await account.click(ri: ri, host: host, path: path, kind: kind, userAgent: userAgent)
    else { throw Refusal(status: .notFound, error: "No tracked link of \(host) has this _ri_.") }
    guard kind == .app else { return .found(link.url) }
    let deepLink = link.deepLink(userAgent: userAgent)
    return .json(PubWebAnswer(webLink: link.url, deepLink: deepLink).value)
  }

  private static let siteAssociation = JSONValue.object([
    "applinks": .object([
      "apps": .array([]),
      "details": .array([
        .object([
          "appID": .string("TEAMID1234.example.inbox"),
          "paths": .array([.string("/pub/acc"), .string("/pub/acc/*")]),
        ])
      ]),
    ])
  ])

  private static func page(_ url: String) -> String {
    let shown = url.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][$0] ?? String($0) }
      .joined()
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(shown)</title></head>
      <body><h1>inbox sandbox</h1><p>This page stands for <code>\(shown)</code>.</p></body></html>

      """
  }
}
