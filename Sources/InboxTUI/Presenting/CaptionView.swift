/// Draws the caption of a tour: a band below everything, so that it covers nothing.
enum CaptionView {
  static func draw(_ state: AppState, _ rect: Rect, _ theme: Theme, into frame: inout Frame) {
    guard let tour = state.presenting?.tour, !rect.isEmpty else { return }
    let bar = theme(.tabActive)
    let top = rect.rows(from: 0, count: 1)
    frame.fill(top, style: bar)
    let count = " \(tour.shown + 1) / \(tour.tour.steps.count) "
    let used = frame.write(count, x: rect.x + 1, y: rect.y, width: rect.width - 2, style: bar)
    let said = words(tour, state)
    let room = rect.width - 4 - used
    let width = min(DisplayText.width(of: said), room)
    frame.write(said, x: rect.maxX - 2 - width, y: rect.y, width: width, style: bar)
    if room - width > DisplayText.width(of: tour.tour.name) + 2 {
      frame.write(tour.tour.name, x: rect.x + 2 + used, y: rect.y, width: room - width, style: bar)
    }
    let text = rect.rows(from: 1).inset(horizontally: 2, vertically: 0)
    PresentingView.lines(tour.step.caption, text, theme(.title), into: &frame)
  }

  /// How the step stands.
  private static func words(_ tour: TourState, _ state: AppState) -> String {
    if tour.isLate { return "this did not come; \(state.keys.name(of: .nextCaption)) goes on" }
    if tour.shown < tour.position { return "read again: nothing is undone" }
    if state.tourWaitsForPerson { return "it waits until you are done here" }
    if tour.isBusy { return tour.waitingWords + "…" }
    return tour.position == tour.tour.steps.count - 1 ? "the end" : ""
  }
}
