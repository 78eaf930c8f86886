/// A dialog into which a person's name is typed.
protocol NameDialog: LayerContent {
  var input: LineEditor { get set }
}

extension NameDialog {
  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? {
    let longest = 256
    var next = self
    guard let outcome = next.input.take(key, most: longest) else { return nil }
    state.layer = next.layer
    if outcome == .full {
      state.notify("The name is too long: at most \(longest) characters.", .warning)
    }
    return []
  }
}
