import InboxCore
import InboxModel

extension BackEnd {
  /// A vendor that sends content with its message, and takes events and changes one at a time.
  init(
    oneByOne capabilities: Capabilities,
    fetch: @escaping @Sendable (FetchRequest) async throws(InboxError) -> FetchResponse,
    report: @escaping @Sendable (EngagementEvent) async throws(InboxError) -> Void,
    change: @escaping @Sendable (MessageChange) async throws(InboxError) -> Void
  ) {
    self.init(
      capabilities: capabilities, fetch: fetch,
      richContent: { id, _, _ async throws(InboxError) in
        throw .unsupported("\(capabilities.vendor) sends rich content with its message; \(id) has none.")
      },
      report: { events, _ async throws(InboxError) in
        for event in events { try await report(event) }
        return EngagementReceipt(accepted: Set(events.map(\.id)))
      })
    self.change = { changes async throws(InboxError) in
      for each in changes { try await change(each) }
      return Set(changes.map(\.id))
    }
  }
}

extension FetchResponse {
  /// Pairs the response to a request with what reads it.
  init(
    _ response: WireResponse, to request: WireRequest,
    page: @escaping @Sendable (RawResponse) throws(InboxError) -> FetchedPage
  ) {
    let raw = RawResponse(body: response.body, requestURL: request.url)
    self.init(raw) { () throws(InboxError) in try page(raw) }
  }
}
