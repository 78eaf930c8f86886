/// What a person can do, by its name in key maps, recordings, scenarios and documents.
///
/// Each feature declares those of its own actions.
package struct ActionID: RawRepresentable, Hashable, Sendable, Codable {
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name }
}

/// What keys and sentences need to know of an action.
package struct KeyBinding: Sendable {
  package var id: ActionID
  /// What it does, as the help says it.
  package var title: String
  /// The keys that do it where no key map says otherwise.
  package var keys: [Key]
  /// How the help writes keys that stand for many, such as `1…9`.
  package var keyLabel: String?
  package var contexts: Set<ActionContext>

  /// Whether its keys stay what they are: lines that are typed into end with Enter, whatever a key map says.
  package var isFixed: Bool { contexts.allSatisfy(\.isTextField) && id != .resetBadge }

  /// Whether it leaves what lies on top, or the program.
  var leaves: Bool { [.back, .quit, .quitNow].contains(id) }

  /// The title up to its first comma, colon or bracket.
  package var shortTitle: String {
    String(title.prefix { !":,(".contains($0) }.reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// The bindings of all actions, in the order of the help.
struct KeyBindings: Sendable {
  let all: [KeyBinding]
  private let places: [ActionID: Int]

  init(_ all: [KeyBinding]) {
    self.all = all
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
  }

  /// Nil for what a recording of another program names.
  func binding(of id: ActionID) -> KeyBinding? { places[id].map { all[$0] } }

  subscript(id: ActionID) -> KeyBinding {
    guard let binding = binding(of: id) else { preconditionFailure("No action is called \(id.rawValue).") }
    return binding
  }
}
