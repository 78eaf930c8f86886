import struct Foundation.Date
import InboxCore
import InboxModel

extension FetchedPage {
  /// Reads the inbox: `{"inAppMessages":[…]}`, which is all of it.
  ///
  /// Nothing is consumed, whatever cannot be read.
  /// - Parameter count: How many messages it was asked for at most; nil for as many as requests of ours ask for.
  /// - Throws: ``InboxError/invalidPayload(_:)`` where there is no list at all.
  static func inbox(_ raw: RawResponse, of count: Int? = nil, now: Date) throws(InboxError) -> FetchedPage {
    let response = JSONPiece(raw.body)
    let records = try response.requiredList("inAppMessages")
    // No inbox is emptied by a response that says that it failed (wires.md §2.5).
    if records.isEmpty, let code = response.text("code"), code != "Success" {
      throw .invalidPayload("its code is \(code)" + (response.text("msg").map { ": \($0)" } ?? ""))
    }
    var page = FetchedPage(
      messages: [], raw: raw.body, requestURL: raw.requestURL,
      absence: .removed(cap: count ?? IterableSettings.count))
    page.read = []
    var place = 0
    let malformed = MalformedMessage.sort(
      records, id: { $0.text("messageId") }, title: { $0.text("inboxMetadata", "title") }
    ) { record throws(InboxError) in
      let item = IterableItem(try record.record())
      let id = try item.id()
      if let kind = item.kind {
        page.setAside.append(SetAsideMessage(id: id.rawValue, kind: kind))
        page.oldestSetAside = [page.oldestSetAside, item.created].compactMap(\.self).min()
        return
      }
      place += 1
      let message = try item.message(seen: item.created ?? page.firstSight(of: id, at: now, place: place))
      let stamp = MessageStamp(IterableSettings.context(item, isInInbox: true))
      page.add(message, isRead: item.isRead, stamp: stamp, notes: item.notes)
    }.bad
    page.malformed = malformed
    return page
  }

  /// Reads a placement: `{"placements":[{"placementId":1,"embeddedMessages":[…]}]}`, which is all of it; one that is
  /// not named has no messages.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` where there is no list at all, and where the placement may be one that
  ///   does not say which it is: its messages are not gone for that.
  static func embedded(_ raw: RawResponse, placement: Int, now: Date) throws(InboxError) -> FetchedPage {
    var page = FetchedPage(
      messages: [], raw: raw.body, requestURL: raw.requestURL, absence: .removed(cap: nil))
    for found in try placements(placement, in: JSONPiece(raw.body)) {
      let records = try found.requiredList("embeddedMessages")
      let sorted = MalformedMessage.sort(
        records, id: { $0.text("metadata", "messageId") }, title: { $0.text("elements", "title") }
      ) { record throws(InboxError) in
        let item = IterableEmbedded(try record.record())
        return (place: item.place, message: try item.message(in: IterableEmbedded.list(placement), seen: now))
      }
      // Of equal priorities the order of the response decides.
      let ordered = sorted.good.enumerated().sorted {
        ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
      }
      for found in ordered {
        var message = found.element.message
        message.sent = page.firstSight(of: message.id, at: now, place: page.messages.count)
        page.messages.append(message)
      }
      page.malformed += sorted.bad
    }
    return page
  }

  /// The moment for a message that does not say when it was made; the later ones of a page are the older ones, so that
  /// a list has them in the vendor's order.
  private mutating func firstSight(of id: MessageID, at now: Date, place: Int) -> Date {
    undated.insert(id)
    // Rounded down: nothing was seen after it was fetched.
    return Date(
      timeIntervalSince1970: ((now.timeIntervalSince1970 * 1_000).rounded(.down) - Double(place)) / 1_000)
  }

  /// Those of a number.
  private static func placements(_ number: Int, in body: JSONPiece) throws(InboxError) -> [JSONPiece] {
    var (found, hasNameless): ([JSONPiece], Bool) = ([], false)
    for placement in try body.requiredList("placements") {
      let id = try placement.member("placementId")?.value()
      if IterableEmbedded.number(id) == number { found.append(placement) }
      hasNameless = hasNameless || id?.integer == nil && id?.text == nil
    }
    if found.isEmpty, hasNameless { throw .invalidPayload("a placement has no placementId") }
    return found
  }
}
