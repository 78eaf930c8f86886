import InboxCore
import InboxModel

/// The tour: its keys, and what its steps do.
extension AppState {
  /// Whether the keys of the tour mean the tour: not while something is typed or asked.
  var followsTour: Bool {
    guard let tour = presenting?.tour, tour.isOpen, !tour.isPressing else { return false }
    return isOpenToTour
  }

  /// What a key means to the tour.
  ///
  /// - Returns: nil when it is none of its own.
  mutating func pressedInTour(_ key: Key) -> [AppEffect]? {
    guard followsTour, let action = keys.action(for: key, in: .tour),
      [.nextCaption, .previousCaption, .leaveTour].contains(action.id),
      // What lies on top is closed first.
      action.id != .leaveTour || layer == nil
    else { return nil }
    notice = nil
    return perform(action.id)
  }

  mutating func nextCaption() -> [AppEffect] {
    let keys = keys
    if let why = presenting?.tour?.next(keys) { notify(why) }
    pointAtCaption()
    return []
  }

  mutating func previousCaption() -> [AppEffect] {
    guard presenting?.tour?.back() == true else { return notify(TourState.wasFirst) }
    pointAtCaption()
    return []
  }

  mutating func leaveTour() -> [AppEffect] {
    presenting?.tour?.isOpen = false
    presenting?.look = .all
    return notify(
      presenting?.tour?.isOver == true
        ? "The tour was shown to its end; \(keys.name(of: .tour)) begins it again."
        : "The tour is left where it is; \(keys.name(of: .tour)) continues it.")
  }

  /// Goes on with the tour, or begins again.
  mutating func beginTour() -> [AppEffect] {
    guard var tour = presenting?.tour else { return [] }
    if tour.isOver, !tour.isOpen || tour.isLast {
      tour.restart()
    } else if tour.isOpen {
      notify("The tour is under way; \(keys.name(of: .nextCaption)) goes on.")
    }
    tour.isOpen = true
    presenting?.tour = tour
    pointAtCaption()
    return []
  }

  private mutating func pointAtCaption() {
    let look = presenting?.tour?.step.look ?? .all
    presenting?.look = look
  }

  mutating func take(_ event: PresentingEvent) -> [AppEffect] {
    switch event {
    // The step's command counts as ended even if presenting was ended meanwhile and goes on later.
    case .tourCommandEnded(let failed) where presenting == nil:
      formerPresentation?.tour?.commandEnded(failed: failed)
    case .tourCommandEnded(let failed):
      let launched = failed ? nil : presenting?.tour?.launching
      presenting?.tour?.commandEnded(failed: failed)
      return launched.map { fetch(of: profile.campaigns?.launched(by: $0) ?? []) } ?? []
    case .tourWaitedLong: if isTourUnderWay { presenting?.tour?.gaveUp() }
    case .campaignsListed(let campaigns): campaignsLoaded(.success(campaigns))
    case .campaignsUnlisted(let error): campaignsLoaded(.failure(error))
    }
    return []
  }

  // MARK: - Steps

  /// Whether a step has to wait until the person has done with something: a line that is typed into, a question, a box
  /// on top that no step has opened, a terminal that is given away or too small.
  var tourWaitsForPerson: Bool {
    guard presenting?.tour?.isBusy == true else { return false }
    if isLeaving || lifecycle.isAway || lifecycle.isPaged || PaneLayout.isTooSmall(size) { return true }
    return !isOpenToTour && presenting?.tour?.ownContext != context
  }

  /// Whether a step is being done, or what it waits for can come without the person.
  var isTourUnderWay: Bool { presenting?.tour?.isBusy == true && !tourWaitsForPerson }

  /// Whether the keys go to a pane or to the outcome of a link.
  private var isOpenToTour: Bool { [.list, .detail, .events, .outcome].contains(context) }

  /// Does what the step asks for, as far as it can be done now.
  mutating func advanceTour() -> [AppEffect] {
    if isOpenToTour { presenting?.tour?.ownContext = nil }
    // A message that was restored is there again.
    if let place = presenting?.tour?.missingPlace, list.shown == source,
      list.window?.rows.contains(where: { $0.key == place.message }) == true
    {
      presenting?.tour?.tryAgain()
    }
    var effects: [AppEffect] = []
    while let tour = presenting?.tour, tour.isOpen, !tour.isLate, !tour.isAsking,
      let next = tour.pending.first, snapshot != nil, !tourWaitsForPerson
    {
      switch next {
      case .expect(let wanted): guard showsList(wanted), holds(wanted) else { return effects }
      case .select(let campaign): guard isIdle, showCampaign(campaign) else { return effects }
      case .press(let key):
        // A key that is meant for a message which did not come must not reach another one.
        guard presenting?.tour?.isMissing != true else {
          presenting?.tour?.gaveUp()
          return effects
        }
        guard isIdle, showTourPlace(&effects) else {
          // A message that has left the list does not come back by waiting.
          if isTourMessageGone { presenting?.tour?.gaveUp() }
          return effects
        }
        presenting?.tour?.isPressing = true
        effects += pressedByTour(key)
        presenting?.tour?.isPressing = false
        let reached = isOpenToTour ? nil : context
        presenting?.tour?.ownContext = reached
      case .ask(let command):
        guard isIdle else { return effects }
        presenting?.tour?.isAsking = true
        if next.launch != nil { presenting?.tour?.gaveWay = nil }
        return effects + [.askForTour(command)]
      }
      presenting?.tour?.didFirst()
    }
    let place = tourPlace
    if presenting?.tour?.pending.isEmpty == true, isIdle { presenting?.tour?.rests(at: place) }
    return effects
  }

  /// The message that keys would be about now; nil where they go to something else.
  private var tourPlace: TourState.Place? {
    switch context {
    case .list: list.selectedRow.map { TourState.Place(message: $0.key, isOpen: false) }
    case .detail: detail.map { TourState.Place(message: $0.row.key, isOpen: $0.isOpen, link: $0.link) }
    default: nil
    }
  }

  /// Brings back what a step has left in front of the person, who may have looked at something else since.
  ///
  /// - Returns: whether it is there.
  private mutating func showTourPlace(_ effects: inout [AppEffect]) -> Bool {
    guard let place = presenting?.tour?.place, place != tourPlace else { return true }
    layer = nil
    if place.isOpen, detail?.isOpen == true, detail?.row.key == place.message {
      focus = .detail
      detail?.link = place.link
      return true
    }
    showWholeList(place.message.center)
    guard list.shown == source, let row = list.window?.rows.first(where: { $0.key == place.message }) else {
      return false
    }
    list.select(row.key)
    guard place.isOpen else { return true }
    // It is open already, as far as its sender is concerned.
    effects += showOpened(row)
    detail?.isShownAgain = true
    detail?.link = place.link
    return isIdle
  }

  /// Leaves what is open and shows a list whole; with nil, or another one than there are, the list that is there.
  private mutating func showWholeList(_ name: CenterName?) {
    while focus != .list { _ = perform(.back) }
    _ = showAll()
    if let name, centers.contains(name) { _ = show(name) }
  }

  /// Whether the message that the keys of a step are meant for is in its list no longer, as far as the list is known.
  private var isTourMessageGone: Bool {
    guard let place = presenting?.tour?.place, isIdle, list.shown == source, let window = list.window else {
      return false
    }
    return window.rows.count == window.total && !window.rows.contains { $0.key == place.message }
  }

  /// Whether nothing is under way that a key could get in the way of.
  private var isIdle: Bool {
    guard opening == nil, links.resolving == nil, !isSettingBadge, !list.isLoading,
      list.revision == snapshot?.revision, list.asked == source
    else { return false }
    if case .loading? = detail?.content { return false }
    return true
  }

  /// Selects the newest message of a campaign; nothing lies over it then.
  ///
  /// - Returns: whether it is there.
  private mutating func showCampaign(_ id: String) -> Bool {
    layer = nil
    showWholeList(place(of: id))
    guard list.shown == source, let row = newest(of: id) else { return false }
    list.select(row.key)
    return true
  }

  /// The list with the message of a campaign: its center, or where the vendor has other lists than campaigns name, the one
  /// that holds it, or else the first that has changed since it was loaded.
  private func place(of campaign: String) -> CenterName? {
    guard let home = profile.campaigns?[campaign]?.center, !centers.contains(home) else {
      return profile.campaigns?[campaign]?.center
    }
    func rows(_ name: CenterName) -> [ArchivedMessage] { lists[name]?.window?.rows ?? [] }
    return centers.first { rows($0).contains { isLaunch($0.key, of: campaign) } }
      ?? centers.first { name in
        lists[name]?.window?.total != snapshot?.centers.first { $0.name == name }?.counts.total
      }
  }

  /// Presses a key as the program comes with it: what the person made of the keys is not the tour's.
  private mutating func pressedByTour(_ key: Key) -> [AppEffect] {
    let standard = KeyMap.standard
    let looks = showsLooks && layer == nil ? standard.action(for: key, in: .looks) : nil
    let action = looks ?? standard.action(for: key, in: context)
    if let action, !context.isTextField, ![.tabNumber, .linkNumber].contains(action.id) {
      return act(action.id, keys.keys(of: action.id).first)
    }
    // What is typed, and a number, is the key's own.
    let own = keys
    keys = standard
    defer { keys = own }
    return pressed(key)
  }

  /// Shows the whole list that a step makes a claim about.
  ///
  /// - Returns: whether it is there, as the archive has it now; true where the step is about something else.
  private mutating func showsList(_ wanted: Tour.Wait) -> Bool {
    guard case .list(let name, _, let hides) = wanted else { return true }
    guard isIdle else { return false }
    _ = showAll()
    // What the vendor does not have is not waited for.
    if let name, !centers.contains(name) { return true }
    if let name, name != center { _ = show(name) }
    guard isIdle, list.shown == source, let window = list.window else { return false }
    // What is not loaded cannot be said to be missing.
    return hides.isEmpty || window.rows.count == window.total
  }

  /// The message of a campaign that was launched last, of those in the list.
  func newest(of campaign: String) -> ArchivedMessage? {
    list.window?.rows.filter { isLaunch($0.key, of: campaign) }
      .max { $0.message.sent < $1.message.sent }
  }

  /// Whether a message is a launch of a campaign, and not another one whose id looks like that.
  private func isLaunch(_ message: MessageKey, of campaign: String) -> Bool {
    CampaignFacts.isLaunch(message.id.rawValue, of: campaign)
      && (profile.campaigns?.campaign(of: message)?.id ?? campaign) == campaign
  }

  /// Whether what a step waits for is so.
  private func holds(_ wanted: Tour.Wait) -> Bool {
    switch wanted {
    case .quiet: return isIdle && snapshot?.outbox.waiting == 0
    // What the vendor does not have is not waited for.
    case .badge where profile.capabilities.lack(of: .badge) != nil,
      .deeds(.displays, _, _, _) where !profile.capabilities.displays:
      return true
    case .list(let name?, _, _) where !centers.contains(name): return true
    case .badge(let local, let server):
      let badge = snapshot?.badge
      return (local == nil || badge?.local == local) && (server == nil || badge?.server == server)
    case .list(_, let shows, let hides):
      guard let subjects = list.window?.rows.map(\.message.subject) else { return false }
      return shows.allSatisfy(subjects.contains) && !hides.contains(where: subjects.contains)
    case .deeds(let deed, let campaign, let least, let most):
      let count = known(deed, of: campaign)
      return count >= least && count <= most
    case .link(let outcome, let screen, let click):
      guard links.resolving == nil, let trail = campaignLog.lastTrail else { return false }
      var title: String?
      if case .screen(let screen) = trail.outcome { title = screen.title }
      return (outcome == nil || trail.outcome.kind == outcome) && (screen == nil || title == screen)
        && (click == nil || trail.click.rawValue == click)
    }
  }

  /// What the server knows of the message of a campaign that was launched last.
  private func known(_ deed: Tour.Deed, of campaign: String) -> Int {
    let launches = campaignLog.messages.filter { isLaunch($0, of: campaign) }
    let key = launches.max { ($0.id.rawValue.count, $0.id.rawValue) < ($1.id.rawValue.count, $1.id.rawValue) }
    guard let key else { return 0 }
    let deeds = campaignLog.deeds(of: key)
    return switch deed {
    case .displays: deeds.displays.known
    case .opens: deeds.opens.known
    case .clicks: deeds.clicks.known
    }
  }
}
