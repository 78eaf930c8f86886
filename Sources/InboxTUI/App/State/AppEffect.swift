package import struct Foundation.UUID
package import InboxCore
package import InboxModel

/// What is to be done, in the imperative: performed by ``EffectRunner`` and compared by tests.
package enum AppEffect: Equatable, Sendable {
  /// Reads rows of a list.
  case load(ListRequest)
  case loadDetail(MessageKey)
  case setVisibleRows([VisibleRow], session: UUID)
  case appear
  case open(MessageKey)
  case loadRich(MessageKey)
  /// Asks hosts for pictures: their sender can see that the message is read.
  case loadPictures(MessageKey, [PictureRequest])
  /// Decodes the pictures that a message holds itself, and gets those that the sandbox on this machine has.
  case decodePictures(MessageKey, [PictureRequest])
  /// Calls off the pictures that are on their way.
  case stopPictures(MessageKey)
  /// Changes messages here, or takes a change back.
  case change(LocalChange, isUndo: Bool)
  /// Asks which messages a list has.
  case listKeys(ListSource, MarkSelection, then: MarkPurpose)
  /// Reads messages whole, to copy them.
  case readMessages([MessageKey])
  case refresh(CenterName?)
  case setBadge(Int)
  case rereadBadge
  case loadGone(CenterName)
  case proveDelivery
  /// Asks the server what it recorded, and compares.
  case compareServer
  /// Fetches what another person is served, and compares.
  case compare(String)
  case countLens
  case readStale([CenterName])
  case switchIdentity(Identity)
  case setEnabled(Bool)
  /// Follows a link, of a message or none, with the words that it has there.
  case resolve(String, MessageKey?, label: String? = nil)
  /// A message that was open is shown no more (VE-5).
  case close(MessageKey)
  case browse(String)
  /// Gives a text to the terminal's clipboard, and what it is.
  case copy(String, what: String)
  /// Has the person's pager show a text.
  case page(Page)
  case checkDomain(String)
  case askSandbox(String)
  /// Puts a sentence into the core's journal.
  case log(String, failed: Bool)
  /// What a step of the tour has the sandbox do.
  case askForTour(String)
  /// Whether the terminal reports the mouse from now on.
  case mouse(Bool)
  case loadThemes
  case loadCampaigns
  /// Reads what the person typed in earlier runs.
  case loadHistory
  /// Keeps what was typed for the next start.
  case remember(HistoryLines)
  /// Does not show the first card again.
  case rememberCard
  /// Remembers a theme for the next start.
  case saveTheme(String)
  /// Calls off the fetches that are under way.
  case stopRefresh
  /// Calls off a link that is being followed.
  case stopLink(String)
  /// Leaves without waiting for what is being sent.
  case hurry
  case suspend
  case redraw
  case quit

  /// Effects of one queue are performed one after another, in the order of the keys.
  enum Queue: Hashable {
    /// What the archive says of messages: the last key counts.
    case changes
    /// The message beside the list: the last reading counts.
    case detail
    /// What was typed, in that order.
    case history
  }

  /// Whether its outcome is about messages of the current identity.
  var isPersonal: Bool {
    switch self {
    case .loadDetail, .open, .close, .loadRich, .loadGone, .proveDelivery, .compareServer, .compare,
      .countLens, .readStale,
      .loadHistory, .listKeys,
      .readMessages,
      .change, .resolve, .loadPictures, .decodePictures:
      true
    default: false
    }
  }

  /// What ends the wait for it where it was not performed, as another person reads by now.
  var callingOff: AppEvent? {
    if case .open(let key) = self { .message(.openFailed(key, .cancelled)) } else { nil }
  }

  /// The queue it belongs to, if any.
  var queue: Queue? {
    switch self {
    // A sign-in waits for what was done to the messages of the person before.
    case .change, .open, .close, .switchIdentity, .setEnabled: .changes
    case .loadDetail: .detail
    case .remember, .loadHistory: .history
    default: nil
    }
  }
}
