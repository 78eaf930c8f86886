import HTTPTypes
import Hummingbird
import InboxCore
import InboxModel

/// The HTTPS listener: every host of the campaigns by its Host header (SB-1, UL-1), and the back ends of vendors (VE-13).
struct WebHosts: HTTPResponder {
  /// The app that every site association lists.
  static let appID = "TEAMID1234.example.inbox"

  let door: SpaceDoor
  let brands: [Brand]
  let vendors: [any LinkHost]
  let hosts: Set<String>

  func respond(to request: Request, context: SandboxContext) async throws -> Response {
    let host = WebAddress.host(authority: request.head.authority ?? "")
    let isBrand = hosts.contains(host)
    // Each host of a brand belongs to the main space as a whole.
    let visit = try await isBrand ? door.main(request, context) : door.visit(request, context)
    if let backEnd = visit.space.backEnds.responder(
      host: host, path: visit.request.uri.path, isBrand: isBrand)
    {
      return try await backEnd.respond(to: visit.request, context: visit.context)
    }
    guard isBrand || !SpaceDoor.namesSpace(request.uri.path) else {
      let response = Refusal(status: .notFound, error: "Over HTTPS a space has its vendors' paths alone.")
        .response
      try await door.main(request, context).space.account.log(request, response.status)
      return response
    }
    let link = vendor(of: host)?.link(request)
    let url = "https://" + host + request.uri.string
    let page = try await link == nil ? door.spaces.register.hostedPage(url: url) : nil
    let owner: Space? =
      if let key = link?.key {
        try await door.spaces.space(of: key, host: host)
      } else if let page {
        try await door.spaces.space(page.space)
      } else { nil }
    // The token of a space that a path names is asked for by its vendors' back ends alone.
    let main = try await isBrand ? visit : door.main(request, context)
    let space = owner ?? main.space
    let response: Response
    do {
      response = try await respond(request, host, context, space, link, page: page?.html)
    } catch let refusal as Refusal {
      response = refusal.response
    }
    await space.account.log(request, response.status)
    return response
  }

  private func respond(
    _ request: Request, _ host: String, _ context: SandboxContext, _ space: Space, _ link: LinkRequest?,
    page: String?
  ) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      throw Refusal(status: .methodNotAllowed, error: "Only GET is played here.")
    }
    let path = request.uri.path
    if let vendor = vendor(of: host),
      ["/.well-known/apple-app-site-association", "/apple-app-site-association"].contains(path)
    {
      return .json(Self.siteAssociation(vendor.associatedPaths))
    }
    if let link { return try await follow(link, request, host, context, space) }
    // A HEAD only asks what is there: it counts nothing and uses up no fault.
    let loads = request.method == .get
    if let picture = PictureLibrary.picture(host: host, path: path) {
      guard loads, hosts.contains(host) else { return .picture(picture) }
      return try await space.faults.respond(.pictures, context: context) {
        try await space.account.recordPicture(host: host, path: path)
        return Response.picture(picture)
      }
    }
    guard let page else { return .html(Self.page("https://" + host + request.uri.string)) }
    guard loads else { return .html(page) }
    return try await space.faults.respond(.rich, context: context) { .html(page) }
  }

  /// The vendor whose links are on a host, by the first brand that has it.
  private func vendor(of host: String) -> (any LinkHost)? {
    for brand in brands {
      if let vendor = vendors.first(where: { $0.host(of: brand) == host }) { return vendor }
    }
    return nil
  }

  private func follow(
    _ link: LinkRequest, _ request: Request, _ host: String, _ context: SandboxContext, _ space: Space
  ) async throws -> Response {
    guard let key = link.key, let found = try await space.account.link(key, host) else {
      throw Refusal(status: .notFound, error: "\(host) has no such tracked link.")
    }
    // The GET is the click (UL-5).
    guard request.method == .get else { return Response(status: .ok) }
    let userAgent = request.headers[.userAgent] ?? ""
    return try await space.faults.respond(.links, context: context) {
      try await space.account.click(
        found, host: host, path: request.uri.path, kind: link.kind, userAgent: userAgent)
      return link.response(found.row)
    }
  }

  private static func siteAssociation(_ paths: [String]) -> JSONValue {
    let details = JSONValue.members(["appID": appID, "paths": paths])
    return .members([
      "applinks": JSONValue.members(["apps": JSONValue.array([]), "details": [details]])
    ])
  }

  private static func page(_ url: String) -> String {
    let shown = HTMLText.escaped(url)
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(shown)</title></head>
      <body><h1>inbox sandbox</h1><p>This page stands for <code>\(shown)</code>.</p></body></html>

      """
  }
}
