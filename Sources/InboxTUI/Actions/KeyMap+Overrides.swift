extension KeyMap {
  /// The keys that an action is to have; an empty list takes every key from it.
  package struct Override: Hashable, Sendable {
    package var action: ActionID
    /// Nil in place of a text that is not a key: where keys are numbered, those after it keep their numbers.
    package var keys: [Key?]

    package init(_ action: ActionID, _ keys: [Key?]) {
      self.action = action
      self.keys = keys
    }
  }

  /// What is wrong with an override, and what applies instead.
  package struct Flaw: Hashable, Sendable {
    /// The action that it is about; nil where that is no single one.
    package var action: ActionID?
    package var problem: String
  }

  /// Applies the overrides that are right, and reports the others.
  ///
  /// Of two overrides for one key the earlier applies. A key that another action has by default stays with that one
  /// until its own override gives that key up: no action is lost by accident.
  package static func made(of overrides: [Override]) -> (map: KeyMap, flaws: [Flaw]) {
    var flaws: [Flaw] = []
    let overrides = overrides.filter { override in
      guard ActionRegistry[override.action].isFixed else { return true }
      let keys = ActionRegistry[override.action].keys.map(\.label).joined(separator: " ")
      flaws.append(
        Flaw(action: override.action, problem: "it belongs to a text field, where \(keys) is fixed."))
      return false
    }
    let able = overrides.compactMap { withoutUnable($0, &flaws) }
    var map = KeyMap(
      changed: able.reduce(into: [:]) { keys, next in
        keys[next.action] = keyPlaces(next.keys, of: ActionRegistry[next.action].binding)
      })
    for (index, override) in able.enumerated() {
      let later = Set(able[(index + 1)...].map(\.action))
      flaws += map.settle(override, sparing: later)
    }
    map.changed = map.changed.filter { ActionRegistry[$0.key].keys != $0.value }
    return (map, flaws + map.lost)
  }

  /// The override without the keys that never reach the action; nil where none is left.
  private static func withoutUnable(_ override: Override, _ flaws: inout [Flaw]) -> Override? {
    var able = override
    for (place, key) in override.keys.enumerated() {
      guard let key, let problem = whyUnable(key, override.action) else { continue }
      flaws.append(Flaw(action: override.action, problem: problem))
      able.keys[place] = nil
    }
    return able.keys.allSatisfy({ $0 == nil }) && !override.keys.isEmpty ? nil : able
  }

  /// Each key once; where keys are numbered, the places of those that were refused stay free.
  private static func keyPlaces(_ keys: [Key?], of action: KeyBinding) -> [Key?] {
    keys.reduce(into: []) { places, key in
      if key == nil ? action.isNumbered : !places.contains(key) { places.append(key) }
    }
  }

  /// Why a key never reaches an action; nil where it does.
  private static func whyUnable(_ key: Key, _ action: ActionID) -> String? {
    if let other = key.arrivesAs {
      return "“\(key.notation)” arrives as \(other.notation): a terminal sends the same for both. Write "
        + "\(other.notation) where that is meant, or take another key."
    }
    let another = "Give \(action.rawValue) another key."
    if key == .control("z"), action != .suspend {
      return "“<c-z>” suspends the program, whatever the map says. \(another)"
    }
    return ActionRegistry[action].contexts.allSatisfy { $0.takes(key) }
      ? "“\(key.notation)” goes into the line that is typed there. \(another)" : nil
  }

  /// Removes from an override the keys of other actions, except of those whose own overrides are still to come.
  private mutating func settle(_ override: Override, sparing later: Set<ActionID>) -> [Flaw] {
    let action = ActionRegistry[override.action]
    var taken: [(key: Key, by: Action, context: ActionContext)] = []
    var free = keyPlaces(of: override.action)
    for (place, key) in free.enumerated() {
      guard let key, let other = rival(of: action, for: key, sparing: later) else { continue }
      taken.append((key, other.action, other.context))
      free[place] = nil
    }
    guard !taken.isEmpty else { return [] }
    if free.allSatisfy({ $0 == nil }) {
      free = action.keys.map { rival(of: action, for: $0, sparing: []) == nil ? $0 : nil }
    }
    changed[override.action] = Self.keyPlaces(free, of: action.binding)
    let retained = keys(of: override.action).map(\.notation)
    return taken.map { clash in
      let other = clash.by.id.rawValue
      return Flaw(
        action: override.action,
        problem: "“\(clash.key.notation)” is the key of \(other) already (\(clash.context.title)). Give "
          + (clash.by.isFixed || clash.key == .escape
            ? "it another key" : "one of them another key, such as \"\(other)\" = [\"…\"]")
          + "; until then \(override.action.rawValue) has "
          + (retained.isEmpty ? "no key." : "\(retained.joined(separator: " "))."))
    }
  }

  /// Another action that a key triggers in a context of this one.
  ///
  /// - Parameter sparing: Actions whose own overrides are still to be settled: they may lose what those ask for, but
  ///   not a key that is fixed in a context.
  private func rival(
    of action: Action, for key: Key, sparing: Set<ActionID>
  ) -> (action: Action, context: ActionContext)? {
    for context in ActionContext.allCases where action.contexts.contains(context) {
      for other in ActionRegistry.actions where other.id != action.id && other.contexts.contains(context) {
        let isSpared = sparing.contains(other.id) && keys(of: other.id).contains(key)
        if !isSpared, keys(of: other.binding, in: context).contains(key) { return (other, context) }
      }
    }
    return nil
  }

  /// Indispensable actions that have no key now.
  private var lost: [Flaw] {
    let needed: [(actions: [ActionID], without: String)] = [
      ([.quit, .quitNow], "no key quits; :quit and a signal still do"),
      ([.help], "no key shows the help; : lists every action"),
      ([.back], "only Esc in text fields, pickers and questions goes back; a click beside a box closes it"),
    ]
    return needed.compactMap { need in
      guard need.actions.allSatisfy({ keys(of: $0).isEmpty }) else { return nil }
      let names = need.actions.map(\.rawValue).joined(separator: " and ")
      return Flaw(
        action: need.actions.first { changed[$0] != nil },
        problem: "without a key for \(names) \(need.without).")
    }
  }
}
