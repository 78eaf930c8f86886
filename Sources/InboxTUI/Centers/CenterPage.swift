import Foundation
import InboxCore
import InboxModel

/// One center whole: how its refresh stands, what the cache keeps, and why each message that left it is gone (MC-11).
struct CenterPage: TextLayer {
  var name: CenterName
  /// Nil until they are read, or cannot be.
  var gone: Result<[GoneMessage], InboxError>?
  var scroll: Int

  var layer: Layer { .center(name, gone: gone, scroll: scroll) }
  var context: ActionContext { .center }
  func title(_ state: AppState) -> String {
    let vendor = state.profile.capabilities
    return vendor.lists == .one
      ? vendor.name(of: name) : "\(vendor.list.capitalizedFirst): \(vendor.name(of: name))"
  }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    var lines = facts(state, area)
    // Responses captured at one moment have lost nothing.
    guard state.profile.capturedFrom == nil else { return lines }
    lines.append(DetailLine())
    let cache = state.profile.capabilities.retentionDays == nil ? "" : "the cache or "
    lines.append(DetailLine("Removed from \(cache)the list, latest first", .detailLabel))
    switch gone {
    case .success(let gone)?: return lines + entries(gone, state, area)
    case .failure(let error)?: return lines + area.wrap(error.description, .noticeError)
    case nil: return lines + area.wrap("Loading…", .muted)
    }
  }

  private func entries(_ gone: [GoneMessage], _ state: AppState, _ area: TextArea) -> [DetailLine] {
    guard !gone.isEmpty else {
      return area.wrap("No messages have left \(state.profile.capabilities.thisList).", .muted)
    }
    let latest = gone.prefix(MessageCenter.goneLimit)
    let lines = latest.flatMap { entry($0, state, area) }
    guard gone.count > latest.count else { return lines }
    return lines
      + area.wrap("Only the latest \(latest.count) are shown; ‘inbox list --gone’ lists all.", .muted)
  }

  private func facts(_ state: AppState, _ area: TextArea) -> [DetailLine] {
    guard let snapshot = state.snapshot, let center = snapshot.centers.first(where: { $0.name == name })
    else { return [] }
    var lines: [DetailLine] = []
    func field(_ label: String, _ value: String, _ role: ThemeRole = .text) {
      lines += area.field(label, value, role, column: 10)
    }
    if let source = state.profile.capturedFrom {
      field("In list", "\(center.counts.total), \(center.counts.total - center.counts.unread) expired")
      let isTapped = state.profile.isTapped == true
      field(isTapped ? "Tap" : "Captured", isTapped ? "\(source), read-only" : "in \(source), read-only")
      unreadable(center.refresh, field)
      return lines
    }
    field("In list", "\(center.counts.total), \(center.counts.unread) unread")
    if let disabled = snapshot.disabled {
      field("Disabled", disabled.sentence(state.keys), .noticeWarning)
      return lines
    }
    let refresh = center.refresh
    field("Fetched", refresh.lastSuccess.map { full($0, state) } ?? "never")
    field("Refresh", refresh.isFetching ? "in progress" : "next " + full(refresh.due(at: state.now), state))
    if let error = refresh.lastError { field("Trouble", error.description, .noticeError) }
    if let row = state.list.selectedRow, row.key.center == name {
      field("Selected", standing(of: row, state))
    }
    unreadable(refresh, field)
    return lines
  }

  /// Records of the last response that were left out (MC-9).
  private func unreadable(
    _ refresh: RefreshMachine, _ field: (String, String, ThemeRole) -> Void
  ) {
    for bad in refresh.malformed {
      let what = bad.unnamed == nil ? "record \(bad.name): \(bad.reason)" : bad.reason
      field("Unreadable", what, .noticeWarning)
    }
  }

  /// Where the selected message stands: its place among those of the response, and how long it stays (MC-4, MC-6,
  /// MC-10).
  private func standing(of row: ArchivedMessage, _ state: AppState) -> String {
    var facts = [row.message.subject.shownSubject]
    // Among the rows of a filter, or of all centers, it has another place.
    if row.cacheState == .listed, state.profile.capabilities.paging != .increment, !state.isNarrowed,
      let window = state.list.window, window.offset == 0,
      let index = window.rows.firstIndex(where: { $0.key == row.key })
    {
      let place = window.rows[...index].count { $0.cacheState == .listed }
      let cap = state.profile.capabilities.cap(of: row.key.center).map { " of at most \($0)" } ?? ""
      facts.append("\(place)\(cap) in a response")
    }
    if let reason = row.cacheState.reason {
      facts.append(reason.words)
    } else if let end = state.profile.retention?.end(of: row.lastFetched) {
      facts.append("in the cache until \(full(end, state)) if no response lists it again")
    }
    facts.append(row.message.expiry.map { "expires \(full($0, state))" } ?? "no expiry")
    return facts.joined(separator: " · ")
  }

  private func entry(_ gone: GoneMessage, _ state: AppState, _ area: TextArea) -> [DetailLine] {
    let subject = gone.row.message.subject.shownSubject
    let place = gone.removal.staysInList ? "kept in the list" : "not in the list"
    return area.wrap([.init(subject)], first: full(gone.removal.time, state) + "  ", rest: "  ")
      + area.wrap(
        [.init("\(gone.removal.reason.words); \(place) · \(gone.row.key.id)", .muted)], first: "  ",
        rest: "  ")
  }

  private func full(_ date: Date, _ state: AppState) -> String {
    TimeLabel.full(date, at: state.now, in: state.zone)
  }
}

extension AppState {
  mutating func take(_ event: CenterEvent) -> [AppEffect] {
    switch event {
    case .refreshed(let name, let failures, let news):
      fetched(name, hasNew: failures.isEmpty && news?.contains { $0.new > 0 } == true)
      if let failure = failures.first {
        if failure == .cancelled {
          notify("Refresh cancelled; \(words(for: name)) is unchanged.")
        } else {
          notify(sentence(failure), .error)
        }
      } else {
        let all = words(for: name).capitalizedFirst
        notify(CenterNews.words(news ?? [], profile.capabilities) ?? "\(all): up to date")
      }
      return arrived(news ?? [])
    case .goneLoaded(let name, let gone): show(.success(gone), of: name)
    case .goneUnread(let name, let error): show(.failure(error), of: name)
    }
    return []
  }

  private mutating func show(_ gone: Result<[GoneMessage], InboxError>, of center: CenterName) {
    guard case .center(center, _, let scroll)? = pageLayer else { return }
    pageLayer = .center(center, gone: gone, scroll: scroll)
  }

  /// The name of a list in a sentence; nil stands for all lists.
  func words(for center: CenterName?) -> String {
    center.map(name) ?? profile.capabilities.everyList
  }

  func name(of center: CenterName) -> String { profile.capabilities.name(of: center) }

  /// The center of the message at hand, which in the list of all may be any.
  mutating func showCenter() -> [AppEffect] {
    let name = target?.key.center ?? center
    layer = .center(name, gone: nil, scroll: 0)
    return [.loadGone(name)]
  }
}
