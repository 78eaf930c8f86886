import Foundation
import InboxCore
import InboxModel

enum ListView {
  static func draw(
    _ state: AppState, _ layout: PaneLayout, _ pane: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    let focused = state.hasKeys(.list)
    if state.isNarrowed || state.find.isTyping {
      FilterTitle.draw(state, right: position(state), focused: focused, pane, theme, into: &frame)
    } else {
      let marked = state.markedText.map { "· \($0) " } ?? ""
      PaneTitle.draw(
        " \(state.name(of: state.center)) \(marked)", right: position(state), focused: focused, pane, theme,
        into: &frame)
    }
    let area = pane.rows(from: 1)
    frame.mark(pane, .list)
    if state.isNarrowed || state.find.isTyping { frame.mark(pane.rows(from: 0, count: 1), .filter) }
    let list = state.list
    guard let window = list.window, !window.rows.isEmpty else {
      let text = state.shown(emptyText(state))
      return frame.write(
        wrapped: text, in: area.inset(horizontally: 1, vertically: 0), style: theme(.muted))
    }
    var index = list.top
    var y = area.y
    let selection = list.selection?.key
    while y < area.maxY, let row = list.row(at: index) {
      let rect = Rect(x: area.x, y: y, width: area.width, height: min(layout.rowHeight, area.maxY - y))
      draw(row, isSelected: row.key == selection, state, layout, rect, theme, into: &frame)
      frame.mark(rect, .row(row.key))
      y += layout.rowHeight
      index += 1
    }
    guard layout.hasDivider else { return }
    for y in area.y..<area.maxY { frame.write("│", x: pane.maxX - 1, y: y, width: 1, style: theme(.border)) }
  }

  private static func position(_ state: AppState) -> String {
    let list = state.list
    guard let index = list.selectedIndex else { return "" }
    return " \(index + 1)/\(list.total) "
  }

  private static func draw(
    _ row: ArchivedMessage, isSelected: Bool, _ state: AppState, _ layout: PaneLayout, _ rect: Rect,
    _ theme: Theme, into frame: inout Frame
  ) {
    let isUnread = row.isUnread(at: state.now)
    let isMarked = state.isMarked(row)
    var base = theme(isUnread ? .listUnread : .listRow)
    if isMarked { base = theme(.listMarked).over(base) }
    var dim = theme(.muted)
    // What stands beside the subject; a blank has the style of what it leads to, as each change of style is sent.
    var aside = dim
    if isSelected {
      let focused = state.hasKeys(.list)
      base = theme(focused ? .listSelected : .listSelectedUnfocused).over(base)
      if focused { (dim, aside) = (theme(.listSelected), base) }
      frame.fill(rect, style: focused ? dim : .plain)
      // The mark shows the selection where attributes do not, as in a frame printed as text.
      frame.write("› ", x: rect.x, y: rect.y, width: 2, style: base)
    }
    let x = rect.x + 1
    if isUnread {
      // The blank before it needs no style of its own.
      let mark = (isSelected ? "" : " ") + theme.glyphs.unread(in: frame.repertoire)
      let style = isSelected ? base : theme(.unreadMark)
      frame.write(mark, x: isSelected ? x : rect.x, y: rect.y, width: 2, style: style)
    }
    // In the style of its subject: another style for one letter would be sent, and taken back, with every row.
    frame.write(" \(row.message.kind.glyph) ", x: x + 1, y: rect.y, width: 3, style: base)
    if isMarked { frame.write("*", x: x + 1, y: rect.y, width: 1, style: base) }
    let age = label(row, state)
    let isInLine = layout.previewsInLine
    let end = End(row, state)
    let isOneLine = rect.height == 1
    let (ageWidth, endWidth) = (DisplayText.width(of: age) + 1, DisplayText.width(of: end.text) + 3)
    // The expiry gives way to the subject.
    let hasEnd = isOneLine && !end.text.isEmpty && rect.width - 6 - endWidth - ageWidth >= 8
    let right = hasEnd ? " \(end.text) · \(age)" : " " + age
    let rightWidth = hasEnd ? endWidth + ageWidth : ageWidth
    let subject = state.shown(row.message.subject.shownSubject)
    let room = rect.width - 6 - rightWidth
    let used = frame.write(subject, x: x + 4, y: rect.y, width: room, style: base)
    if isInLine {
      let rest = Rect(x: x + 4 + used, y: rect.y, width: rect.maxX - x - 4 - used, height: 1)
      drawPreviewInLine(row, state, rest, rightWidth, dim, into: &frame)
    }
    frame.write(
      right, x: rect.maxX - 1 - rightWidth, y: rect.y, width: rightWidth, style: isInLine ? dim : aside)
    // In one line, and on the selected row, an end that is near is emphasized as it is in two lines.
    let style = end.style(isSelected ? dim : nil, theme)
    if !isOneLine {
      drawPreview(row, state, rect, dim, end.text, style, into: &frame)
    } else if hasEnd, end.isLoud {
      frame.write(end.text, x: rect.maxX - rightWidth, y: rect.y, width: rightWidth, style: style)
    }
  }

  /// When a message expires, and how much that is emphasized.
  private struct End {
    var text = ""
    var role = ThemeRole.muted
    var attributes: Attributes = []

    init(_ row: ArchivedMessage, _ state: AppState) {
      guard let expiry = row.message.expiry else { return }
      text = TimeLabel.end(expiry, at: state.now, in: state.zone)
      (role, attributes) = TimeLabel.style(ofEnd: expiry, at: state.now)
    }

    var isLoud: Bool { !attributes.isEmpty }

    func style(_ selected: Style?, _ theme: Theme) -> Style {
      var style = selected ?? theme(role)
      style.attributes.formUnion(attributes)
      return style
    }
  }

  /// The preview behind its subject.
  ///
  /// It ends at the same column in all rows, before the time of sending, the center and the expiry; the blanks have its
  /// style.
  private static func drawPreviewInLine(
    _ row: ArchivedMessage, _ state: AppState, _ rest: Rect, _ labelWidth: Int, _ style: Style,
    into frame: inout Frame
  ) {
    frame.fill(rest, style: style)
    let room = rest.width - 1 - max(labelWidth, state.isEverywhere ? 34 : 18)
    guard room > 8 else { return }
    frame.write(state.shown(row.message.body), x: rest.x + 2, y: rest.y, width: room - 2, style: style)
  }

  private static func drawPreview(
    _ row: ArchivedMessage, _ state: AppState, _ rect: Rect, _ style: Style, _ end: String, _ endStyle: Style,
    into frame: inout Frame
  ) {
    let endWidth = DisplayText.width(of: end)
    let room = rect.width - 6 - (endWidth == 0 ? 0 : endWidth + 1)
    let preview = "     " + state.shown(row.message.body)
    frame.write(preview, x: rect.x, y: rect.y + 1, width: room + 5, style: style)
    frame.write(end, x: rect.maxX - 1 - endWidth, y: rect.y + 1, width: endWidth, style: endStyle)
  }

  /// Its age; in a list of all centers also its center.
  private static func label(_ row: ArchivedMessage, _ state: AppState) -> String {
    let age = TimeLabel.age(of: row.message.sent, at: state.now, in: state.zone)
    guard state.isEverywhere else { return age }
    let center = DisplayText.clip(
      state.name(of: row.key.center), to: 12, in: state.profile.repertoire)
    return "\(center) · \(age)"
  }

  /// Why the list is empty and what to do about it (FE-8).
  private static func emptyText(_ state: AppState) -> String {
    if let problem = state.snapshot?.storeTrouble { return state.sentence(problem) }
    guard let snapshot = state.snapshot, !state.list.isLoading || state.list.window != nil else {
      return "Loading…"
    }
    if let disabled = snapshot.disabled {
      return "\(state.sentence(disabled)) Nothing is fetched or shown until then."
    }
    let (vendor, center) = (state.profile.capabilities, state.name(of: state.center))
    let places = snapshot.centers.filter { state.isEverywhere || $0.name == state.center }
    let total = places.reduce(0) { $0 + $1.counts.total }
    let isFound = state.isNarrowed && state.list.shown == state.source
    if isFound, total > 0 { return FilterTitle.nothing(state) }
    if state.profile.isTapped == true {
      let place = state.profile.tapAddress.map { ", which it finds at \($0)" } ?? ""
      return
        "The app has not fetched \(center) through the tap yet\(place). \(state.keys.name(of: .events)) shows its requests."
    }
    if state.profile.capturedFrom != nil {
      return places.contains(where: \.refresh.isFetching)
        ? "Reading the captured responses…" : "The captured responses have no messages of \(center)."
    }
    // Its rows are about to be read.
    if total > 0 { return "…" }
    if let fetched = places.first(where: \.refresh.isFetching) {
      let first = fetched.refresh.lastSuccess == nil ? " for the first time" : ""
      return
        "Fetching \(state.name(of: fetched.name))\(first)… \(state.keys.name(of: .stopWaiting)) stops it."
    }
    if let error = places.lazy.compactMap(\.refresh.lastError).first { return state.sentence(error) }
    if let missing = places.first(where: { $0.refresh.lastSuccess == nil }) {
      guard state.lifecycle.hasAsked else { return "…" }
      return
        "\(state.name(of: missing.name)) was not fetched yet. \(state.keys.name(of: .refresh)) fetches it."
    }
    if isFound { return FilterTitle.nothing(state) }
    let arrival = vendor.liveLine ? "New ones arrive by themselves" : "The next refresh brings new ones"
    return "No messages in \(center). \(arrival); \(state.keys.name(of: .refresh)) asks now."
  }
}

extension MessageKind {
  var glyph: String {
    switch self {
    case .launchApp: "·"
    case .openURL: "↗"
    case .openRichMessage: "≡"
    }
  }
}
