/// A layer of text that scrolls.
protocol TextLayer: LayerContent {
  /// The first line that is shown.
  var scroll: Int { get set }
  var isWide: Bool { get }
  /// Its lines, where they are kept from frame to frame.
  var laidOut: LaidOut? { get set }
  func title(_ state: AppState) -> String
  func lines(_ state: AppState, in area: TextArea) -> [DetailLine]
}

extension TextLayer {
  var isWide: Bool { false }
  var laidOut: LaidOut? {
    get { nil }
    set {}
  }
  func narrows(_ state: AppState) -> Narrowing.Kind? { .list }

  func width(on size: Size) -> Int { isWide ? max(8, size.columns - 4) : LayerBox.textWidth(on: size) }

  /// The lines that `/` leaves.
  func shown(_ state: AppState, width: Int) -> [DetailLine] {
    left(of: layOut(state, width: width).lines, state)
  }

  private func layOut(_ state: AppState, width: Int) -> LaidOut {
    if let laidOut, laidOut.width == width { return laidOut }
    return LaidOut(width: width, lines: allLines(state, width: width))
  }

  /// Its lines in the characters of the terminal: what is found in them, and counted, is then what is shown.
  func allLines(_ state: AppState, width: Int) -> [DetailLine] {
    lines(state, in: TextArea(width, state.profile.repertoire))
  }

  private func left(of lines: [DetailLine], _ state: AppState) -> [DetailLine] {
    switch narrows(state) {
    case .list?:
      let none = "No matches; \(state.keys.name(of: .back)) shows all."
      return NarrowedLines.list(lines, state.layerNarrowing, none: none)
    case .text?: return NarrowedLines.text(lines, state.layerNarrowing)
    case nil: return lines
    }
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    drawPage(state, theme, into: &frame)
  }

  func drawPage(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let width = width(on: frame.size)
    let lines = shown(state, width: width)
    LayerBox.draw(title(state), lines, width: width, scroll: scroll, state.keys, theme, into: &frame)
  }

  mutating func scroll(by steps: Int, _ state: AppState) { scrollPage(by: steps, state) }

  /// Lays the lines out once for all later scrolling.
  mutating func scrollPage(by steps: Int, _ state: AppState) {
    let laidOut = layOut(state, width: width(on: state.size))
    self.laidOut = laidOut
    let count = left(of: laidOut.lines, state).count
    scroll = min(max(0, scroll + steps), LayerBox.lastScroll(of: count, on: state.size))
  }

  mutating func narrowed(_ state: AppState) { if narrows(state) == .list { scroll = 0 } }
}

/// A question, shown with its keys first.
protocol QuestionLayer: TextLayer {
  func paragraphs(_ state: AppState) -> [String]
}

extension QuestionLayer {
  func narrows(_ state: AppState) -> Narrowing.Kind? { nil }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    paragraphs(state).flatMap { area.wrap($0, .text) }
  }
}
