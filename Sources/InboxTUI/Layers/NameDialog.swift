/// A dialog into which a person's name is typed.
protocol NameDialog: LayerContent {
  var input: LineEditor { get set }
  /// Why the last text was refused.
  var feedback: Notice? { get set }
}

extension NameDialog {
  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? {
    let longest = 256
    var next = self
    guard let outcome = next.input.take(key, most: longest) else { return nil }
    next.feedback = outcome.feedback(
      after: feedback, whenFull: "The name is too long: at most \(longest) characters.")
    return state.showLayer(next.layer)
  }
}
