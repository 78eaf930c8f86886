/// One layer: its name, content, keys, scrolling and clicks.
///
/// ``Layer`` lists them; each stands in the folder of its feature.
protocol LayerContent {
  /// The layer as the state stores it.
  var layer: Layer { get }
  /// The context of the keys.
  var context: ActionContext { get }
  /// The selected line; nil where none is.
  var selectedLine: Int? { get }
  /// What `/` does with it; nil where there is nothing to narrow or to find.
  func narrows(_ state: AppState) -> Narrowing.Kind?
  /// The action of Enter on the selected line; nil where nothing is chosen.
  var action: ActionID? { get }
  /// The layer that going back leads to; nil where it closes this one.
  var afterBack: Layer? { get }
  /// Whether it replaces the panes, which are not drawn then.
  var replacesPanes: Bool { get }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame)

  /// Scrolls, or moves the selection, up to the ends.
  mutating func scroll(by steps: Int, _ state: AppState)

  /// Moves the selection after a change of what `/` narrows to.
  mutating func narrowed(_ state: AppState)
  /// Whether anything that can be chosen is shown.
  func hasChoice(_ state: AppState) -> Bool
  /// Handles a key in a line that is typed into.
  ///
  /// - Returns: nil when the key is not one of the line's.
  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]?

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect]
}

extension LayerContent {
  var selectedLine: Int? { nil }
  func narrows(_ state: AppState) -> Narrowing.Kind? { nil }
  var action: ActionID? { nil }
  var afterBack: Layer? { nil }
  var replacesPanes: Bool { false }
  mutating func scroll(by steps: Int, _ state: AppState) {}
  mutating func narrowed(_ state: AppState) {}
  func hasChoice(_ state: AppState) -> Bool { true }
  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? { nil }
  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] { [] }
}
