import struct Foundation.Date
public import InboxModel

/// Reading the archive and what a person does to a message (MC-5, MC-18).
extension MessageCenter {
  /// A part of a center's list, from local storage (MC-5, `fetchMessagesForMessageCenter`); with nil, of all centers
  /// together.
  public func window(
    _ center: CenterName? = .primary, matching filter: MessageFilter = .everything,
    _ anchor: WindowRequest.Anchor = .top, limit: Int = 200
  ) async throws(InboxError) -> ListWindow {
    try await archive.window(request(center, filter, anchor, limit))
  }

  /// Which messages a list has, the newest first; without a center, that of all centers together.
  public func keys(
    _ center: CenterName?, matching filter: MessageFilter, limit: Int
  ) async throws(InboxError) -> [ListedKey] {
    try await archive.keys(request(center, filter, .top, limit))
  }

  private func request(
    _ center: CenterName?, _ filter: MessageFilter, _ anchor: WindowRequest.Anchor, _ limit: Int
  ) throws(InboxError) -> WindowRequest {
    let scope: WindowRequest.Scope =
      if let center { .center(try settings.centers.require(center)) } else {
        .centers(Array(settings.centers))
      }
    return WindowRequest(
      identity: identity, scope: scope, filter: filter, anchor: anchor, limit: limit, now: listMoment,
      moment: time.now())
  }

  /// What is expired by then is not in a list; of captured responses everything is.
  var listMoment: Date { settings.isReadOnly ? .distantPast : time.now() }

  /// - Throws: ``InboxError/captured(_:)`` where nothing may be changed.
  func requireWritable(_ why: String) throws(InboxError) {
    guard !settings.isReadOnly else { throw .captured(why) }
  }

  /// One message, whether or not it is still in the list.
  public func message(_ key: MessageKey) async throws(InboxError) -> ArchivedMessage? {
    try await archive.message(key, of: identity)
  }

  /// - Throws: ``InboxError/unknownMessage(_:)`` for one that the archive does not have.
  func known(_ key: MessageKey, of person: Identity) async throws(InboxError) -> ArchivedMessage {
    guard let row = try await archive.message(key, of: person) else {
      throw .unknownMessage(key.id.rawValue)
    }
    return row
  }

  /// All messages with an id, over all centers (MC-20); those of a center that the profile has no more only where no
  /// other has it.
  public func find(_ id: MessageID) async throws(InboxError) -> [MessageKey] {
    let keys = try await archive.find(id, of: identity)
    let own = keys.filter { settings.centers.contains($0.center) }
    return own.isEmpty ? keys : own
  }

  /// How many ``gone(_:limit:)`` returns by default.
  public static let goneLimit = 200

  /// Messages that have left a center, the latest first, each with the reason (MC-11).
  ///
  /// Those that only the vendor's cache has lost are still in the list (``Removal/staysInList``).
  public func gone(_ center: CenterName, limit: Int = goneLimit) async throws(InboxError) -> [GoneMessage] {
    try await retireDue()
    return try await archive.gone(from: center, of: identity, at: listMoment, limit: limit)
  }

  /// What became of each display, open and click of this device, in order: what a report judges.
  public func engagements() async throws(InboxError) -> EngagementRecord {
    await tasks.writer?.value
    // Before the archive is read: they move into it, never out of it.
    let held = displays.unsaved.events
    let known = try await archive.deliveries()
    let here = Set(known.map(\.id))
    let deliveries = known + held.filter { !here.contains($0.id) }.map { Delivery(unstored: $0) }
    let suppressed = try await archive.suppressed() + displays.suppressions.attempts
    return EngagementRecord(
      deliveries: deliveries.map(judged), suppressed: suppressed, clicks: try await archive.clicks(),
      lost: try await archive.lastLoss())
  }

  /// What became of each visit, and of each change that was made for the server, in order.
  public func queued() async throws(InboxError) -> (
    visits: [OutboxRecord<VendorEvent>], changes: [OutboxRecord<MessageChange>]
  ) {
    await tasks.writer?.value
    return (try await archive.vendorEvents(), try await archive.queuedChanges())
  }

  /// Says of what waits whether the profile's account is the one that it waits for.
  private func judged(_ delivery: Delivery) -> Delivery {
    guard delivery.state == .waiting, let application = delivery.application,
      application != backEnd.application || backEnd.signsEvents && delivery.identity != identity
    else { return delivery }
    var delivery = delivery
    delivery.state = .held
    let account = application == backEnd.application ? "" : "another account (\(application)), for "
    delivery.reason = "it is held for \(account)\(delivery.identity.label)"
    return delivery
  }

  /// What became of the last event of a kind of a message in this run; nil where nothing was reported.
  public func lastDelivery(
    of kind: EngagementEvent.Kind, _ key: MessageKey
  ) async throws(InboxError) -> Delivery? {
    await tasks.writer?.value
    return try await archive.lastDelivery(of: kind, key, for: identity, in: run).map(judged)
  }

  /// How many messages that the newest responses list are unread: the badge of an app that counts it itself.
  public func listedUnread() async throws(InboxError) -> Int { try await listedUnread(of: identity) }

  func listedUnread(of identity: Identity) async throws(InboxError) -> Int {
    let counts = try await archive.listedCounts(of: identity, at: time.now())
    return settings.centers.reduce(0) { $0 + (counts[$1]?.unread ?? 0) }
  }

  /// A message whole, and what happened to it on this device (EN-11).
  public func detail(_ key: MessageKey) async throws(InboxError) -> MessageDetail {
    let person = identity
    var detail = try await archive.detail(of: key, for: person)
    for line in rich.pictureRequests[person]?[key] ?? [] { detail.history.insert(line) }
    if let expiry = detail.message?.message.expiry, ExpiryPolicy.isExpired(expiry, at: time.now()) {
      detail.history.insert(.init(time: expiry, text: Removal.Reason.expired.words))
    }
    return detail
  }

  /// Marks a message read or unread, here and where the server takes it there (MC-18, VE-4).
  public func mark(_ key: MessageKey, read: Bool) async throws(InboxError) {
    try await mark([key], read: read)
  }

  /// Marks messages read or unread, all of them or none, here and where the server takes it there (MC-18, VE-4).
  ///
  /// They are the person's messages, or with nil those of the current identity.
  ///
  /// - Throws: ``InboxError/cancelled`` when the identity has changed by now (MC-12).
  public func mark(_ keys: [MessageKey], read: Bool, of person: Identity? = nil) async throws(InboxError) {
    try requireWritable("nothing is marked in them")
    try requireEnabled()
    try require(person)
    let (origin, owner) = (changeOrigin, identity)
    let decisions = try await archive.setRead(keys, of: owner, at: read ? time.now() : nil, queuing: origin)
    if read { for key in keys { logGesture(.read, key, of: owner) } }
    queued(decisions, keys, origin, of: owner)
    withheld(read ? .read : .unread, keys, of: owner)
    changed(lists: true)
  }

  /// Deletes a message, or restores it, here and where the server takes it there (MC-18, VE-4).
  public func setDeleted(_ key: MessageKey, _ deleted: Bool) async throws(InboxError) {
    try await setDeleted([key], deleted)
  }

  /// Deletes messages, or restores them, all of them or none, here and where the server takes it there (MC-18, VE-4).
  ///
  /// What the server has deleted comes back on this device only.
  ///
  /// They are the person's messages, or with nil those of the current identity.
  ///
  /// - Throws: ``InboxError/cancelled`` when the identity has changed by now (MC-12).
  public func setDeleted(
    _ keys: [MessageKey], _ deleted: Bool, of person: Identity? = nil
  ) async throws(InboxError) {
    try requireWritable("nothing is deleted from them")
    try requireEnabled()
    try require(person)
    let (origin, owner) = (changeOrigin, identity)
    let decisions = try await archive.setDeleted(
      keys, of: owner, at: deleted ? time.now() : nil, queuing: origin)
    for key in keys {
      // What is back is not gone.
      log(
        deleted ? .gone : .note(failed: false), key, of: owner,
        why: deleted ? "deleted by the person" : "restored by the person")
    }
    queued(decisions, keys, origin, of: owner)
    if deleted {
      withheld(.delete, keys, of: owner)
      if owner == identity { rowsLeft(keys) }
    }
    changed(lists: true)
    schedule()
  }

  /// A gesture is about the messages of the person who made it (MC-12).
  func require(_ person: Identity?) throws(InboxError) {
    guard person == nil || person == identity else { throw .cancelled }
  }
}
