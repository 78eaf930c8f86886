import Foundation
import InboxCore
import InboxModel
import InboxTransport
import InboxVendors

/// A profile's setting for changes on its servers (VE-8).
nonisolated enum Writes: String, CaseIterable, Sendable {
  /// The person is asked once, for servers beyond this machine.
  case ask
  case allow
  case never
}

/// Whether this run may change anything on a server (VE-8); each reason is the end of a sentence.
nonisolated struct WriteAccess: Hashable, Sendable {
  /// Why no request that changes a server is sent; nil where some are.
  var withholding: String?
  /// The hosts that may be changed; ``EmailLinkPolicy/anyOneLink`` stands for every host of a OneLink.
  var allowed: Set<String> = []
  /// Why nothing may be changed on a host, by host.
  var refused: [String: String] = [:]
  /// Whether a tracked link may be requested from a host beyond this machine that no reply is about.
  var allowsOthers = true

  /// Everything may be changed.
  static let all = Self()

  /// Nothing may be changed anywhere.
  static func none(_ why: String) -> Self { Self(withholding: why) }

  /// Why nothing may be changed on a server; nil where it may.
  func refusal(of host: String) -> String? { withholding ?? refused[host] }

  /// Why a link is not requested; nil where it is.
  ///
  /// - Parameters:
  ///   - isClick: Whether its sender counts the request (UL-5).
  ///   - hosts: Where links are really requested: on this machine and of a sandbox, no permission is needed.
  func refusal(of link: WebLink, isClick: Bool, _ hosts: HostMap) -> String? {
    if let withholding { return withholding }
    guard !hosts.isOwn(link) else { return nil }
    for name in [link.host] + (EmailLinkPolicy.isShared(link.host) ? [EmailLinkPolicy.anyOneLink] : []) {
      if allowed.contains(name) { return nil }
      if let why = refused[name] { return why }
    }
    guard isClick, !allowsOthers else { return nil }
    return
      "you have not been asked whether links of \(link.host) may be requested: ‘inbox resolve’ of \(link.text) asks "
      + "(open the inbox again after that), and writes = \"allow\" in the profile allows it"
  }

  /// Refuses a request that may not be made.
  ///
  /// - Throws: ``InboxError/readsOnly(_:)`` before anything is sent.
  func check(_ request: WireRequest) throws(InboxError) {
    guard request.changes else { return }
    let host = WebLink(valid: request.url)?.host ?? request.url
    if let why = refusal(of: host) { throw .readsOnly("Nothing was sent to \(host): \(why).") }
  }
}

extension WirePort {
  /// The same port, limited to allowed requests.
  nonisolated func checked(by access: WriteAccess) -> WirePort {
    guard access != .all else { return self }
    return WirePort(
      send: { [send] request async throws(InboxError) in
        try access.check(request)
        return try await send(request)
      }, listen: listen)
  }
}

extension LinkHop {
  /// The same hop, limited to places where a click is allowed: the request of a tracked link is one (UL-5).
  nonisolated func checked(by access: WriteAccess, of links: LinkSettings, in hosts: HostMap) -> LinkHop {
    guard access != .all else { return self }
    let resolver = LinkResolver(settings: links, hop: .none)
    return LinkHop(refusal: refusal) { [get] request async throws(LinkHop.Failure) in
      if let link = WebLink(valid: request.url),
        let why = access.refusal(of: link, isClick: resolver.counts(request.url), hosts)
      {
        throw .refused(why)
      }
      return try await get(request)
    }
  }
}
