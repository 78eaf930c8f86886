import Foundation
import InboxCore
import InboxModel
import InboxVendors

/// A profile's setting for changes on its servers (VE-8).
nonisolated enum Writes: String, CaseIterable, Sendable {
  /// The person is asked once, for servers beyond this machine.
  case ask
  case allow
  case never
}

/// Whether this run may change anything on a server (VE-8).
nonisolated enum WriteAccess: Hashable, Sendable {
  case all
  /// Nothing may be changed on these hosts; the reason ends a sentence.
  case except([String], String)
  /// Nothing may be changed anywhere; the reason ends a sentence.
  case none(String)

  /// Why no request that changes a server is sent; nil where some are.
  var withholding: String? { if case .none(let why) = self { why } else { nil } }

  /// Why nothing may be changed on a host, as the end of a sentence; nil where it may.
  func refusal(of host: String) -> String? {
    switch self {
    case .all: nil
    case .except(let hosts, let why): hosts.contains(host) ? why : nil
    case .none(let why): why
    }
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
  /// The same hop, limited to hosts on which a click is allowed: the request of a tracked link is one (UL-5).
  nonisolated func checked(by access: WriteAccess) -> LinkHop {
    guard access != .all else { return self }
    return LinkHop(refusal: refusal) { [get] request async throws(LinkHop.Failure) in
      if let why = access.refusal(of: LinkResolver.host(of: request.url) ?? request.url) {
        throw .refused(why)
      }
      return try await get(request)
    }
  }
}
