import InboxCore
import InboxModel
import Synchronization

/// What the core asked of a back end, while the requests for that are made.
///
/// One call of the core has one; all requests of the call share it.
nonisolated final class RequestPurpose: Sendable {
  /// The content of a request: journal entries with this label, about this message or list of this person, give its
  /// reason.
  struct Subject: Hashable, Sendable {
    var label: String
    var message: MessageKey?
    var list: CenterName?
    /// The vendor's name of an event without a message.
    var event: String?
    /// The message of a request that names only its id.
    var id: MessageID?
    var person: Identity?
  }

  let subjects: [Subject]
  private let failure = Atomic(false)

  /// The purpose of the request that is being made.
  @TaskLocal static var current: RequestPurpose?

  init(_ subjects: [Subject]) { self.subjects = subjects }

  convenience init(
    _ label: String, list: CenterName? = nil, event: String? = nil, id: MessageID? = nil,
    person: Identity? = nil
  ) {
    self.init([Subject(label: label, list: list, event: event, id: id, person: person)])
  }

  /// Whether the call failed, whatever the status of its responses; unknown before its end.
  var isFailure: Bool { failure.load(ordering: .relaxed) }

  func failed() { failure.store(true, ordering: .relaxed) }

  fileprivate func callAsFunction<Value: Sendable>(
    _ work: @autoclosure () async throws(InboxError) -> Value
  ) async throws(InboxError) -> Value {
    let result: Result<Value, InboxError> = await Self.$current.withValue(self) {
      do throws(InboxError) { return .success(try await work()) } catch {
        failed()
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension BackEnd {
  /// The same back end, with requests that know their purpose.
  nonisolated var withPurposes: BackEnd {
    var named = self
    named.fetch = { [fetch] request async throws(InboxError) in
      let purpose = RequestPurpose("fetch", list: request.center)
      var response = try await purpose(try await fetch(request))
      response.page = { [page = response.page] () throws(InboxError) in
        do throws(InboxError) { return try page() } catch {
          purpose.failed()
          throw error
        }
      }
      return response
    }
    named.richContent = { [richContent] id, url, identity async throws(InboxError) in
      try await RequestPurpose("rich", id: id, person: identity)(try await richContent(id, url, identity))
    }
    named.report = { [report] events, now async throws(InboxError) in
      let purpose = RequestPurpose(
        events.map { .init(label: $0.kind.rawValue, message: $0.message, person: $0.identity) })
      return try await purpose(try await report(events, now))
    }
    if let change {
      named.change = { changes async throws(InboxError) in
        let purpose = RequestPurpose(
          changes.map { .init(label: "change", message: $0.message, person: $0.identity) })
        return try await purpose(try await change(changes))
      }
    }
    named.setBadge = { [setBadge] count, identity async throws(InboxError) in
      try await RequestPurpose("badge")(try await setBadge(count, identity))
    }
    named.badge = { [badge] identity async throws(InboxError) in
      try await RequestPurpose("badge")(try await badge(identity))
    }
    return named
  }
}

extension EventTracker {
  /// The same tracker, with requests that know their purpose.
  nonisolated var withPurposes: EventTracker {
    var named = self
    if let send {
      named.send = { event async throws(InboxError) in
        try await RequestPurpose("track", event: event.kind, person: event.identity)(try await send(event))
      }
    }
    return named
  }
}
