package import Foundation
package import InboxCore
package import InboxModel

/// Everything the screen is made of: a value, so that a test can put it into any state.
package struct AppState: Equatable, Sendable {
  package var size: Size
  package var profile: ProfileFacts
  /// The core's newest picture; nil before the first.
  package var snapshot: InboxSnapshot?
  /// The faults that are on in the sandbox, in words (SB-3).
  package var faults: [String] = []
  package var center: CenterName
  /// The lists, loaded as far as needed.
  package var lists: [CenterName: ListState] = [:]
  /// What the lists are narrowed to.
  package var find = FindState()
  /// Where the keys go.
  package var focus = PaneFocus.list
  /// How the panes share the screen.
  package var panes = PaneState()
  /// The message beside or over the list.
  package var detail: DetailState? {
    didSet { if detail == nil { former = nil } }
  }
  /// The message that stays beside the list for a moment after keys have moved the selection on.
  package internal(set) var former: DetailState?
  package var layer: Layer? {
    didSet {
      if layer?.kind != oldValue?.kind { layerNarrowings.change(from: oldValue?.kind, to: layer?.kind) }
    }
  }
  /// What the layers are narrowed to.
  var layerNarrowings = LayerNarrowings()
  /// What the layer on top is narrowed to.
  package var layerNarrowing: Narrowing {
    get { layerNarrowings.top }
    set { layerNarrowings.top = newValue }
  }
  /// The layer that the help covers, to which it returns.
  package var layerBelowHelp: Layer?
  /// The layer for which results arrive, also while the help covers it.
  var pageLayer: Layer? {
    get { if case .help? = layer { layerBelowHelp } else { layer } }
    set { if case .help? = layer { layerBelowHelp = newValue } else { layer = newValue } }
  }
  /// The theme that was chosen; ``shownTheme`` is what the screen looks like.
  package var theme = Theme.standard
  package var keys: KeyMap {
    get {
      var keys = keyMap
      keys.spellsArrows = profile.repertoire == .ascii
      if presenting != nil { keys.taken = keys.keysOfLooks }
      return keys
    }
    set { keyMap = newValue }
  }
  private var keyMap = KeyMap.standard
  /// Whether it is for a screen reader or a braille display; ``beAccessible()`` makes it so.
  package private(set) var isAccessible = false
  /// Whether a notice stays until the next key instead of going by itself: no notice is missed, however slowly a person
  /// or a program reads.
  package var keepsNotices = false
  /// The time zone of times on the screen.
  package var zone = DisplayZone.utc
  package var events = EventPane()
  /// The last notice.
  package var notice: Notice?
  /// The last notice and earlier ones.
  package internal(set) var notices = NoticeHistory()
  /// The time that the labels are made for.
  package var now: Date
  /// Changes made here that can be undone.
  package var changes = ChangeState()
  /// The messages that the next command applies to, in place of the selected one.
  package var marks = Marks()
  /// The pictures that were loaded.
  package var pictures = PictureShelf()
  package var links = LinkState()
  /// Keys that wait for the list or for a message that is being opened, in their order (EN-5).
  package var waitingKeys: [Key] = []
  /// What to do with a message once it has been read.
  var requested: RequestedMessage?
  /// Whether a badge sync of ours is on its way.
  package var isSettingBadge = false
  /// Where the program stands between its start and its end.
  package var lifecycle = Lifecycle()
  package var mouse = MouseState()
  /// Requests that are under way, newest last.
  package var waits: [Wait] = []
  /// The available themes, once they were requested; their names complete commands.
  package var themeChoices: [ThemeChoice]?
  /// Commands that were run, newest last.
  package var commands: [String] = []

  /// How it is shown to an audience; nil while it is worked with.
  package var presenting: Presentation?
  /// The presentation before presenting was ended.
  var formerPresentation: Presentation?
  package internal(set) var campaignLog = CampaignLog()
  /// How many lists of a sandbox's campaigns are on their way.
  var campaignRequests = 0

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

  package var centers: [CenterName] { snapshot?.centers.map(\.name) ?? [center] }

  /// The message that keys about a message apply to.
  package var target: ArchivedMessage? {
    if focus == .detail, let row = detail?.row { return row }
    return list.selectedRow
  }

  /// Whether the keys go to a pane, and to nothing over it.
  func hasKeys(_ pane: PaneFocus) -> Bool { focus == pane && layer == nil }

  /// Shows a notice in the status line, and adds it to the history where it is about more than a key.
  ///
  /// - Returns: no effect, so that an action that does nothing else ends with it.
  @discardableResult
  package mutating func notify(
    _ text: String, _ level: Notice.Level = .info, isKept: Bool = true
  ) -> [AppEffect] {
    let until = now.addingTimeInterval(level == .error ? 15 : 8)
    notice = Notice(text: text, level: level, until: keepsNotices ? nil : until)
    if isKept { notices.add(text, level, at: now) }
    return []
  }

  /// Opens a layer in place of the current one, without any other effect.
  mutating func showLayer(_ layer: Layer) -> [AppEffect] {
    self.layer = layer
    return []
  }

  /// Switches to a screen for screen readers, before anything else happens: the cursor is where the keys go, one pane
  /// at a time, and nothing changes by itself but what arrives.
  package mutating func beAccessible() {
    isAccessible = true
    keepsNotices = true
    panes.split = .single
  }
}
