import Hummingbird

/// A vendor as the sandbox plays it.
///
/// Another vendor is a folder beside the others in `Vendors`, one line in ``BackEndRouter/kinds``, and a case of
/// ``VendorName``.
protocol StandIn: Sendable {
  static var tokens: [TokenName] { get }

  /// The kinds of message and inbox events that the vendor's wire has (wires.md 1.4, 2.3 and 2.4); none where receipts
  /// have lists of their own.
  static var events: [VendorName: Set<VendorReceipt.Kind>] { get }

  init(world: SandboxWorld)

  /// The vendor, where its back end has a path and a host of its own; nil where its paths are the sandbox's.
  var vendor: VendorName? { get }

  var world: SandboxWorld { get }

  /// What `endpoint.json` has for its clients besides its address and those of its tokens that have a key.
  var more: [String: String] { get }

  /// The prefixes of its paths; empty for none.
  var basePaths: [String] { get }

  /// The paths of its back end, as the vendor writes them, without a prefix.
  var routes: [APIRoute] { get }

  /// What a person with curl must know of the paths, in `GET /sandbox`; nil for nothing.
  var note: String? { get }

  /// The hosts that its links lead to over HTTPS.
  var linkHosts: [any LinkHost] { get }
}

extension StandIn {
  static var tokens: [TokenName] { [] }

  static var events: [VendorName: Set<VendorReceipt.Kind>] { [:] }

  var vendor: VendorName? { nil }

  var more: [String: String] { [:] }

  /// What its clients need besides its address: ``more``, and the tokens that have a key.
  var keys: [String: String] {
    Self.tokens.reduce(into: more) { keys, token in
      if let key = token.key { keys[key] = world.tokens[token] }
    }
  }

  var basePaths: [String] { [vendor?.basePath ?? ""] }

  var routes: [APIRoute] { [] }

  var note: String? { nil }

  var linkHosts: [any LinkHost] { [] }
}

/// Everything that a stand-in is made of.
struct SandboxWorld: Sendable {
  let account: Account
  let tokens: SandboxTokens
  let faults: FaultBoard
  let campaigns: [Campaign]
}

/// A kind of host, one for each brand, where a vendor follows links.
protocol LinkHost: Sendable {
  func host(of brand: Brand) -> String?

  /// The paths of its site association: only those that lead into the app.
  var associatedPaths: [String] { get }

  /// The tracked link that a request names; nil for another page.
  func link(_ request: Request) -> LinkRequest?
}

extension LinkHost {
  func link(_ request: Request) -> LinkRequest? { nil }
}

struct LinkRequest {
  /// Nil where the request lacks it.
  var key: TrackedLink.Key?
  var kind: ClickKind
  var response: (LinkRow) -> Response
}
