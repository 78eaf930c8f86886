import Foundation
package import InboxCore
package import InboxModel
import Synchronization

/// A server that keeps for each person which messages are read, and deletes them: what it was asked, and what goes wrong.
package final class MarkingServer: Sendable {
  /// What becomes of a request for changes.
  package enum Trouble: Sendable {
    /// It never arrives.
    case fails(InboxError)
    /// It is carried out, and its response is lost.
    case losesResponse(InboxError)
    /// A request with a change of this message is refused as a whole.
    case refuses(MessageID, InboxError)
    /// Only this many of its changes are taken.
    case takes(Int)
  }

  private struct State {
    var messages: [Identity: [MessageID: Bool]] = [:]
    var requests: [[MessageChange]] = []
    var fetches = 0
    var trouble: Trouble?
  }

  private let state = Mutex(State())
  /// Holds fetches back, or changes.
  package let fetchGate = ScriptedBackEnd()
  package let changeGate = ScriptedBackEnd()
  private let capabilities: Capabilities

  /// - Parameters:
  ///   - takes: What it takes of a person's marks.
  ///   - opensMarkRead: Whether an open marks a message read there.
  package init(
    takes: Set<MessageChange.Kind> = Set(MessageChange.Kind.allCases), opensMarkRead: Bool = false
  ) {
    var capabilities = Capabilities(vendor: "Marks")
    capabilities.opensMarkRead = opensMarkRead
    if takes.contains(.read) { capabilities.read = .server }
    if takes.contains(.unread) { capabilities.unread = .server }
    if takes.contains(.delete) { capabilities.deletion = .server }
    capabilities.opens = true
    self.capabilities = capabilities
  }

  /// Requests that arrived, each as “read m1, delete m2 for maria”.
  package var requests: [String] {
    state.withLock { $0.requests }.map { request in
      let people = Set(request.map(\.identity.label)).sorted().joined(separator: " and ")
      return request.map { "\($0.kind.rawValue) \($0.message.id)" }.joined(separator: ", ") + " for \(people)"
    }
  }

  /// All changes that arrived.
  package var changes: [MessageChange] { state.withLock { $0.requests.flatMap { $0 } } }

  /// What it lists for a person, each with whether it is read there.
  package func list(_ messages: [Int], read: Set<Int> = [], for person: Identity) {
    state.withLock { state in
      let pairs = messages.map { (MessageID("m\($0)"), read.contains($0)) }
      state.messages[person] = Dictionary(pairs) { _, last in last }
    }
  }

  /// What goes wrong from now on.
  package func meets(_ trouble: Trouble?) { state.withLock { $0.trouble = trouble } }

  /// The core's port.
  package var port: BackEnd {
    var port = BackEnd(
      capabilities: capabilities,
      fetch: { request async throws(InboxError) in
        // What it says is what was so when it was asked.
        let page = self.page(request)
        await self.fetchGate.pass()
        return FetchResponse(RawResponse(body: Data(), requestURL: "marks")) { () throws(InboxError) in page }
      },
      richContent: { id, _, _ throws(InboxError) in throw .richContentAlreadyServed(id) },
      report: { events, _ throws(InboxError) in EngagementReceipt(accepted: Set(events.map(\.id))) })
    port.change = { changes async throws(InboxError) in
      let result = self.take(changes)
      await self.changeGate.pass()
      return try result.get()
    }
    return port
  }

  private func page(_ request: FetchRequest) -> FetchedPage {
    state.withLock { state in
      state.fetches += 1
      let held = state.messages[request.identity] ?? [:]
      let numbers = held.keys.compactMap { Int($0.rawValue.dropFirst()) }.sorted(by: >)
      var page = FetchedPage(messages: numbers.map { .numbered($0) })
      page.read = Set(held.filter(\.value).keys)
      let stamp = MessageStamp("\(request.identity.label) fetch \(state.fetches)")
      page.stamps = held.mapValues { _ in stamp }
      return page
    }
  }

  private func take(_ changes: [MessageChange]) -> Result<Set<UUID>, InboxError> {
    state.withLock { state in
      var taken = changes
      switch state.trouble {
      case .fails(let error): return .failure(error)
      case .refuses(let id, let error) where changes.contains { $0.message.id == id }:
        state.requests.append(changes)
        return .failure(error)
      case .takes(let count): taken = Array(changes.prefix(count))
      default: break
      }
      state.requests.append(changes)
      for change in taken {
        switch change.kind {
        case .read: state.messages[change.identity]?[change.message.id] = true
        case .unread: state.messages[change.identity]?[change.message.id] = false
        case .delete: state.messages[change.identity]?[change.message.id] = nil
        }
      }
      if case .losesResponse(let error) = state.trouble { return .failure(error) }
      return .success(Set(taken.map(\.id)))
    }
  }
}
