package import InboxCore

/// The report on deliveries as it is on the screen.
package struct ProofState: Equatable, Sendable {
  /// What was read last; nil before the first.
  package var report: DeliveryReport? { didSet { layout = nil } }
  /// Why the last reading failed, as a sentence.
  package var problem: String? { didSet { layout = nil } }
  /// Whether it is being read.
  package var isReading: Bool { didSet { layout = nil } }
  /// Whether only what stands against exactly once is shown.
  package var isOddOnly = false { didSet { layout = nil } }
  /// The lines at a width, made once and not for every frame: there may be thousands.
  package private(set) var layout: Layout?

  /// Lines at a width.
  package struct Layout: Equatable, Sendable {
    package var width: Int
    package var lines: [DetailLine]
  }

  /// Being read for the first time.
  package init() { isReading = true }

  /// Lays the lines out where they are not yet.
  package mutating func fit(_ state: AppState) {
    layout = Layout(width: LayerBox.textWidth(on: state.size), lines: lines(state))
  }

  /// The lines as they are laid out, or would be.
  func lines(_ state: AppState) -> [DetailLine] {
    let width = LayerBox.textWidth(on: state.size)
    if let layout, layout.width == width { return layout.lines }
    return ProofView.lines(state, self, width)
  }
}
