import InboxCore
import InboxModel

/// Draws the tabs with their unread counts, and the badge (FE-1).
enum TabBarView {
  static func draw(_ state: AppState, _ layout: PaneLayout, _ theme: Theme, into frame: inout Frame) {
    let rect = layout.tabs
    let badge = badgeText(state, width: rect.width)
    let badgeWidth = DisplayText.width(of: badge)
    let room = rect.width - badgeWidth - 2
    let end = drawTabs(state, rect.left(max(0, room)), theme, into: &frame)
    if let brand = theme.brand, layout.brand.isEmpty, rect.width >= 60 {
      BrandView.drawLine(brand, from: end, to: rect.x + room, y: rect.y, theme, into: &frame)
    }
    let diverges = state.presenting == nil && state.snapshot?.badge.diverges == true
    let isOdd = state.profile.capturedFrom != nil || diverges
    let role: ThemeRole = isOdd ? .badgeAlert : .badge
    guard state.snapshot != nil, !badge.isEmpty else { return }
    frame.write(badge, x: rect.maxX - badgeWidth, y: rect.y, width: badgeWidth, style: theme(role))
    frame.mark(Rect(x: rect.maxX - badgeWidth, y: rect.y, width: badgeWidth, height: 1), .badge)
  }

  /// The badge, in few words where the tabs leave little room.
  private static func badgeText(_ state: AppState, width: Int) -> String {
    guard let badge = state.snapshot?.badge else { return "" }
    // A captured response says nothing about a badge.
    if state.profile.capturedFrom != nil {
      return width < 60
        ? " read-only " : state.profile.isTapped == true ? " tap, read-only " : " captured, read-only "
    }
    if state.profile.capabilities.badge == .none { return width < 60 ? "" : " no badge " }
    let (whole, tight) = words(badge, state)
    if width >= 60 { return " badge \(whole) " }
    let tabs = widths(labels(state, longest: .max)).reduce(0, +)
    return [" badge \(whole) ", " badge \(tight) "]
      .first { tabs + DisplayText.width(of: $0) + 4 <= width } ?? " \(tight) "
  }

  /// The local and the server's badge, and both for tight places.
  private static func words(_ badge: BadgeState, _ state: AppState) -> (whole: String, tight: String) {
    if state.awaitsBadge { return ("…", "…") }
    guard state.profile.capabilities.badge == .server else {
      // As nothing was ever fetched, nothing is known.
      if state.snapshot?.centers.allSatisfy(\.isUnknown) == true { return ("? = unread", "?") }
      let unread = state.snapshot?.countedBadge ?? 0
      return ("\(unread) = unread", BadgeState.short(unread))
    }
    let local = BadgeState.short(badge.local)
    // An audience sees one badge, as on a phone.
    guard state.presenting == nil, badge.server != badge.local else { return ("\(badge.local)", local) }
    let server = badge.server.map { (whole: "\($0)", tight: "≠" + BadgeState.short($0)) }
    return ("\(badge.local), server \(server?.whole ?? "?")", local + (server?.tight ?? ""))
  }

  /// - Returns: The column after the last tab.
  private static func drawTabs(
    _ state: AppState, _ rect: Rect, _ theme: Theme, into frame: inout Frame
  ) -> Int {
    var labels = labels(state, longest: .max)
    var widths = widths(labels)
    // Long names are shortened before whole tabs are left out.
    if widths.reduce(0, +) > rect.width - 2 {
      labels = Self.labels(state, longest: longestName)
      widths = Self.widths(labels)
    }
    let active = state.centers.firstIndex(of: state.center) ?? 0
    let shown = fitting(widths, around: active, in: rect.width - 2)
    var x = rect.x
    if shown.lowerBound > 0 { x += frame.write("‹", x: x, y: rect.y, width: 1, style: theme(.muted)) }
    for index in shown {
      let style = theme(index == active ? .tabActive : .tab)
      let start = x
      x += frame.write(labels[index], x: x, y: rect.y, width: rect.maxX - x, style: style)
      frame.mark(Rect(x: start, y: rect.y, width: x - start, height: 1), .tab(index))
      if index + 1 < shown.upperBound {
        x += frame.write("│", x: x, y: rect.y, width: max(0, rect.maxX - x), style: theme(.border))
      }
    }
    if shown.upperBound < labels.count, x < rect.maxX {
      x += frame.write("›", x: x, y: rect.y, width: 1, style: theme(.muted))
    }
    return x
  }

  /// The columns of a name where the full names leave no room for every tab.
  private static let longestName = 20

  private static func labels(_ state: AppState, longest: Int) -> [String] {
    state.centers.enumerated().map { index, center in
      let name = DisplayText.clip(state.name(of: center), to: longest, in: state.profile.repertoire)
      let unread = state.snapshot?.centers.first { $0.name == center }?.counts.unread ?? 0
      return " \(index + 1) \(name)\(unread == 0 ? "" : " \(BadgeState.short(unread))") "
    }
  }

  /// The widths including the line behind each tab.
  private static func widths(_ labels: [String]) -> [Int] { labels.map { DisplayText.width(of: $0) + 1 } }

  /// As many tabs as fit; the active one is always among them.
  private static func fitting(_ widths: [Int], around active: Int, in room: Int) -> Range<Int> {
    guard widths.indices.contains(active) else { return 0..<0 }
    var range = active..<(active + 1)
    var used = widths[active]
    while true {
      if range.upperBound < widths.count, used + widths[range.upperBound] <= room {
        used += widths[range.upperBound]
        range = range.lowerBound..<(range.upperBound + 1)
      } else if range.lowerBound > 0, used + widths[range.lowerBound - 1] <= room {
        used += widths[range.lowerBound - 1]
        range = (range.lowerBound - 1)..<range.upperBound
      } else {
        return range
      }
    }
  }
}

extension AppState {
  /// Whether the badge will soon be known: until then nothing is said of it.
  fileprivate var awaitsBadge: Bool {
    guard let snapshot, snapshot.isEnabled else { return false }
    let isFirstFetch = snapshot.centers.contains { $0.refresh.isFetching && $0.refresh.lastSuccess == nil }
    guard isFirstFetch || snapshot.connection == .unknown else { return false }
    switch profile.capabilities.badge {
    case .none: return false
    case .server: return !lifecycle.knowsBadge && snapshot.badge.local == 0
    case .unread: return isFirstFetch || snapshot.centers.contains { $0.refresh.lastSuccess == nil }
    }
  }
}

extension InboxSnapshot.Center {
  fileprivate var isUnknown: Bool { refresh.lastSuccess == nil && counts.total == 0 }
}
