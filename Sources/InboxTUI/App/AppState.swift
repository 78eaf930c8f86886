package import Foundation
package import InboxCore

/// Everything the screen is made of: a value, so that a test can put it into any state.
package struct AppState: Equatable, Sendable {
  /// Which pane the keys go to.
  package enum Focus: Equatable, Sendable { case list, detail, events }

  /// The terminal's size.
  package var size: Size
  /// What the screen says of the profile.
  package var profile: ProfileFacts
  /// The core's newest picture; nil before the first.
  package var snapshot: InboxSnapshot?
  /// The open tab.
  package var center: CenterName
  /// The lists, loaded as far as needed.
  package var lists: [CenterName: ListState] = [:]
  /// What the lists are narrowed to.
  package var find = FindState()
  /// Where the keys go.
  package var focus = Focus.list
  /// Whether the pane with the keys has the whole screen.
  package var isZoomed = false
  /// How list and message share the screen.
  package var split = PaneSplit.automatic
  /// What the person gave one pane or took from it.
  package var shares = PaneShares()
  /// The message beside or over the list.
  package var detail: DetailState? {
    didSet { if detail == nil { former = nil } }
  }
  /// What still stands beside the list for a moment after keys led on to another message.
  package internal(set) var former: DetailState?
  /// Whether there is somebody who says when a moment has passed; else nothing stays behind.
  var countsMoments = false
  /// What lies over everything.
  package var layer: Layer?
  /// The theme that was chosen; ``shownTheme`` is what the screen looks like.
  package var theme = Theme.standard
  /// Which keys do what.
  package var keys = KeyMap.standard
  /// Whether it is for somebody who hears or feels the screen; ``beAccessible()`` makes it so.
  package private(set) var isAccessible = false
  /// Whether a notice stays until the next key instead of going by itself: nothing that was told is missed, however
  /// slowly somebody, or a program, reads.
  package var keepsNotices = false
  /// The time zone of what the screen says of time.
  package var zone = DisplayZone.utc
  /// What happened so far.
  package var events = EventPane()
  /// What the person was told last.
  package var notice: Notice?
  /// What time the labels are for.
  package var now: Date
  /// What can be taken back, newest last.
  package var undoable: [LocalChange] = []
  /// Whether something was taken back: that nothing is left then is not that nothing was done.
  var hasTakenBack = false
  /// What the next command is about, where it is not the selected message.
  package var marks = Marks()
  /// The pictures that were loaded.
  package var pictures = PictureShelf()
  /// An open that is not durable yet: Enter is the same gesture until it is (EN-5).
  package var opening: MessageKey?
  /// The link that is being resolved: a second Enter is the same gesture until it is (UL-16).
  package var resolving: String?
  /// The message that the link is from; nil when it came from outside.
  package var resolvingFrom: MessageKey?
  /// The tracked link that the person was asked about before a browser gets it.
  package var browseQuestion: String?
  /// Keys that wait for the list that they are about.
  package var waitingKeys: [Key] = []
  /// Links that arrived before start-up was done (UL-16).
  package var arrivedLinks: [String] = []
  /// Whether the terminal is given away or the program ends: no session may begin now.
  package var isAway = false
  /// Whether the program was told to end: no key means anything from there on.
  var hasQuit = false
  /// Whether a pager has the terminal: it covers everything.
  package internal(set) var isPaged = false
  /// The message that the pager is to show as soon as it has been read.
  var pageWish: MessageKey?
  /// Whether a session was asked for and did not begin yet.
  package var isAppearing = false
  /// Whether a badge sync of ours is on its way.
  package var isSettingBadge = false
  /// What is asked for and not there yet, newest last.
  package var waits: [Wait] = []
  /// The themes that there are, where somebody asked; their names complete commands.
  package var themeChoices: [ThemeChoice]?
  /// Commands that were run, newest last.
  package var commands: [String] = []
  /// Whether the terminal tells of the mouse.
  package var hasMouse = true
  /// Whether the mouse was dragged, as somebody does who wants to select text.
  var hasDragged = false
  /// What `look` was told last.
  package var lastLook: Look?

  /// How it is shown to an audience; nil while it is worked with.
  package var presenting: Presentation?
  /// How it was shown before presenting was ended.
  var formerPresentation: Presentation?
  /// What was seen of each message's campaign.
  package internal(set) var campaignLog = CampaignLog()

  /// What the core was told of the screen.
  package struct Look: Equatable, Sendable {
    package var session: UUID
    package var rows: [VisibleRow]
  }

  package init(size: Size, profile: ProfileFacts, centers: CenterList, now: Date) {
    self.size = size
    self.profile = profile
    center = centers.first ?? .primary
    self.now = now
    for name in centers { lists[name] = ListState() }
  }

  /// The list on the screen: the open tab's, or that of all centers.
  package var list: ListState {
    get { isEverywhere ? find.everywhere : lists[center] ?? ListState() }
    set { if isEverywhere { find.everywhere = newValue } else { lists[center] = newValue } }
  }

  /// The tabs in order.
  package var centers: [CenterName] { snapshot?.centers.map(\.name) ?? [center] }

  /// The message that keys about a message mean.
  package var target: ArchivedMessage? {
    if focus == .detail, let row = detail?.row { return row }
    return list.selectedRow
  }

  /// Whether the pane with the keys has no other beside it, above it or below it.
  var hasOnePane: Bool { isZoomed || isAccessible }

  /// Tells the person something.
  package mutating func tell(_ text: String, _ level: Notice.Level = .info) {
    let until = now.addingTimeInterval(level == .error ? 15 : 8)
    notice = Notice(text: text, level: level, until: keepsNotices ? nil : until)
  }

  /// Makes it a screen for screen readers, before anything else happens: the cursor is where the keys go, one pane at
  /// a time, and nothing changes by itself but what arrives.
  package mutating func beAccessible() {
    isAccessible = true
    keepsNotices = true
    split = .single
  }
}
