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
  /// Decodes the pictures inside a message, and gets those that the sandbox on this machine has.
  case decodePictures(MessageKey, [PictureRequest])
  /// Cancels the loading of pictures.
  case stopPictures(MessageKey)
  /// Changes messages here, or undoes a change.
  case change(LocalChange, isUndo: Bool)
  /// Asks the archive which of the meant messages a list has.
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
  /// Follows a link, of a message or of none, with its label there.
  case resolve(String, MessageKey?, label: String? = nil)
  /// Reports that an open message is no longer shown (VE-5).
  case close(MessageKey)
  case browse(String)
  /// Copies a text to the terminal's clipboard; `what` names it.
  case copy(String, what: String)
  /// Shows a text in the person's pager.
  case page(Page)
  case checkDomain(String)
  case askSandbox(String)
  /// Writes a sentence into the core's journal.
  case log(String, failed: Bool)
  /// Has the sandbox carry out a step of the tour.
  case askForTour(String)
  /// Switches the terminal's mouse reports on or off.
  case mouse(Bool)
  case loadThemes
  case loadCampaigns
  /// Reads what the person typed in earlier runs.
  case loadHistory
  /// Stores typed lines for the next start.
  case remember(HistoryLines)
  /// Does not show the first card again.
  case rememberCard
  /// Remembers a theme for the next start.
  case saveTheme(String)
  /// Cancels the fetches that are under way.
  case stopRefresh
  /// Cancels a link that is being followed.
  case stopLink(String)
  /// Leaves without waiting for what is being sent.
  case hurry
  case suspend
  case redraw
  case quit

  /// Effects of one queue run one after another, in the order of the keys.
  enum Queue: Hashable {
    /// Changes of messages in the archive: the last key wins.
    case changes
    /// Reads of the message beside the list: the last one wins.
    case detail
    /// Typed lines, in their order.
    case history
    /// Lists of a sandbox's campaigns: the last one counts.
    case campaigns
  }

  /// Whether its outcome is about messages of the current identity.
  var isPersonal: Bool {
    switch self {
    case .loadDetail, .open, .close, .loadRich, .loadGone, .proveDelivery, .compareServer, .compare,
      .countLens, .readStale, .loadHistory, .listKeys, .readMessages, .change, .resolve, .loadPictures,
      .decodePictures:
      true
    default: false
    }
  }

  /// Ends the wait for it where it was not performed, as another person reads by now.
  var callingOff: AppEvent? {
    if case .open(let key) = self { .message(.openFailed(key, .cancelled)) } else { nil }
  }

  var queue: Queue? {
    switch self {
    // A sign-in waits for changes to the former person's messages.
    case .change, .open, .close, .switchIdentity, .setEnabled: .changes
    case .loadDetail: .detail
    case .remember, .loadHistory: .history
    case .loadCampaigns: .campaigns
    default: nil
    }
  }
}
