/// A layer of text that scrolls.
protocol TextLayer: LayerContent {
  /// The first line that is shown.
  var scroll: Int { get set }
  func title(_ state: AppState) -> String
  func lines(_ state: AppState, width: Int) -> [DetailLine]
}

extension TextLayer {
  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let lines = lines(state, width: LayerBox.textWidth(on: frame.size))
    LayerBox.draw(title(state), lines, scroll: scroll, state.keys, theme, into: &frame)
  }

  mutating func scroll(by steps: Int, _ state: AppState) {
    let count = lines(state, width: LayerBox.textWidth(on: state.size)).count
    scroll = min(max(0, scroll + steps), LayerBox.lastScroll(of: count, on: state.size))
  }
}

/// A question with its keys, short enough to stand whole.
protocol QuestionLayer: TextLayer {
  func paragraphs(_ state: AppState) -> [String]
}

extension QuestionLayer {
  var scroll: Int {
    get { 0 }
    nonmutating set {}
  }

  func lines(_ state: AppState, width: Int) -> [DetailLine] {
    paragraphs(state).flatMap { RichLayout.wrap([.init($0)], width, first: "", rest: "") }
  }
}
