/// A layer of text that scrolls.
protocol TextLayer: LayerContent {
  /// The first line that is shown.
  var scroll: Int { get set }
  /// Whether it is as wide as the screen.
  var isWide: Bool { get }
  func title(_ state: AppState) -> String
  func lines(_ state: AppState, width: Int) -> [DetailLine]
}

extension TextLayer {
  var isWide: Bool { false }
  var narrows: Narrowing.Kind? { .list }

  func width(on size: Size) -> Int { isWide ? max(8, size.columns - 4) : LayerBox.textWidth(on: size) }

  /// The lines that `/` leaves.
  func shown(_ state: AppState, width: Int) -> [DetailLine] {
    let lines = lines(state, width: width)
    switch narrows {
    case .list?:
      let none = "No matches; \(state.keys.name(of: .back)) shows all."
      return NarrowedLines.list(lines, state.layerNarrowing, none: none)
    case .text?: return NarrowedLines.text(lines, state.layerNarrowing)
    case nil: return lines
    }
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let width = width(on: frame.size)
    let lines = shown(state, width: width)
    LayerBox.draw(title(state), lines, width: width, scroll: scroll, state.keys, theme, into: &frame)
  }

  mutating func scroll(by steps: Int, _ state: AppState) {
    let count = shown(state, width: width(on: state.size)).count
    scroll = min(max(0, scroll + steps), LayerBox.lastScroll(of: count, on: state.size))
  }

  mutating func narrowed(_ state: AppState) { if narrows == .list { scroll = 0 } }
}

/// A question, its keys first.
protocol QuestionLayer: TextLayer {
  func paragraphs(_ state: AppState) -> [String]
}

extension QuestionLayer {
  var narrows: Narrowing.Kind? { nil }

  func lines(_ state: AppState, width: Int) -> [DetailLine] {
    paragraphs(state).flatMap { RichLayout.wrap($0, .text, width) }
  }
}
