import struct Foundation.Data
import struct Foundation.Date
import InboxCore
import InboxModel

extension FetchedPage {
  /// Reads the body `{"success":true,"messages":[…],"sync_token":"…"}` (wires.md 1.2).
  ///
  /// An increment never removes; a page that was asked for without a token is the whole list.
  /// - Parameters:
  ///   - ids: Whose list it is; kept with each message, beside the last token.
  ///   - asked: The token that it was asked with.
  ///   - now: What the SDKs take for the time of an item that has none.
  /// - Throws: ``InboxError/emptyResponse`` or ``InboxError/invalidPayload(_:)`` when it is not a success or holds no
  ///   list; a bad item inside the list is in ``malformed``.
  init(
    appInbox response: RawResponse, of ids: [String: String], after asked: String?, center: CenterName,
    now: Date
  ) throws(InboxError) {
    let body = JSONPiece(response.body)
    try body.requireSuccess()
    var last = asked
    if let token = try body.member("sync_token")?.value(), token != .null {
      guard let text = token.text else {
        throw .invalidPayload("sync_token is \(token.kindName), not a text")
      }
      last = text
    }
    // Null is an empty list to the SDKs.
    let hasList = try body.member("messages").map { $0.bytes != Data("null".utf8) } ?? false
    let records = hasList ? try body.list("messages") ?? [] : []
    var page = FetchedPage(
      messages: [], raw: response.body, requestURL: response.requestURL,
      cursor: last.map { FetchCursor($0) },
      absence: asked == nil ? .unlisted(cap: nil) : .meansNothing)
    page.read = []
    let stamp = MessageStamp(.members(["customer_ids": ids, "sync_token": last]))
    let malformed = MalformedMessage.sort(records, title: { $0.text("content", "title") }) {
      record throws(InboxError) in
      var item = AppInboxItem(try record.record())
      if let other = item.setAside { return page.setAside.append(other) }
      let message = try item.message(in: center, seen: now)
      if !item.isDated { page.undated.insert(message.id) }
      page.add(message, isRead: item.isRead, stamp: stamp, notes: item.notes)
    }.bad
    page.malformed = malformed
    self = page
  }
}

extension WireResponse {
  /// Refuses what says that an event or a mark was not taken, in the server's words; a body that does not say so is
  /// not read, as the SDKs look at the status alone.
  func checkTaken() throws(InboxError) {
    guard (try? JSONPiece(body).value())?["success"]?.flag == false else { return }
    throw .refused(
      status: status, detail: ServerSentence.text(in: body) ?? "it says that it is not a success")
  }
}

extension JSONPiece {
  /// - Throws: ``InboxError/invalidPayload(_:)`` where a response does not say `"success":true`.
  func requireSuccess() throws(InboxError) {
    guard let success = try member("success") else {
      _ = try value()
      throw .invalidPayload("it does not say whether it is a success")
    }
    switch try success.value() {
    case .bool(true): return
    case .bool(false): throw .invalidPayload("it says that it is not a success" + (try words()))
    case let other: throw .invalidPayload("success is \(other.kindName), not true or false" + (try words()))
    }
  }
}
