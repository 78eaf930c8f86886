public import InboxModel

/// Opens (EN-5, MC-19).
extension MessageCenter {
  /// Opening a message: a repeat while that is under way is the same gesture, for each person by id alone, as the SDK's
  /// call takes only the id (EN-5, MC-20).
  struct OpenGesture: Hashable {
    var person: Identity
    var message: MessageID
  }

  /// Opens a message: reports the open, marks it read, and returns what to show (EN-5, MC-19).
  ///
  /// It is the person's message, or with nil that of the current identity.
  ///
  /// - Returns: the message, or nil when this is the same gesture as an open in flight, or the identity has changed by
  ///   now.
  /// - Throws: ``InboxError/unknownMessage(_:)``, ``InboxError/goneMessage(_:)``, ``InboxError/disabled(byProfile:)``
  ///   and the archive's errors, and ``InboxError/cancelled`` when another than the person reads already; then nothing
  ///   is reported.
  public func open(_ key: MessageKey, of person: Identity? = nil) async throws(InboxError) -> ArchivedMessage?
  {
    try await opening(key, of: person).row
  }

  /// Opens a message as ``open(_:of:)`` does.
  ///
  /// - Returns: also why the open is not reported, as a sentence; nil where it is durable and waits to be sent.
  /// - Throws: as ``open(_:of:)``.
  public func opening(
    _ key: MessageKey, of person: Identity? = nil
  ) async throws(InboxError) -> (row: ArchivedMessage?, withheld: String?) {
    try requireEnabled()
    try require(person)
    guard !settings.isReadOnly else { return (try await openCaptured(key), Suppression.captured.words) }
    let gesture = OpenGesture(person: identity, message: key.id)
    guard opensInFlight.insert(gesture).inserted else {
      suppress(.open, key, .openInFlight, in: visit.stamp, of: identity)
      return (nil, Suppression.openInFlight.words)
    }
    defer { opensInFlight.remove(gesture) }
    let (event, origin, owner) = (event(.open, key), changeOrigin, identity)
    logGesture(.opened, key)
    let generation = refreshing.generation
    // Behind the displays that came before it, and ahead of those that come after it.
    displays.displayBatches.close()
    let recording = inOrder { () async -> Result<(row: ArchivedMessage, withheld: String?), InboxError> in
      await self.recordOpen(event)
    }
    var (row, withheld) = try await recording.value.get()
    let isNew = row.read == nil
    // One that was read here alone may still be unread on a server that takes marks.
    if isNew || origin != nil {
      do {
        var decisions = try await archive.setRead(
          [key], of: owner, at: row.read ?? event.time, queuing: origin)
        // Where the server takes no mark, the open is what marks it.
        decisions = decisions.filter { $0.value.sends != nil || $0.value.withdraws }
        queued(decisions, [key], origin, of: owner)
        if isNew {
          self.withheld(.read, [key], of: owner)
          row.read = event.time
          changed(lists: true)
        }
      } catch {
        // The open is durable and counts; only the mark is missing.
        let why = "It could not be marked read: \(error.description)"
        log(.note(failed: true), key, of: owner, why: why)
      }
    }
    // It happened and is reported, but it is not shown to the person who reads now.
    guard generation == refreshing.generation else { return (nil, withheld) }
    if settings.sessionEndsOnOpen, event.session?.id == visit.session?.id { disappear() }
    return (row, withheld)
  }

  /// A captured message is shown and stays what it is: it was not sent to the person who reads it now.
  private func openCaptured(_ key: MessageKey) async throws(InboxError) -> ArchivedMessage {
    let row = try await known(key, of: identity)
    log(.open(.suppressed), key, why: "suppressed: \(Suppression.captured.words)")
    return row
  }

  private func recordOpen(
    _ event: EngagementEvent
  ) async -> Result<(row: ArchivedMessage, withheld: String?), InboxError> {
    do throws(InboxError) {
      let row = try await known(event.message, of: event.identity)
      if let removal = row.removal(at: event.time), !removal.staysInList {
        // Another program has deleted it, for example: what a front shows is out of date.
        changed(lists: true)
        throw .goneMessage("“\(event.message.id)” \(removal.words). No open was reported.")
      }
      if let lack = capabilities.lack(of: .opens) {
        log(.open(.suppressed), event.message, why: "not reported: \(lack)")
        return .success((row, lack))
      }
      return .success((row, try await record(event, of: row.message)))
    } catch {
      return .failure(error)
    }
  }
}
