import HTTPTypes
import Hummingbird
import InboxVendors

/// A branded domain with the published response of `/pub/acc` (seeds 000 and 001).
///
/// `/pub/cc` never leads into the app (UL-3): its site association leaves that to the browser.
struct BrandedDomain: LinkHost {
  let associatedPaths = ["/pub/acc", "/pub/acc/*"]

  func host(of brand: Brand) -> String? { brand.domain }

  func link(_ request: Request) -> LinkRequest? {
    let path = request.uri.path
    guard path == "/pub/acc" || path == "/pub/cc" || path.hasPrefix("/pub/acc/") else { return nil }
    let wantsJSON = request.headers[values: .accept].contains { $0.contains("application/json") }
    let kind: ClickKind = path == "/pub/cc" ? .nonApp : wantsJSON ? .app : .browser
    return LinkRequest(key: request.query("_ri_").map(TrackedLink.Key.responsys), kind: kind) { row in
      guard kind == .app else { return .found(row.url) }
      let deepLink = row.deepLink(userAgent: request.headers[.userAgent] ?? "")
      return .json(PubWebResponse(webLink: row.url, deepLink: deepLink).value)
    }
  }
}
