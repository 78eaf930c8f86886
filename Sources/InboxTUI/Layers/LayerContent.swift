/// One layer: what it is called, what it shows, which keys are its own, how it scrolls and what a click does.
///
/// ``Layer`` lists them; each stands in the folder of its feature.
protocol LayerContent {
  /// As the state keeps it.
  var layer: Layer { get }
  /// Where the keys go.
  var context: ActionContext { get }
  /// Which of its lines is selected; nil where none is.
  var selectedLine: Int? { get }
  /// What `/` does with it; nil where there is nothing to narrow or to find.
  var narrows: Narrowing.Kind? { get }
  /// What Enter does with the selected line; nil where nothing is chosen.
  var action: ActionID? { get }
  /// What going back leads to; nil where it closes the layer.
  var afterBack: Layer? { get }
  /// Whether it stands in the place of the panes, which are not drawn.
  var replacesPanes: Bool { get }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame)

  /// Scrolls, or moves the selection, as far as it goes.
  mutating func scroll(by steps: Int, _ state: AppState)

  /// The selection follows what `/` narrows to.
  mutating func narrowed(_ state: AppState)
  /// Whether something that can be chosen is shown.
  func hasChoice(_ state: AppState) -> Bool
  /// What a key means to a line that is typed into.
  ///
  /// - Returns: nil when the key is not one of the line's.
  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]?

  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect]
}

extension LayerContent {
  var selectedLine: Int? { nil }
  var narrows: Narrowing.Kind? { nil }
  var action: ActionID? { nil }
  var afterBack: Layer? { nil }
  var replacesPanes: Bool { false }
  mutating func scroll(by steps: Int, _ state: AppState) {}
  mutating func narrowed(_ state: AppState) {}
  func hasChoice(_ state: AppState) -> Bool { true }
  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? { nil }
  func clicked(_ line: Int, in state: inout AppState) -> [AppEffect] { [] }
}
