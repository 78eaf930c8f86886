package import InboxCore

/// What happened, in the past tense: the only way into ``AppState``.
package enum AppEvent: Equatable, Sendable, Codable {
  /// Something about one person's messages: it means nothing once somebody else reads (MC-12).
  indirect case of(Identity, AppEvent)
  case keyPressed(Key)
  case resized(Size)
  case coreTold(InboxUpdate)
  /// A request was answered, or failed; without secrets.
  case exchanged(HTTPExchange)
  case windowLoaded(ListWindow, request: Int)
  case windowFailed(CenterName, request: Int, InboxError)
  /// Rows of all centers together arrived, or could not be read.
  case foundEverywhere(ListWindow, request: Int)
  case findFailed(request: Int, InboxError)
  case detailLoaded(ArchivedMessage, MessageHistory)
  case opened(MessageKey, ArchivedMessage?)
  case openFailed(MessageKey, InboxError)
  case richLoaded(MessageKey, RichText)
  case richFailed(MessageKey, InboxError)
  /// Messages were changed here, or it was taken back.
  case changed(LocalChange, isUndo: Bool)
  case changeFailed(LocalChange, isUndo: Bool, InboxError)
  /// What a list has of the messages that were asked for.
  case messagesPicked([ListedKey], then: MarkPurpose)
  /// The archive did not tell which they are.
  case pickingFailed(InboxError)
  /// Whole messages that are to be copied.
  case messagesRead([ArchivedMessage])
  /// Only in recordings of before ``changed(_:isUndo:)``.
  case markFailed(MessageKey, InboxError)
  case deletedSet(MessageKey, Bool)
  case deleteFailed(MessageKey, Bool, InboxError)
  /// A picture of a message came, or will not, for all the places where it stands; 0 is the icon.
  case pictureCame(MessageKey, [Int], PictureOutcome)
  /// No more pictures of a message are on their way.
  case picturesEnded(MessageKey, stopped: Bool)
  /// What the server holds now, and what was asked for; recordings of before do not say that.
  case badgeSet(Int, asked: Int? = nil)
  case badgeFailed(asked: Int, InboxError)
  /// Recordings of before do not say what came.
  case refreshed(CenterName?, failures: [InboxError], news: [CenterNews]? = nil)
  case goneLoaded(CenterName, [GoneMessage])
  case deliveryProven(DeliveryReport)
  case deliveryUnproven(InboxError)
  case linkArrived(String)
  case linkResolved(LinkTrail)
  case domainChecked(DomainCheck)
  /// What the sandbox said to a command; recordings of before do not say to which.
  case sandboxAnswered(String, failed: Bool, to: String? = nil)
  /// What a step of the tour asked of the sandbox was answered.
  case tourAnswered(failed: Bool)
  /// What a step of the tour waits for has not come for a long time.
  case tourWaitedLong
  /// What stayed behind for a moment gives way.
  case momentPassed
  case browserAsked(String, problem: String?)
  /// Something that the person must know before anything else is shown.
  case warned(String)
  /// The terminal is given away, or the program ends (true); it is ours again (false).
  case away(Bool)
  /// The program ends; what waits is sent first.
  case leaving
  /// A text was handed over, and to whose clipboard; recordings of before do not say whose.
  case copied(String, problem: String?, place: String? = nil)
  /// The pager has ended, or could not begin.
  case paged(problem: String?)
  case themesListed([ThemeChoice])
  /// The theme in use is another now; what is told is what is wrong with it.
  case themeChanged(Theme, told: String?)
  case themeKept(String, problem: String?)
  /// What the person typed in earlier runs.
  case historyLoaded(HistoryLines)
  case failed(InboxError)
}

extension AppState {
  /// Whether the rows that a screen begins with are on their way.
  var awaitsFirstRows: Bool { snapshot == nil || list.window == nil && list.isLoading }

  /// Whether what an event changes may be drawn a moment later, together with what else comes until then.
  ///
  /// That is what is told beside the list and the message: reports, requests, histories, counts of what waits. A session
  /// that begins is none of it: what is on the screen is displayed from then on (EN-1).
  func canWait(_ event: AppEvent) -> Bool {
    switch event {
    case .of(_, let event): canWait(event)
    case .coreTold(.snapshot(let new)):
      snapshot?.identity == new.identity && snapshot?.revision == new.revision
        && snapshot?.session == new.session
    case .coreTold(.journal), .exchanged, .detailLoaded, .pictureCame: true
    default: false
    }
  }
}

extension AppEvent {
  /// Why messages could not be changed, where it tells of that.
  var failureOfChange: InboxError? {
    switch self {
    case .of(_, let event): event.failureOfChange
    case .changeFailed(_, _, let error): error
    default: nil
    }
  }
}
