extension Receipts {
  /// The receipts as they are shown: without the tokens of the space and of its users, which an app may have sent
  /// along.
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
      receipts.tracking[index].type = mask.known(in: event.type)
      receipts.tracking[index].customerIDs = mask.known(in: event.customerIDs)
      receipts.tracking[index].url = event.url.map { mask.known(in: $0) }
      receipts.tracking[index].properties = mask.known(in: event.properties)
    }
    for index in badge.indices { receipts.badge[index].identity = mask.known(in: badge[index].identity) }
    for index in fetches.indices {
      receipts.fetches[index].identity = mask.known(in: fetches[index].identity)
    }
    for (index, row) in rich.enumerated() {
      receipts.rich[index].messageID = mask.known(in: row.messageID)
      receipts.rich[index].identity = mask.known(in: row.identity)
    }
    for (index, click) in clicks.enumerated() {
      receipts.clicks[index].path = mask.known(in: click.path)
      receipts.clicks[index].userAgent = mask.known(in: click.userAgent)
    }
    return receipts
  }
}
