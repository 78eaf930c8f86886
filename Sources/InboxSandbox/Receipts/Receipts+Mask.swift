extension Receipts {
  /// The receipts for whoever looks at them: without the tokens of the space, which an app may have sent along.
  ///
  /// What vendors list of the same events for their own clients stays whole.
  func masked(by mask: TokenMask) -> Receipts {
    var receipts = self
    for index in events.indices { receipts.events[index].detail = mask.known(in: events[index].detail) }
    for (index, event) in tracking.enumerated() {
      receipts.tracking[index].customerIDs = mask.known(in: event.customerIDs)
      receipts.tracking[index].url = event.url.map { mask.known(in: $0) }
      receipts.tracking[index].properties = mask.known(in: event.properties)
    }
    return receipts
  }
}
