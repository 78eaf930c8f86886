extension Receipts {
  /// The receipts for whoever looks at them: without the tokens of the space, which an app may have sent along.
  ///
  /// What vendors list of the same events for their own clients stays whole.
  func masked(by mask: TokenMask) -> Receipts {
    var receipts = self
    for (index, event) in engagements.enumerated() {
      receipts.engagements[index].messageID = mask.known(in: event.messageID)
      receipts.engagements[index].identity = mask.known(in: event.identity)
    }
    for (index, event) in events.enumerated() {
      receipts.events[index].messageID = event.messageID.map { mask.known(in: $0) }
      receipts.events[index].identity = mask.known(in: event.identity)
      receipts.events[index].detail = mask.known(in: event.detail)
    }
    for (index, event) in tracking.enumerated() {
      receipts.tracking[index].customerIDs = mask.known(in: event.customerIDs)
      receipts.tracking[index].url = event.url.map { mask.known(in: $0) }
      receipts.tracking[index].properties = mask.known(in: event.properties)
    }
    return receipts
  }
}
