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
    switch request.link[..<end.lowerBound].lowercased() {
    case "action", "itbl": return action(name, request, resolver)
    case "iterable": return own(name, request)
    case "applewebdata":
      let text = Self.reported(request.link)
      return plan(
        request, .local,
        "a link without a scheme, which iOS takes for a part of the page: the app gets “\(text)”")
    default: return nil
    }
  }

  /// The link as the vendor's events name it: of a part of the page, what the sender wrote.
  static func reported(_ link: String) -> String {
    guard let end = link.firstRange(of: "://"), link[..<end.lowerBound].lowercased() == "applewebdata" else {
      return link
    }
    let path = link[end.upperBound...].drop { $0 != "/" }.drop { $0 == "/" }
    return path.isEmpty ? link : String(path)
  }

  private func action(_ name: String, _ request: LinkRequest, _ resolver: LinkResolver) -> LinkPlan {
    let screen = resolver.routes.screen(for: request.link)
    var plan = plan(
      request, .customAction,
      screen == nil
        ? "the app gets the custom action “\(name)” and decides what it does"
        : "the app's route table knows this custom action")
    if let screen { plan.trail.outcome = .screen(screen) }
    plan.trail.facts["customAction"] = .string(name)
    return plan
  }

  /// What the SDK does by itself; the rest of the scheme is for later versions of it.
  private func own(_ name: String, _ request: LinkRequest) -> LinkPlan {
    switch name {
    case "dismiss": plan(request, .dismiss, "the app closes the message")
    case "delete":
      plan(
        request, .delete,
        "an app deletes the message, also on the server; here nothing but the key that deletes does that")
    default:
      plan(
        request, .reserved, "the scheme is Iterable's own, and its SDKs know no “\(name)”: nothing happens")
    }
  }

  private func plan(_ request: LinkRequest, _ branch: Branch, _ reason: String) -> LinkPlan {
    LinkPlan(
      LinkTrail(
        request, .iterable, branch: branch.rawValue, reason: reason, outcome: .deepLink(url: request.link)))
  }
}

extension LinkClass {
  /// A link that an app with Iterable's SDK does not open, but acts on.
  public static let iterable = Self("iterable-action", isTracked: false)
}
