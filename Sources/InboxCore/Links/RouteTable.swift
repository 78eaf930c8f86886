import InboxModel

/// The app's routes: which deep link shows which screen (UL-14).
public struct RouteTable: Hashable, Sendable {
  /// One line of the table.
  public struct Route: Hashable, Sendable, Codable {
    /// `shop://products/{id}`: a part in braces stands for any one part.
    public var pattern: String
    /// What the screen is called.
    public var screen: String

    /// Takes its parts as they are; nothing is checked.
    public init(pattern: String, screen: String) {
      self.pattern = pattern
      self.screen = screen
    }

    /// Why no link can match the pattern, as a sentence; nil for one that links can match.
    public var flaw: String? {
      guard let parts = Parts(pattern), parts.scheme.utf8.isURLScheme else {
        return "it has no scheme. Write it like shop://products/{id}."
      }
      guard !pattern.contains(where: { "?#".contains($0) }) else {
        return "what follows “?” or “#” in a link is not compared. Leave it out."
      }
      guard let part = parts.path.first(where: { !Self.isPart($0) }) else { return nil }
      return "“\(part)” is not a part of a link: braces stand around a whole part and its name, as in {id}."
    }

    /// Whether it is a text without braces, or braces around a name.
    private static func isPart(_ text: String) -> Bool {
      let isNamed = text.hasPrefix("{") && text.hasSuffix("}") && text.count > 2
      return !(isNamed ? text.dropFirst().dropLast() : text[...]).contains { "{}".contains($0) }
    }
  }

  /// The lines; the first that matches decides.
  public var routes: [Route]

  /// Takes its parts as they are; nothing is checked.
  public init(_ routes: [Route]) { self.routes = routes }

  /// The screen of a deep link, nil when no route matches.
  ///
  /// Scheme and host are compared without case.
  public func screen(for link: String) -> AppScreen? {
    guard let target = Parts(link) else { return nil }
    for route in routes {
      guard let pattern = Parts(route.pattern), let parameters = pattern.match(target) else { continue }
      return AppScreen(
        title: route.screen, trail: target.trail, parameters: parameters, url: link)
    }
    return nil
  }

  /// The screen of a OneLink: its `deep_link_value` where that is a deep link itself, else `onelink://` and the value
  /// (decision of ours: the vendor leaves it to the app); its subs are parameters of the screen.
  public func screen(
    forDeepLinkValue value: String, subs: [AppScreen.Parameter], url: String
  ) -> AppScreen? {
    let link = value.contains("://") ? value : "onelink://\(value)"
    guard var screen = screen(for: link) else { return nil }
    screen.parameters += subs
    screen.url = url
    return screen
  }

  private struct Parts {
    var scheme: String
    var path: [String]

    init?(_ text: String) {
      // By scalars: a part may begin with a mark, which Swift's characters join to the sign before it.
      let scalars = text.unicodeScalars
      guard let colon = scalars.firstIndex(of: ":") else { return nil }
      scheme = text[..<colon].lowercased()
      let rest = scalars[scalars.index(after: colon)...].prefix { $0 != "?" && $0 != "#" }
      path = rest.split(separator: "/").map { String(Substring($0)) }
    }

    /// What a person reads: a web link begins with its host.
    var trail: [String] { ["http", "https"].contains(scheme) ? path : [scheme] + path }

    /// The values of the parts in braces, or nil when the two do not match.
    func match(_ target: Parts) -> [AppScreen.Parameter]? {
      guard scheme == target.scheme, path.count == target.path.count else { return nil }
      var parameters: [AppScreen.Parameter] = []
      for (index, pair) in zip(path, target.path).enumerated() {
        if pair.0.hasPrefix("{"), pair.0.hasSuffix("}") {
          parameters.append(.init(name: String(pair.0.dropFirst().dropLast()), value: pair.1))
        } else if index == 0 ? pair.0.lowercased() != pair.1.lowercased() : pair.0 != pair.1 {
          return nil
        }
      }
      return parameters
    }
  }
}
