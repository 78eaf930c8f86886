import struct Foundation.Date
import InboxCore
import InboxModel

/// Narrowing the list as a filter is typed (FE-6).
extension AppState {
  /// Whether the list shows all centers together.
  package var isEverywhere: Bool { find.isEverywhere || find.filter.namesCenter }

  /// Whether the list shows anything else than the whole of one center.
  package var isNarrowed: Bool { isEverywhere || !find.filter.isEmpty }

  package var source: ListSource { ListSource(center: isEverywhere ? nil : center, filter: find.filter) }

  /// Requests the rows where they are out of date: once for a frame, and not while rows of another filter are on their
  /// way, so that typing waits for the newest filter only.
  mutating func readList() -> [AppEffect] {
    guard let snapshot else { return [] }
    var list = list
    let isNew = list.asked != source
    guard list.revision != snapshot.revision || isNew && !list.isLoading else { return [] }
    list.revision = snapshot.revision
    list.readTime = now
    if isNew, list.asked != nil || isEverywhere, list.pendingSelection == nil,
      let row = find.isTyping ? list.origin ?? list.selection : list.meant
    {
      list.pendingSelection = .nearest(row)
    }
    let effect = AppEffect.load(list.load(source, list.anchor))
    self.list = list
    return [effect]
  }

  /// When the rows are read again although nothing has changed but the time; nil where the filter is not about that.
  var nextFiltering: Date? {
    guard find.filter.changesWithTime, let read = list.readTime else { return nil }
    // The clock may have been set back.
    return now < read ? now : read.addingTimeInterval(60)
  }

  /// The filter as it stands on the screen; one with an id is not shown to an audience (FE-13).
  var shownFilter: String {
    guard presenting != nil else { return find.text }
    return find.text.replacing(/id:("[^"]*"?|\S+)/.ignoresCase(), with: "id:…")
  }

  // MARK: - The line

  mutating func beginFinding() -> [AppEffect] {
    find.isTyping = true
    // The line would show the id that the title hides: it begins anew.
    find.input = LineEditor(shownFilter == find.text ? find.text : "")
    find.problem = nil
    find.recalled = HistoryPosition()
    list.keepOrigin()
    return []
  }

  /// Handles a key in the filter line.
  ///
  /// - Returns: nil when the key is not one of the line's own.
  mutating func typedFilter(_ key: Key) -> [AppEffect]? {
    if key == .backspace, find.input.isEmpty { return leaveFinding() }
    var line = find.input
    switch line.take(key, most: FindState.longest) {
    case .edited?:
      find.recalled = HistoryPosition()
      apply(line)
    case .moved?: find.input = line
    case .full?: notify("A filter has at most \(FindState.longest) characters.", .warning)
    case nil: return nil
    }
    return []
  }

  /// Applies the text of the line; a part that is wrong counts for nothing, whatever it said while it was typed.
  private mutating func apply(_ line: LineEditor) {
    find.input = line
    find.problem = narrow(to: line.text)
    var (problem, text) = (find.problem, line.text)
    while let wrong = problem {
      text = wrong.left(of: text)
      problem = narrow(to: text)
    }
  }

  /// - Returns: what is wrong; nothing has changed then.
  private mutating func narrow(to text: String) -> FilterProblem? {
    do throws(FilterProblem) {
      let filter = try MessageFilter(text, centers: filterCenters, named: profile.capabilities.name(of:))
      change { find in
        find.filter = filter
        find.text = filter.isEmpty ? "" : String(text.reversed().drop(while: \.isWhitespace).reversed())
      }
      return nil
    } catch {
      return error
    }
  }

  /// The lists that `center:` may name; none where there is but one.
  var filterCenters: [CenterName] { profile.capabilities.lists == .one ? [] : centers }

  /// Changes what the list shows; a new list starts at the position of the former one.
  private mutating func change(_ change: (inout FindState) -> Void) {
    let before = (isEverywhere: isEverywhere, list: list)
    let row = before.list.meant
    var next = find
    change(&next)
    // The rows between the ends of a range belong to another list from now on.
    if next.filter != find.filter || next.isEverywhere != find.isEverywhere { closeRange() }
    find = next
    guard isEverywhere != before.isEverywhere else { return }
    if isEverywhere {
      find.everywhere.forget()
      // The former rows stay on the screen until those of all centers are there.
      find.everywhere.window = before.list.window
      find.everywhere.top = before.list.top
      find.everywhere.selection = row
      find.everywhere.origin = row
    } else if let row, row.key.center == center {
      list.pendingSelection = .nearest(row)
      list.revision = -1
    }
  }

  mutating func endFinding() -> [AppEffect] {
    if let problem = find.problem {
      return notify(problem.description, .warning)
    }
    list.takeFound()
    return leaveFinding()
  }

  /// Drops a filter that is wrong: the one in force stays.
  mutating func leaveFinding() -> [AppEffect] {
    find.isTyping = false
    find.problem = nil
    find.input = ""
    find.remember()
    return []
  }

  /// Puts another filter of the history into the line; positive steps go back in time.
  mutating func recall(_ step: Int) -> [AppEffect] {
    guard find.isTyping, let text = find.recalled.move(step, in: find.history, from: find.input.text) else {
      return []
    }
    apply(LineEditor(text))
    return []
  }

  // MARK: - The list

  mutating func switchScope() -> [AppEffect] {
    change { $0.isEverywhere.toggle() }
    return []
  }

  /// Narrows the list to a filter that was typed elsewhere; an empty text shows all.
  ///
  /// - Returns: what is wrong with it; nothing has changed then.
  mutating func narrowList(to text: String) -> String? {
    if text.isEmpty {
      _ = showAll()
      return nil
    }
    if let problem = narrow(to: text) { return problem.description }
    if focus == .detail { leaveMessage() }
    uncoverList()
    focus = .list
    list.keepOrigin()
    find.remember()
    return nil
  }

  /// Clears the filter; without one, leads from all centers back to one.
  mutating func widen() -> [AppEffect] {
    showAll(everywhere: find.isEverywhere && !find.filter.isEmpty)
  }

  mutating func showAll(everywhere: Bool = false) -> [AppEffect] {
    guard isNarrowed else { return [] }
    find.remember()
    waitingKeys = []
    change { find in
      find.filter = .everything
      find.text = ""
      find.input = ""
      find.isEverywhere = everywhere
      find.isTyping = false
      find.problem = nil
    }
    return []
  }

  /// A tab shows its own messages: a filter for all centers, or for another one, is applied to this one.
  mutating func leaveEverywhere() {
    guard isEverywhere else { return }
    find.isEverywhere = false
    guard find.filter.namesCenter else { return }
    find.remember()
    find.filter = find.filter.withoutCenters
    find.text = MessageFilter.withoutCenters(find.text)
  }
}
