/// What a person can do, by its name in key maps, recordings, scenarios and documents.
///
/// Each feature declares those of its own actions.
package struct ActionID: RawRepresentable, Hashable, Sendable, Codable {
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name }
}

/// The properties of an action that keys and sentences need.
package struct KeyBinding: Sendable {
  package var id: ActionID
  /// Its effect, as the help says it.
  package var title: String
  /// Its default keys.
  package var keys: [Key]
  /// How the help writes a group of keys, such as `1…9`.
  package var keyLabel: String?
  package var contexts: Set<ActionContext>

  /// Whether a key map cannot change its keys: lines that are typed into always end with Enter.
  package var isFixed: Bool { contexts.allSatisfy(\.isTextField) && id != .resetBadge }

  /// Whether the place of a key among them is a number.
  var isNumbered: Bool { keyLabel != nil }

  /// Whether it leaves a layer or the program.
  var leaves: Bool { [.back, .quit, .quitNow].contains(id) }

  /// The title up to its first comma, colon or bracket.
  package var shortTitle: String { String(title.prefix { !":,(".contains($0) }).trimmed }
}

/// The bindings of all actions, in the order of the help.
struct KeyBindings: Sendable {
  let all: [KeyBinding]
  private let places: [ActionID: Int]

  init(_ all: [KeyBinding]) {
    self.all = all
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
  }

  subscript(id: ActionID) -> KeyBinding {
    guard let place = places[id] else { preconditionFailure("No action is called \(id.rawValue).") }
    return all[place]
  }
}
