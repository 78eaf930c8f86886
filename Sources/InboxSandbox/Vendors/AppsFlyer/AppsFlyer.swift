import Hummingbird

/// AppsFlyer's OneLinks, and the click domain of an email service that leads to them (UL-10).
struct AppsFlyer: StandIn {
  let linkHosts: [any LinkHost] = [EmailDomain(), OneLinkDomain()]

  let world: SandboxWorld

  /// The click domain of an email service.
  private struct EmailDomain: LinkHost {
    let associatedPaths = [TrackedLink.emailPath]

    func host(of brand: Brand) -> String? { brand.emailDomain }

    func link(_ request: Request) -> LinkRequest? {
      guard request.uri.path == TrackedLink.emailPath else { return nil }
      let key = request.query("upn").map(TrackedLink.Key.emailService)
      return LinkRequest(key: key, kind: .emailService) { .found($0.oneLink.isEmpty ? $0.url : $0.oneLink) }
    }
  }

  /// A OneLink with parameters needs no look-up; a short one is looked up.
  private struct OneLinkDomain: LinkHost {
    let associatedPaths = ["/*"]

    func host(of brand: Brand) -> String? { brand.oneLinkDomain }

    func link(_ request: Request) -> LinkRequest? {
      let parts = request.uri.path.split(separator: "/")
      guard request.uri.query == nil, parts.count == 2 else { return nil }
      return LinkRequest(key: .oneLink(String(parts[1])), kind: .oneLink) { .found($0.oneLink) }
    }
  }
}
