import Hummingbird

/// A vendor as the sandbox plays it.
///
/// Another vendor is a folder beside the others in `Vendors`, and one line in ``BackEndRouter/standIns(_:_:_:)``.
protocol StandIn: Sendable {
  /// Adds the paths of its back end over HTTP.
  func add(to router: Router<SandboxContext>)

  /// Those paths for a person with curl, in `GET /sandbox`; nil where it has none.
  var overview: String? { get }

  /// The hosts that its links lead to over HTTPS.
  var linkHosts: [any LinkHost] { get }
}

extension StandIn {
  func add(to router: Router<SandboxContext>) {}

  var overview: String? { nil }
}

/// One host of each brand on which a vendor follows links.
protocol LinkHost: Sendable {
  func host(of brand: Brand) -> String?

  /// What its site association lists: only what leads into the app.
  var associatedPaths: [String] { get }

  /// The tracked link that is requested; nil for another page.
  func link(_ request: Request) -> LinkRequest?
}

/// A request for a tracked link.
struct LinkRequest {
  /// Nil where the request lacks it.
  var key: TrackedLink.Key?
  var kind: ClickKind
  var response: (LinkRow) -> Response
}
