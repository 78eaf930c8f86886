import struct Foundation.UUID
public import InboxModel

/// Sessions: the visits of the message centers (EN-3).
extension MessageCenter {
  /// The session of this visit, and those before it.
  struct Visit {
    /// Whether a front shows the message centers: then a session is open unless something forbids it.
    var isInView = false
    /// The open session, if any.
    var session: Session?
    /// The sessions of this run that are over, and whose they were: rows drawn in one may still be reported.
    var former: [UUID: (number: Int, identity: Identity)] = [:]
    /// The ledger of the last one of them.
    var ended: [UUID: DisplayLedger] = [:]
    /// The number of the last session that began in this run.
    var lastNumber = 0
    var ledger: DisplayLedger
    /// The rows that are on the screen in the session, as the front said last.
    var rows: [VisibleRow] = []
    /// The rows that were seen in the session, where the vendor counts them by the visit, and what the lists held at
    /// its start.
    var tally: ImpressionTally?
    var countsAtStart: [CenterName: CenterCounts] = [:]
    /// What the person did in this run, whatever the vendor takes of it.
    var gestures = GestureLog()

    /// The open session as what happens in it names it.
    var stamp: EngagementEvent.SessionStamp? { session.map { .init(id: $0.id, number: $0.number) } }
  }

  /// *View will appear* (`messageCenterViewWillAppear`): begins a session unless one is open, or the feature is off.
  public func appear() async {
    visit.isInView = true
    await beginSession()
  }

  /// *View will disappear* (`messageCenterViewWillDisappear`): ends the session and flushes its displays.
  public func disappear() {
    visit.isInView = false
    endSession()
  }

  /// This many sessions that are over are remembered.
  static let rememberedSessions = 100

  /// The open session, if any (EN-3).
  public var session: Session? { visit.session }

  func beginSession() async {
    guard mayBeginSession else { return }
    do {
      // Only read: the number is stored with the session's first report, and at the latest with its end.
      let last = try await archive.lastSessionNumber()
      guard mayBeginSession else { return }
      visit.lastNumber = max(last, visit.lastNumber) + 1
      let session = Session(id: random.id(), number: visit.lastNumber, began: time.now())
      visit.session = session
      visit.ledger = DisplayLedger(session: session.number, isReadOnly: settings.isReadOnly)
      let lack = capabilities.lack(of: .displays).map { "; \($0)" } ?? ""
      log(.session, why: "session \(session.number) begins\(lack)")
      logGesture(.sessionBegan)
      await beginVisit()
      changed()
    } catch { notice(error.description) }
  }

  private var mayBeginSession: Bool {
    visit.session == nil && visit.isInView && isEnabled && !life.isStopping
  }

  func endSession() {
    guard let session = visit.session else { return }
    visit.session = nil
    endVisit(session)
    visit.rows = []
    logGestures(of: [], session: session.number)
    logGesture(.sessionEnded, session: session.number)
    visit.former[session.id] = (session.number, identity)
    visit.ended = [session.id: visit.ledger]
    // Rows that were drawn in a session are reported right after its end, or never.
    if visit.former.count > Self.rememberedSessions {
      let oldest = visit.former.min { $0.value.number < $1.value.number }
      if let oldest { visit.former[oldest.key] = nil }
    }
    visit.ledger = DisplayLedger(session: nil, isReadOnly: settings.isReadOnly)
    let flushed = settings.isReadOnly || !capabilities.displays ? "" : ", its displays are flushed"
    log(.session, why: "session \(session.number) ends\(flushed)")
    inOrder { () async in await self.save(session) }
    saveSuppressions()
    flush(.events, .urgent)
    changed()
  }

  private func save(_ session: Session) async {
    do { try await archive.saveSession(session.number) } catch {
      notice("The number of session \(session.number) could not be stored: \(error.description)")
    }
  }
}
