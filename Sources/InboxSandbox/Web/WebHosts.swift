import HTTPTypes
import Hummingbird
import InboxCore
import InboxVendors

/// The HTTPS listener: every host of the campaigns by its Host header (SB-1, UL-1).
struct WebHosts: HTTPResponder {
  /// The app that every site association lists.
  static let appID = "TEAMID1234.example.inbox"

  let account: Account
  let faults: FaultBoard
  let brands: [Brand]

  /// What a host is to a brand.
  private enum Role {
    /// Responsys tracks its links.
    case branded
    /// An email service tracks its links.
    case email
    /// It is a OneLink domain.
    case oneLink
    /// Its universal links open the app.
    case app
  }

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
    if let role = role(of: host) {
      if ["/.well-known/apple-app-site-association", "/apple-app-site-association"].contains(path) {
        return .json(Self.siteAssociation(role))
      }
      if Self.isTracked(role, path, hasQuery: request.uri.query != nil) {
        return try await faults.answer(.links, context: context) {
          try await click(request, host, path, role)
        }
      }
    }
    if let picture = PictureLibrary.picture(host: host, path: path) {
      return try await faults.answer(.pictures, context: context) {
        if request.method == .get { try await account.tookPicture(host: host, path: path) }
        return Response.picture(picture)
      }
    }
    let url = "https://" + host + request.uri.string
    if let page = try await account.hostedPage(url: url) {
      return try await faults.answer(.rich, context: context) { .html(page) }
    }
    return .html(Self.page(url))
  }

  private func role(of host: String) -> Role? {
    for brand in brands {
      switch host {
      case brand.domain: return .branded
      case brand.emailDomain: return .email
      case brand.oneLinkDomain: return .oneLink
      case brand.appDomain: return .app
      default: continue
      }
    }
    return nil
  }

  /// A OneLink with parameters says all itself; only a short one is asked what it stands for.
  private static func isTracked(_ role: Role, _ path: String, hasQuery: Bool) -> Bool {
    switch role {
    case .branded: path == "/pub/acc" || path == "/pub/cc" || path.hasPrefix("/pub/acc/")
    case .email: path == TrackedLink.emailPath
    case .oneLink: !hasQuery && path.split(separator: "/").count == 2
    case .app: false
    }
  }

  private func click(
    _ request: Request, _ host: String, _ path: String, _ role: Role
  ) async throws -> Response {
    // The GET is the click (UL-5); a HEAD only asks what is there.
    guard request.method == .get else { return Response(status: .ok) }
    switch role {
    case .branded: return try await clickResponsys(request, host, path)
    case .email:
      let key = request.query("upn").map(TrackedLink.Key.emailService)
      let link = try await click(key, .emailService, request, host, path)
      return .found(link.oneLink.isEmpty ? link.url : link.oneLink)
    case .oneLink, .app:
      let short = path.split(separator: "/").last.map { TrackedLink.Key.oneLink(String($0)) }
      return .found(try await click(short, .oneLink, request, host, path).oneLink)
    }
  }

  /// The published answer of `/pub/acc` (seeds 000 and 001); `/pub/cc` never leads into the app (UL-3).
  private func clickResponsys(_ request: Request, _ host: String, _ path: String) async throws -> Response {
    let wantsJSON = request.headers[values: .accept].contains { $0.contains("application/json") }
    let kind: ClickKind = path == "/pub/cc" ? .nonApp : wantsJSON ? .app : .browser
    let link = try await click(
      request.query("_ri_").map(TrackedLink.Key.responsys), kind, request, host, path)
    guard kind == .app else { return .found(link.url) }
    let deepLink = link.deepLink(userAgent: request.headers[.userAgent] ?? "")
    return .json(PubWebAnswer(webLink: link.url, deepLink: deepLink).value)
  }

  private func click(
    _ key: TrackedLink.Key?, _ kind: ClickKind, _ request: Request, _ host: String, _ path: String
  ) async throws -> LinkRow {
    let userAgent = request.headers[.userAgent] ?? ""
    guard let key,
      let link = try await account.click(key, host: host, path: path, kind: kind, userAgent: userAgent)
    else { throw Refusal(status: .notFound, error: "\(host) has no such tracked link.") }
    return link
  }

  /// Only links that lead into the app are in it: so `/pub/cc` stays with the browser.
  private static func siteAssociation(_ role: Role) -> JSONValue {
    let paths =
      switch role {
      case .branded: ["/pub/acc", "/pub/acc/*"]
      case .email: [TrackedLink.emailPath]
      case .oneLink, .app: ["/*"]
      }
    return .object([
      "applinks": .object([
        "apps": .array([]),
        "details": .array([
          .object(["appID": .string(appID), "paths": .array(paths.map { .string($0) })])
        ]),
      ])
    ])
  }

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
