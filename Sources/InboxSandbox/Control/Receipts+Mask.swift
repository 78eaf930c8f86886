extension Receipts {
  /// The receipts as they are shown: without the tokens of the space and of its users, which an app may have sent
  /// along.
  ///
  /// What vendors list of the same events for their own clients stays whole.
  func masked(by mask: TokenMask) -> Receipts {
    var receipts = self
    receipts.engagements.hide(\.messageID, \.identity, by: mask)
    receipts.events.hide(\.identity, by: mask)
    receipts.tracking.hide(\.type, by: mask)
    receipts.badge.hide(\.identity, by: mask)
    receipts.fetches.hide(\.identity, by: mask)
    receipts.rich.hide(\.messageID, \.identity, by: mask)
    receipts.clicks.hide(\.path, \.userAgent, by: mask)
    for (index, event) in events.enumerated() {
      receipts.events[index].messageID = event.messageID.map { mask.known(in: $0) }
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

extension Array {
  fileprivate mutating func hide(_ texts: WritableKeyPath<Element, String>..., by mask: TokenMask) {
    for index in indices {
      for text in texts { self[index][keyPath: text] = mask.known(in: self[index][keyPath: text]) }
    }
  }
}
