public import InboxCore
public import InboxModel

/// Links of Iterable's messages that are none of the web's (wires.md §2.5; iterable-swift-sdk, `InAppHelper`).
public struct IterableLinks: LinkHandler {
  /// What becomes of its links.
  private enum Branch: String, CaseIterable {
    case customAction = "custom-action"
    case dismiss, delete, reserved, local
  }

  /// The classes of its links.
  public static let classes = [LinkClass.iterable]
  /// The branches that its links take.
  public static var branches: [String] { Branch.allCases.map(\.rawValue) }

  /// No host is the vendor's own.
  public func declares(host: String) -> Bool { false }

  /// A web link is an ordinary one.
  public func plan(_ request: LinkRequest, _ link: WebLink, in resolver: LinkResolver) -> LinkPlan? { nil }

  /// Plans a link with a scheme of the vendor's; nil for any other.
  public func plan(appLink request: LinkRequest, in resolver: LinkResolver) -> LinkPlan? {
    guard let end = request.link.firstRange(of: "://") else { return nil }
    let name = String(request.link[end.upperBound...])
    var trail = LinkTrail(
      request, .iterable, branch: "", reason: "", outcome: .deepLink(url: request.link))
    func take(_ branch: Branch, _ reason: String) {
      (trail.branch, trail.reason) = (branch.rawValue, reason)
    }
    switch (request.link[..<end.lowerBound].lowercased(), name) {
    case ("action", _), ("itbl", _):
      take(.customAction, "the app gets the custom action “\(name)” and decides what it does")
      trail.facts["customAction"] = .string(name)
      if let screen = resolver.routes.screen(for: request.link) {
        (trail.outcome, trail.reason) = (.screen(screen), "the app's route table knows this custom action")
      }
    case ("iterable", "dismiss"): take(.dismiss, "the app closes the message")
    case ("iterable", "delete"):
      take(
        .delete,
        "an app deletes the message, also on the server; here nothing but the key that deletes does that")
    case ("iterable", _):
      // What the SDK does not know is for later versions of it.
      take(.reserved, "the scheme is Iterable's own, and its SDKs know no “\(name)”: nothing happens")
    case ("applewebdata", _):
      let text = Self.reported(request.link)
      take(
        .local,
        "a link without a scheme, which iOS takes for a part of the page: the app gets “\(text)”")
    default: return nil
    }
    return LinkPlan(trail)
  }

  /// The link as the vendor's events name it: of a part of the page, what the sender wrote.
  static func reported(_ link: String) -> String {
    guard let end = link.firstRange(of: "://"), link[..<end.lowerBound].lowercased() == "applewebdata" else {
      return link
    }
    let path = link[end.upperBound...].drop { $0 != "/" }.drop { $0 == "/" }
    return path.isEmpty ? link : String(path)
  }
}

extension LinkClass {
  /// A link that an app with Iterable's SDK does not open, but acts on.
  public static let iterable = Self("iterable-action", isTracked: false)
}
