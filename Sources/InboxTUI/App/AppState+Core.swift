import Foundation
import InboxCore
import InboxModel

extension AppState {
  mutating func take(_ update: InboxUpdate) -> [AppEffect] {
    switch update {
    case .snapshot(let snapshot): return receive(snapshot)
    case .journal(let lines):
      for entry in lines.entries {
        events.append(.journal(entry))
        campaignLog.take(entry)
      }
      // Its history has a new line.
      guard let key = detail?.row.key, lines.entries.contains(where: { $0.message == key }) else { return [] }
      detail?.isStale = true
      return readDetail(PaneLayout(self))
    case .updated(let news):
      // The first fetch fills the list, so there is no need to say more.
      if let words = CenterNews.words(news.filter { !$0.isFirst }, profile.capabilities) { notify(words) }
      return arrived(news)
    case .linkNoticed: return []
    case .banner(let key, let alert, let attachment):
      campaignLog.announced(key, alert, attachment, at: now)
      return notify("\(name(of: key.center)): \(alert)")
    }
  }

  private mutating func receive(_ snapshot: InboxSnapshot) -> [AppEffect] {
    let isFirst = self.snapshot == nil
    let isOther = self.snapshot?.identity != snapshot.identity
    if let before = self.snapshot {
      if isOther {
        forgetPerson()
        notify(
          profile.isTapped == true ? "The app of \(snapshot.identity.label)" : snapshot.identity.signInWords)
      }
      if before.isEnabled, !snapshot.isEnabled {
        forgetMessages()
        notify("Message centers disabled: all fetched messages removed")
      }
      if !before.isEnabled, snapshot.isEnabled { notify("Message centers enabled") }
    }
    var effects: [AppEffect] = isOther ? [.loadHistory] : []
    // The messages that are gone may have changed with the list.
    if case .center(let name, _, _)? = pageLayer, self.snapshot?.revision != snapshot.revision {
      effects.append(.loadGone(name))
    }
    if isOther { events.begin(reader: snapshot.identity) }
    self.snapshot = snapshot
    lifecycle.hasAsked =
      lifecycle.hasAsked || !snapshot.isEnabled || snapshot.connection != .unknown
      || snapshot.centers.contains { $0.refresh.isFetching }
    if snapshot.badge.server != nil { lifecycle.knowsBadge = true }
    now = max(now, snapshot.time)
    if snapshot.session != nil { lifecycle.isAppearing = false }
    return isFirst ? readList() + effects + followArrived() + askForCampaigns() : effects
  }

  /// Nothing of a former identity stays on the screen (MC-12).
  private mutating func forgetPerson() {
    forgetMessages()
    changes = ChangeState()
    // Commands that name a person, or show what that person looked for.
    commands.removeAll { !HistoryLines.isImpersonal($0) }
    notices = NoticeHistory()
    // Events of a tap are about an app, whichever person reads there.
    if profile.isTapped != true { events.forget() }
    campaignLog = CampaignLog()
  }

  /// No message stays on the screen: another person reads, or the feature is off (MC-1, MC-12).
  private mutating func forgetMessages() {
    for name in lists.keys { lists[name] = ListState() }
    detail = nil
    marks = Marks()
    pictures = PictureShelf()
    links.resolving = nil
    waits.removeAll { wait in
      switch wait.kind {
      case .rich, .link, .opening, .pictures, .picking, .restoring: true
      case .badge, .leaving, .refresh, .sandbox: false
      }
    }
    notice = nil
    waitingKeys = []
    if focus == .detail { focus = .list }
    // Apps come and go behind a tap: what is typed or looked at meanwhile is about all of them.
    guard profile.isTapped != true else { return }
    find.forget()
    (layer, layerBelowHelp) = (nil, nil)
    focus = .list
  }
}
