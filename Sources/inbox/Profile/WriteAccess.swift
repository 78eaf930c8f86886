import Foundation
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
  /// No one was asked, as this command sends nothing by itself: only servers of this machine may be changed.
  case notAsked
  /// Nothing may be changed; the reason ends a sentence.
  case none(String)

  /// Why requests that change a server are not sent; nil where they may be.
  var withholding: String? { if case .none(let why) = self { why } else { nil } }

  /// Refuses a request that may not be made.
  ///
  /// - Throws: ``InboxError/readsOnly(_:)`` before anything is sent.
  func check(_ request: WireRequest) throws(InboxError) {
    guard request.changes else { return }
    let host = WebLink(valid: request.url)?.host ?? request.url
    switch self {
    case .all: return
    case .notAsked:
      guard !LoopbackHost.contains(host) else { return }
      throw .readsOnly("Nothing was sent to \(host): you have not been asked for permission yet.")
    case .none(let why): throw .readsOnly("Nothing was sent to \(host): \(why).")
    }
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
