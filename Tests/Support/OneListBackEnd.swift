import Foundation
package import InboxCore
package import InboxModel
import Synchronization

/// A vendor that is as unlike Responsys as can be (VE-2): one list that comes in increments, no display event, no badge,
/// no live line and no switch; opens are taken, and read and deleted are the server's.
package final class OneListBackEnd: Sendable {
  package static let capabilities: Capabilities = {
    var capabilities = Capabilities(vendor: "Boxline")
    capabilities.paging = .increment
    (capabilities.read, capabilities.deletion) = (.server, .server)
    capabilities.opens = true
    return capabilities
  }()

  private let state = Mutex((next: [Message](), reported: [EngagementEvent](), others: [String]()))
  private let capabilities: Capabilities

  package init(_ capabilities: Capabilities = OneListBackEnd.capabilities) {
    self.capabilities = capabilities
  }

  /// What came to it, in order: “open m1”.
  package var reported: [String] {
    state.withLock { $0.reported.map { "\($0.kind.rawValue) \($0.message.id)" } }
  }

  /// What it was requested and does not have.
  package var others: [String] { state.withLock { $0.others } }

  /// What the next increment brings.
  package func list(_ messages: [Message]) { state.withLock { $0.next = messages } }

  private func other(_ what: String) -> InboxError {
    state.withLock { $0.others.append(what) }
    return .refused(status: 404, detail: what)
  }

  /// The core's port.
  package var port: BackEnd {
    BackEnd(
      capabilities: capabilities,
      fetch: { [self] request throws(InboxError) in
        let messages = state.withLock { state in
          defer { state.next = [] }
          return state.next
        }
        return FetchResponse(RawResponse(body: Data(), requestURL: "boxline")) { () throws(InboxError) in
          FetchedPage(messages: messages, cursor: FetchCursor("next"), absence: .meansNothing)
        }
      },
      richContent: { [self] _, _, _ throws(InboxError) in throw other("rich content") },
      report: { [self] events, _ throws(InboxError) in
        state.withLock { $0.reported += events }
        return EngagementReceipt(accepted: Set(events.map(\.id)))
      },
      setBadge: { [self] _, _ throws(InboxError) in throw other("badge") },
      badge: { [self] _ throws(InboxError) in throw other("badge") },
      pushes: { [self] _ in
        _ = other("pushes")
        return AsyncThrowingStream { $0.finish() }
      })
  }
}
