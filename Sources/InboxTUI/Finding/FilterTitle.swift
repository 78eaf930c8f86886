import InboxCore
import InboxModel

/// The filter as the title of the list: what it is, and how many match.
enum FilterTitle {
  static func draw(
    _ state: AppState, right: String, focused: Bool, _ pane: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    let isTyping = state.context == .find
    let counts = counts(state) + (state.markedText.map { " · \($0)" } ?? "")
    let scope = state.isEverywhere ? " \(state.profile.capabilities.everyList)" : ""
    let slash = isTyping || !state.find.text.isEmpty ? " /" : ""
    let room = max(1, pane.width - 6 - DisplayText.width(of: scope + slash + counts))
    // Of a line being typed the part at the cursor stays visible, of a set filter the beginning, and always the count.
    let (typed, column) = LineField.marked(state.find.input, width: room + 1, in: frame.repertoire)
    let shown = DisplayText.clip(isTyping ? typed : state.shownFilter, to: room, in: frame.repertoire)
    let start = DisplayText.width(of: scope + slash)
    PaneTitle.draw(
      "\(scope)\(slash)\(shown) · \(counts) ", right: right, focused: focused, pane, theme, into: &frame)
    guard isTyping else { return }
    let x = pane.x + 1 + start
    frame.write(shown + " ", x: x, y: pane.y, width: pane.maxX - x, style: theme(.layerInput))
    frame.cursor = Point(x: min(pane.maxX - 1, x + column), y: pane.y)
  }

  /// “/sale is:unread · 3 of 14”, for places where the list is out of sight.
  static func words(_ state: AppState) -> String {
    let filter = state.find.text.isEmpty ? nil : "/" + state.shownFilter
    let scope = state.isEverywhere ? state.profile.capabilities.everyList : nil
    return [scope, filter].compactMap { $0 }.joined(separator: " ") + " · " + counts(state)
  }

  /// How many of how many match, by the valid parts of the filter; dots until it is known.
  private static func counts(_ state: AppState) -> String {
    let all = all(state)
    guard state.list.shown == state.source else { return "… of \(all)" }
    return state.find.filter.isEmpty ? "\(all)" : "\(state.list.total) of \(all)"
  }

  private static func all(_ state: AppState, everywhere: Bool? = nil) -> Int {
    let centers = state.snapshot?.centers ?? []
    return centers.filter { everywhere ?? state.isEverywhere || $0.name == state.center }
      .reduce(0) { $0 + $1.counts.total }
  }

  /// Why the list is empty and what to do about it (FE-8).
  static func nothing(_ state: AppState) -> String {
    let vendor = state.profile.capabilities
    guard !state.find.filter.isEmpty else { return "No messages in any \(vendor.list)." }
    let place = state.isEverywhere ? "any \(vendor.list)" : state.name(of: state.center)
    var text = "No matches for /\(state.shownFilter) in \(place)."
    if state.find.filter.asksForExpired, state.profile.capturedFrom == nil {
      let about = state.presenting == nil ? ": \(state.keys.name(of: .about)) shows them" : ""
      text += " Expired messages leave the list\(about)."
    }
    if let hint = MessageFilter.hint(state.find.text, centers: state.filterCenters) { text += " \(hint)" }
    // What remains of a filter that names a center is one center.
    let isOne = state.isEverywhere && !state.find.isEverywhere
    let rest = isOne ? "\(all(state, everywhere: false)) of \(state.name(of: state.center))" : "\(all(state))"
    // Hidden marks are cleared first, except while a filter is typed.
    let first = state.marks.isEmpty || state.find.isTyping ? "" : "clears the selection, and once more "
    let isWhole = state.isEverywhere || vendor.lists == .one
    text +=
      all(state) == 0
      ? " There are no messages \(isWhole ? "at all" : "in \(place)")."
      : " \(state.keys.name(of: .showAll)) \(first)shows all \(rest)."
    // A key of the list would be typed into the line.
    let everywhere: ActionID = state.find.isTyping ? .findEverywhere : .everywhere
    return isWhole ? text : text + " \(state.keys.name(of: everywhere)) searches \(vendor.everyList)."
  }

  /// While a filter is typed: what is wrong with it and what would be right; nil where nothing is.
  ///
  /// In little room only what would be right: the title says what is wrong.
  static func hint(_ state: AppState) -> (text: String, isWrong: Bool)? {
    guard state.context == .find, let problem = state.find.problem else { return nil }
    let isShort = problem.isUnfinished || state.size.columns < 60
    return (isShort ? problem.remedy : problem.description, !problem.isUnfinished)
  }
}
