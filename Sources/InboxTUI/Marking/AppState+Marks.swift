import InboxCore
import InboxModel

/// Marking messages, and acting on all that are marked.
extension AppState {
  mutating func take(_ event: MarkingEvent) -> [AppEffect] {
    switch event {
    case .changed(let change, let isUndo): return changed(change, isUndo: isUndo)
    case .changeFailed(let change, let isUndo, let error):
      return failed(change, isUndo: isUndo, error)
    case .messagesPicked(let rows, let purpose): return picked(rows, then: purpose)
    case .pickingFailed(let error): return unread(error)
    // The form of earlier recordings.
    case .deletedSet(let key, let isDeleted):
      let change = LocalChange(isDeleted ? .deleted : .restored, [key])
      return reduce(.marking(.changed(change, isUndo: !isDeleted)))
    case .markFailed(let key, let error):
      return reduce(.marking(.changeFailed(LocalChange(.read, [key]), isUndo: false, error)))
    case .deleteFailed(let key, let isDeleted, let error):
      let change = LocalChange(isDeleted ? .deleted : .restored, [key])
      return reduce(.marking(.changeFailed(change, isUndo: !isDeleted, error)))
    }
  }

  /// Whether a row is marked, or would be if the range ended at the selection.
  func isMarked(_ row: ArchivedMessage) -> Bool {
    if marks.keys.contains(row.key) { return true }
    guard let anchor = marks.anchor, let selection = list.selection else { return false }
    let ends = [anchor.place, selection.place]
    return (ends.min(by: <) ?? row.place) <= row.place && row.place <= (ends.max(by: <) ?? row.place)
  }

  /// The number of marked messages for the title of the list; those that the list does not show are counted apart.
  var markedText: String? {
    marked.map { marked in
      if marked.isNone { return "\(marked.hidden) marked, all hidden" }
      return marked.words + " marked" + (marked.hidden > 0 ? ", \(marked.hidden) hidden" : "")
        + (marks.anchor == nil ? "" : ", range")
    }
  }

  private struct Marked {
    /// Those among the loaded rows.
    var loaded: Int
    /// In the list, as far as it is known: `at least` where a range leads to rows that are not loaded, `up to` where a
    /// filter may hide some.
    var shown: Int
    var bound = ""
    /// Not in the list, for certain.
    var hidden: Int

    var words: String { "\(bound)\(shown)" }
    var isNone: Bool { shown == 0 && bound.isEmpty }
  }

  private var marked: Marked? {
    guard !marks.isEmpty else { return nil }
    let rows = list.window?.rows ?? []
    let found = rows.count { marks.keys.contains($0.key) }
    let others = marks.keys.count - found
    let isWhole = list.shown == source && rows.count == list.total
    // Messages that are not loaded and may be in the list.
    let possible =
      others == 0 || isWhole
      ? 0 : isEverywhere ? others : max(0, marks.keys.count { $0.center == center } - found)
    let loaded = rows.count { isMarked($0) }
    var marked = Marked(loaded: loaded, shown: loaded + possible, hidden: others - possible)
    if !isRangeLoaded {
      marked.bound = "at least "
    } else if possible > 0, !find.filter.isEmpty {
      marked.bound = "up to "
    }
    return marked
  }

  /// Whether no row between the ends of an open range is still to be loaded, nor the one that its end moves to.
  private var isRangeLoaded: Bool {
    guard list.pendingSteps == 0, list.pendingSelection == nil else { return false }
    let ends: [ArchivedMessage?] = marks.anchor.map { [$0, list.selection] } ?? []
    return ends.allSatisfy { $0.map(list.isWithinRows) ?? true }
  }

  /// The hint of a key that acts on all marked messages: “delete 5”; nil where the list shows none.
  func markedHint(_ word: String) -> String? {
    guard focus == .list, let marked, !marked.isNone else { return nil }
    return "\(word) \(marked.words)"
  }

  /// The hint of the key that toggles all marked messages: “read 5”; nil where none are marked.
  ///
  /// For one message the hint names both states: a word that changed from row to row would move the line with each key.
  var readHint: String? {
    guard let marked, let unread = markedHint("unread"), let read = markedHint("read") else { return nil }
    // One of those that are not loaded may be unread.
    let isKnown = marked.bound.isEmpty && marked.loaded == marked.shown
    let rows = (list.window?.rows ?? []).filter(isMarked)
    return isKnown && rows.allSatisfy { $0.read != nil } ? unread : read
  }

  mutating func toggleMark() -> [AppEffect] {
    guard let row = list.selectedRow else { return [] }
    if marks.keys.remove(row.key) == nil, !add([ListedKey(row)]) { return [] }
    return scroll(by: 1)
  }

  /// Begins a range, or ends it and marks what lies between.
  mutating func switchRange() -> [AppEffect] {
    guard let anchor = marks.anchor else {
      marks.anchor = list.selectedRow
      let (end, drop) = (keys.name(of: .range), keys.name(of: .showAll))
      return notify("Range started: move, then \(end) marks it; \(drop) cancels.")
    }
    return mark(.range(anchor.key, list.selection?.key ?? anchor.key))
  }

  mutating func markAll() -> [AppEffect] { mark(.all) }

  private mutating func mark(_ selection: MarkSelection) -> [AppEffect] {
    guard let rows = loaded(selection) else { return [.listKeys(source, selection, then: .mark)] }
    return picked(rows, then: .mark)
  }

  /// The messages that are meant, where the loaded rows suffice to know them; nil where the archive must be asked.
  func loaded(_ selection: MarkSelection) -> [ListedKey]? {
    guard let window = list.window, list.shown == source, !list.isLoading else { return nil }
    let rows = window.rows.map { ListedKey($0) }
    let picked = selection.picked(from: rows)
    switch selection {
    case .all: return window.isWhole ? picked : nil
    case .range:
      guard picked.isEmpty else { return picked }
      // An end of the range has left the list: the range is then what is shown as marked.
      return window.isWhole ? window.rows.filter(isMarked).map { ListedKey($0) } : nil
    case .among(let keys): return picked.count == keys.count ? picked : nil
    case .unread(let key, let isForward):
      if window.isWhole { return picked }
      // The loaded rows have no gaps.
      let place = rows.firstIndex { $0.key == key }
      let ahead = place.map { isForward ? rows[($0 + 1)...] : rows[..<$0] }
      return (isForward ? ahead?.first { !$0.isRead } : ahead?.last { !$0.isRead }).map { [$0] }
    }
  }

  /// Ends an open range where its list is left, or the selection is about to move by itself: the rows reached so far
  /// are marked.
  ///
  /// The range neither extends to rows that no one marked, nor is it lost.
  mutating func closeRange() {
    guard marks.anchor != nil else { return }
    let rows = (list.window?.rows ?? []).filter { isMarked($0) }.map { ListedKey($0) }
    let isWhole = isRangeLoaded
    marks.anchor = nil
    guard add(rows), !isWhole else { return }
    notify(
      "The range goes on beyond what is loaded: only \(rows.count.counted("message")) of it marked.", .warning
    )
  }

  /// Drops the range, else the marks.
  ///
  /// - Returns: whether there was anything to drop.
  mutating func dropMarks() -> Bool {
    guard !marks.isEmpty else { return false }
    if marks.anchor != nil { marks.anchor = nil } else { marks.keys = [] }
    return true
  }

  /// Applies an action to the marked messages; nil when the list shows no mark, or the keys go elsewhere.
  ///
  /// As in mutt, it applies to those that the list shows: what a filter hides stays marked and is left alone.
  mutating func actOnMarks(_ id: ActionID) -> [AppEffect]? {
    guard focus == .list, layer == nil, marked?.isNone == false else { return nil }
    if let anchor = marks.anchor {
      let between = MarkSelection.range(anchor.key, list.selection?.key ?? anchor.key)
      guard let rows = loaded(between) else { return [.listKeys(source, between, then: .markAndAct(id))] }
      marks.keys.formUnion(rows.map(\.key))
      marks.anchor = nil
    }
    let among = MarkSelection.among(
      marks.keys.sorted { ($0.center.rawValue, $0.id.rawValue) < ($1.center.rawValue, $1.id.rawValue) })
    guard let rows = loaded(among) else { return [.listKeys(source, among, then: .act(id))] }
    return picked(rows, then: .act(id))
  }

  /// Takes the messages that the archive has picked.
  mutating func picked(_ rows: [ListedKey], then purpose: MarkPurpose) -> [AppEffect] {
    switch purpose {
    case .mark:
      marks.anchor = nil
      if rows.isEmpty { notify(Self.nothingPicked, .warning) } else { _ = add(rows) }
      return []
    case .markAndAct(let id):
      marks.anchor = nil
      guard !rows.isEmpty else { return notify(Self.nothingPicked, .warning) }
      return add(rows) ? actOnMarks(id) ?? [] : []
    case .act(let id):
      guard !rows.isEmpty else {
        return notify(
          "No marked message is in this list; \(keys.name(of: .showAll)) clears the selection.", .warning)
      }
      return act(id, on: rows)
    case .select: return select(unread: rows.first?.key)
    }
  }

  private static let nothingPicked = "One end of the range left the list; nothing was done. Mark it again."

  /// - Returns: whether there was room for all of them.
  private mutating func add(_ rows: [ListedKey]) -> Bool {
    let room = Marks.most - marks.keys.count
    let new = rows.map(\.key).filter { !marks.keys.contains($0) }
    marks.keys.formUnion(new.prefix(room))
    guard new.count > room else { return true }
    notify("At most \(Marks.most) messages can be marked at once; the first ones are.", .warning)
    return false
  }

  private mutating func act(_ id: ActionID, on rows: [ListedKey]) -> [AppEffect] {
    let all = rows.map(\.key)
    switch id {
    case .toggleRead:
      let read = rows.contains { !$0.isRead }
      marks.keys.subtract(all)
      return change(LocalChange(read ? .read : .unread, rows.filter { $0.isRead != read }.map(\.key)))
    case .delete:
      return all.count > Marks.unasked ? showLayer(.deleting(all)) : change(LocalChange(.deleted, all))
    case .copyID:
      return [.copy(all.map { $0.id.pasted + "\n" }.joined(), what: all.count.counted("message id"))]
    case .copyJSON:
      guard all.count <= Marks.mostCopied else {
        return notify(
          "At most \(Marks.mostCopied) messages are copied as JSON; ‘inbox list --json’ prints all.", .warning
        )
      }
      return [.readMessages(all)]
    default: return []
    }
  }

  mutating func deleteAsked() -> [AppEffect] {
    guard case .deleting(let all, _)? = layer else { return [] }
    layer = nil
    return change(LocalChange(.deleted, all))
  }

  // MARK: - What is done, and taken back

  /// How many changes can be undone.
  static let rememberedChanges = 100

  /// Changes messages, on the screen at once, and remembers the change.
  mutating func change(_ change: LocalChange) -> [AppEffect] {
    guard !change.keys.isEmpty else { return [] }
    var change = change
    if change.keys.count == 1, change.subject == nil,
      let row = list.window?.rows.first(where: { $0.key == change.keys[0] })
    {
      change = LocalChange(change.kind, of: row)
    }
    changes.undoable.append(change)
    if changes.undoable.count > Self.rememberedChanges { changes.undoable.removeFirst() }
    if change.kind == .deleted { marks.keys.subtract(change.keys) }
    show(change)
    return [.change(change, isUndo: false)]
  }

  /// Why nothing can be taken back; nil when something can.
  var whyNothingToUndo: String? {
    guard changes.undoable.isEmpty else { return nil }
    return changes.hasTakenBack ? "Nothing more to undo." : "Nothing to undo."
  }

  mutating func undo() -> [AppEffect] {
    guard let last = changes.undoable.popLast() else { return [] }
    changes.hasTakenBack = true
    let change = last.reversed
    show(change)
    return [.change(change, isUndo: true)]
  }

  private mutating func show(_ change: LocalChange) {
    let keys = Set(change.keys)
    switch change.kind {
    case .deleted:
      list.remove(keys)
      changes.deleting.formUnion(keys)
    case .restored: break
    case .read, .unread:
      let read = change.kind == .read ? now : nil
      list.update(keys) { $0.read = read }
      if let key = detail?.row.key, keys.contains(key) { detail?.row.read = read }
    }
  }

  /// The change is durable now.
  mutating func changed(_ change: LocalChange, isUndo: Bool) -> [AppEffect] {
    changes.deleting.subtract(change.keys)
    let away = change.keys.first.flatMap {
      isUndo && change.kind == .restored && !isEverywhere && $0.center != center
        ? " · in \(name(of: $0.center))" : nil
    }
    let room = size.columns - 2 - DisplayText.width(of: away ?? "")
    let about = presenting == nil ? keys.name(of: .about) : nil
    let text =
      isUndo
      ? change.undoNotice(at: now, about: about, width: room) + (away ?? "")
      : change.notice(
        keys.name(of: .undo),
        isHere: change.keys.contains { profile.capabilities.deletion(in: $0.center) == .server })
    if let text { notify(text) }
    return isUndo ? selectBroughtBack(change) : []
  }

  /// Where messages return to the list, restored or by a mark that a filter is about, the first of them is selected,
  /// but not behind an open message.
  private mutating func selectBroughtBack(_ change: LocalChange) -> [AppEffect] {
    guard change.kind != .deleted, let key = change.keys.first, focus != .detail,
      !ExpiryPolicy.isExpired(change.expiry, at: now)
    else { return [] }
    let isHere = isEverywhere || key.center == center
    if change.kind != .restored {
      guard isHere, find.filter.asksWhetherRead, list.window?.rows.contains(where: { $0.key == key }) == false
      else { return [] }
    }
    guard isHere else {
      lists[key.center]?.pendingSelection = .message(key)
      lists[key.center]?.revision = -1
      return []
    }
    closeRange()
    return seek(key)
  }

  /// The change was shown already: the archive's state is read again, once.
  mutating func failed(_ change: LocalChange, isUndo: Bool, _ error: InboxError) -> [AppEffect] {
    changes.deleting.subtract(change.keys)
    if isUndo {
      changes.undoable.append(change.reversed)
    } else if let index = changes.undoable.lastIndex(where: {
      $0.kind == change.kind && $0.keys == change.keys
    }) {
      changes.undoable.remove(at: index)
    }
    notify(sentence(error), .error)
    for center in Set(change.keys.map(\.center)) { reread(center) }
    return change.keys.contains { $0 == detail?.row.key }
      ? detail.map { [.loadDetail($0.row.key)] } ?? [] : []
  }
}

extension MessageID {
  /// The id as it is pasted: characters that would end its line, or steer a terminal, are escaped as in JSON.
  var pasted: String { JSONValue.harmless(rawValue).replacing("\n", with: "\\n") }
}
