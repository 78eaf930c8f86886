package import InboxModel

extension SandboxCommander {
  /// What the sandbox got, read page by page (SB-5).
  ///
  /// - Parameters:
  ///   - identity: Whose displays and opens; nil for everybody's.
  ///   - size: The most receipts of each list in a page; nil leaves that to the sandbox.
  ///   - empty: What there is before the first page, also where a reset makes them begin again.
  ///   - add: Takes a page over; the last one says how far all of them reach back.
  /// - Throws: ``InboxError/configuration(_:)`` when it does not say.
  package func receipts<Value: Sendable>(
    of identity: Identity? = nil, pageSize size: Int? = nil, into empty: Value,
    _ add: @Sendable (inout Value, ReceiptPage) throws(InboxError) -> Void
  ) async throws(InboxError) -> Value {
    do throws(InboxError) {
      var (value, last) = (empty, ReceiptPage?.none)
      while true {
        let place = last?.next ?? SandboxRequests.firstPage
        let page = try await self.page(requests.receipts(of: identity, limit: size, after: place))
        guard last == nil || last?.generation.number == page.generation.number else {
          (value, last) = (empty, nil)
          continue
        }
        try add(&value, page)
        guard page.next != nil else { return value }
        last = page
      }
    } catch { throw unread(error) }
  }

  /// How far the receipts reach back, without any of them.
  ///
  /// - Throws: what kept it from saying so.
  func receiptLimits() async throws(InboxError) -> ReceiptPage { try await page(requests.receipts(limit: 0)) }

  private func page(_ request: WireRequest) async throws(InboxError) -> ReceiptPage {
    var page = try ReceiptPage(try await body(of: request, remedy: requests.faultRemedy))
    page.generation.leeway = leeway
    return page
  }

  /// The error of a report for which the sandbox does not say what it received, with what to do about the sandbox
  /// rather than about a vendor's server (SB-3, SB-5).
  ///
  /// - Parameter error: What kept it from saying so.
  func unread(_ error: InboxError) -> InboxError {
    if case .cancelled = error { return error }
    let fault = requests.faultRemedy + " "
    let remedy =
      switch error {
      case .noNetwork: "If it has ended, \(requests.start). \(fault)"
      case .timedOut, .responseLost, .emptyResponse, .invalidPayload, .serverBusy, .refused,
        .invalidToken, .credentialsRefused:
        fault
      // A refusal of the sandbox's own has its remedy already.
      default: ""
      }
    let reason =
      switch error {
      case .invalidPayload(let flaw): "Its response cannot be read: \(flaw)."
      case .emptyResponse: "Its response is empty."
      default: error.description
      }
    return .configuration(
      "The sandbox at \(requests.base) does not say what it received. \(remedy)\(reason)")
  }

  /// By how many milliseconds the clock of this machine may be ahead of its own.
  private var leeway: Int64 { requests.isHere ? 0 : ReceiptSpan.leeway }
}

extension SandboxRequests {
  fileprivate var isHere: Bool { WebLink(valid: base).map { LoopbackHost.contains($0.host) } == true }

  /// How one that has ended is started again; without --keep it would begin new receipts, also one whose fault closes
  /// connections.
  fileprivate var start: String {
    isHere
      ? "start it with ‘inbox sandbox --keep’"
      : "have it started again where it runs, with --keep or its --store"
  }

  /// What to do where a fault may be why it does not respond as it should, as a sentence.
  var faultRemedy: String {
    // Without an address it would be those of the sandbox that ‘inbox sandbox’ runs.
    "If a fault of it is on, ‘inbox fault clear --to \(base)’ ends it."
  }
}
