import Synchronization

/// Which keys do what: the default keys, except where the person's configuration says otherwise.
///
/// Everything that reads or names keys uses it, so that hints, help, palette and sentences name the key that works.
package struct KeyMap: Sendable {
  package static let standard = KeyMap()

  /// The differences from the default keys; nil for a place among numbered keys that has none.
  var changed: [ActionID: [Key?]] { didSet { index = KeyIndex(changed) } }

  /// Whether arrows are spelled out.
  var spellsArrows = false

  /// Keys that have no meaning in the list and in a message for now: before an audience those of the looks come first.
  var taken: Set<Key> = []

  private var index: KeyIndex

  package init() { self.init(changed: [:]) }

  init(changed: [ActionID: [Key?]]) {
    self.changed = changed
    index = KeyIndex(changed)
  }

  /// The keys of an action; none where it has none.
  package func keys(of id: ActionID) -> [Key] { changed[id]?.compactMap(\.self) ?? Self.bindings[id].keys }

  /// The same with the places that have none.
  func keyPlaces(of id: ActionID) -> [Key?] { changed[id] ?? Self.bindings[id].keys }

  /// The keys of an action in a context: a line that is typed into ends with Enter and Esc, and Esc leaves a question,
  /// whichever other keys do.
  func keys(of action: KeyBinding, in context: ActionContext) -> [Key] {
    let keys = keys(of: action.id)
    let mapped = context.isPicker && action.leaves ? keys.filter { !$0.isTyped } : keys
    guard context.isTextField || context.asks else { return mapped }
    let fixed = action.keys.filter { key in
      guard !keys.contains(key) else { return false }
      return context.isTextField ? key.endsLine : action.id == .back && key == .escape
    }
    return fixed + mapped
  }

  /// The key to show in a context; nil where no key works: one that a line takes for itself does not count.
  ///
  /// - Parameter isBegun: Whether a line has begun there that takes every character from then on.
  func hint(of action: KeyBinding, in context: ActionContext, isBegun: Bool = false) -> Key? {
    let keys = keys(of: action, in: context).filter { !isTaken($0, from: action, in: [context]) }
    guard context.isTextField, !action.isFixed else { return keys.first }
    return keys.first { key in
      if isBegun, case .character = key { return false }
      return !context.takes(key)
    }
  }

  func binding(for key: Key, in context: ActionContext) -> KeyBinding? {
    for place in index[key] {
      let action = Self.bindings.all[place]
      if action.contexts.contains(context), keys(of: action, in: context).contains(key) { return action }
    }
    return context.fallback.flatMap { binding(for: key, in: $0) }
  }

  /// The key as the screen writes it.
  func label(_ key: Key) -> String { spellsArrows ? key.spelledLabel : key.label }

  /// The key to name in a sentence; without one, the action's name in the palette.
  package func name(of id: ActionID) -> String {
    let action = Self.bindings[id]
    let key = keys(of: id).first { !isTaken($0, from: action, in: action.contexts) }
    return key.map(label) ?? "‘\(action.shortTitle)’"
  }

  /// Whether a key of an action means something else in one of these contexts for now.
  private func isTaken(_ key: Key, from action: KeyBinding, in contexts: Set<ActionContext>) -> Bool {
    taken.contains(key) && !action.contexts.contains(.looks)
      && !contexts.isDisjoint(with: ActionContext.underLooks)
  }

  /// The keys as help and palette write them, in a context those that do the action there; empty where there are none.
  package func text(of action: KeyBinding, in context: ActionContext? = nil) -> String {
    let keys = context.map { working(action, in: $0) } ?? keys(of: action.id)
    if let label = action.keyLabel, keys == action.keys { return label }
    return keys.map(label).joined(separator: " ")
  }

  /// The keys that work for an action in a context; those that a line takes for itself are left out.
  func working(_ action: KeyBinding, in context: ActionContext) -> [Key] {
    keys(of: action, in: context).filter { key in
      action.isFixed || !context.takes(key) && !isTaken(key, from: action, in: [context])
    }
  }

  /// Which number a key of an action with numbered keys means, from 1: with `1` to `9`, its digit; `0` means 10.
  func number(of key: Key, for id: ActionID) -> Int? { keyPlaces(of: id).firstIndex(of: key).map { $0 + 1 } }

  /// The short names of the keys for the edge of a box that scrolls: `j k`.
  var moving: String {
    [ActionID.down, .up].compactMap { keys(of: $0).first.map(label) }.joined(separator: " ")
  }
}

/// For each key the indices of the actions that it may trigger somewhere, so that a key need not check every action;
/// made with the first key, as the first frame needs none.
private final class KeyIndex: Sendable {
  private let changed: [ActionID: [Key?]]
  private let places = Mutex<[Key: [Int]]?>(nil)

  init(_ changed: [ActionID: [Key?]]) { self.changed = changed }

  subscript(key: Key) -> [Int] {
    places.withLock { places in
      let all = places ?? table()
      places = all
      return all[key] ?? []
    }
  }

  private func table() -> [Key: [Int]] {
    var places: [Key: [Int]] = [:]
    for (place, action) in KeyMap.bindings.all.enumerated() {
      for case let key? in (changed[action.id] ?? action.keys) + action.keys.filter(\.endsLine)
      where places[key]?.last != place {
        places[key, default: []].append(place)
      }
    }
    return places
  }
}

extension KeyMap: Hashable {
  package static func == (first: KeyMap, second: KeyMap) -> Bool {
    first.changed == second.changed && first.spellsArrows == second.spellsArrows
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(changed) }
}

extension Key {
  /// Whether a line that is typed into ends with it, whatever a key map says.
  fileprivate var endsLine: Bool { self == .escape || self == .enter }

  /// Whether it is a character of a text.
  fileprivate var isTyped: Bool { if case .character = self { true } else { false } }
}

extension KeyMap: Codable {
  /// Reads texts such as `message.delete d <del>`, with `<none>` for a place without a key; an action that is not named
  /// has no keys there.
  package init(from decoder: any Decoder) throws {
    var changed = Dictionary(
      uniqueKeysWithValues: Self.bindings.all.map { ($0.id, [Key?]()) })
    for text in try decoder.singleValueContainer().decode([String].self) {
      let words = text.split(separator: " ").map(String.init)
      // An action of another version has no effect here.
      guard let id = words.first.map(ActionID.init(rawValue:)), changed[id] != nil else { continue }
      changed[id] = words.dropFirst().map(Key.init(notation:))
    }
    self.init(changed: changed.filter { Self.bindings[$0.key].keys != $0.value })
  }

  /// Writes the whole map, not only the differences, so that a replay by a later version has the same keys.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      Self.bindings.all.map {
        ([$0.id.rawValue] + keyPlaces(of: $0.id).map { $0?.notation ?? "<none>" }).joined(separator: " ")
      })
  }
}
