package import InboxModel

/// How far a tour has come.
package struct TourState: Equatable, Sendable, Codable {
  package let tour: Tour
  /// Whether it is on the screen; one that was left can be gone on with.
  package var isOpen = true
  /// The step whose actions were done last, or are being done.
  package private(set) var position = 0
  /// The step whose caption is read.
  package private(set) var shown = 0
  /// What is still to be done for the step.
  package private(set) var pending: [Tour.Act]
  /// Whether the sandbox was asked and has not responded yet.
  package var isAsking = false
  /// Whether what a step waits for did not come in time, or could not be done.
  package private(set) var isLate = false
  /// Whether the message that was to be selected last did not come.
  private(set) var isMissing: Bool?
  /// Whether the audience sees what is selected while a message that was launched is waited for, as a key was pressed
  /// since.
  var gaveWay: Bool?
  /// Whether a key is the tour's own and not the person's.
  var isPressing = false
  /// What is in front of the person once a step is done: the keys of the next one are meant for that.
  private(set) var place: Place?
  /// Where the keys go since a key of the tour, when that is neither a pane nor an outcome: the tour may go on there.
  var ownContext: ActionContext?

  /// A message in the list, or one that is open.
  package struct Place: Equatable, Sendable, Codable {
    package var message: MessageKey
    package var isOpen: Bool
    /// The link that is selected in it.
    package var link: Int?
  }

  package init(_ tour: Tour) {
    self.tour = tour
    pending = tour.steps.first?.actions ?? []
  }

  /// The step whose caption is read.
  package var step: Tour.Step { step(shown) }

  /// The step at a place; an empty one where a recording names a place that the tour does not have.
  private func step(_ place: Int) -> Tour.Step {
    tour.steps.indices.contains(place) ? tour.steps[place] : Tour.Step("")
  }

  /// Whether something is being done or waited for.
  package var isBusy: Bool { isOpen && !isLate && !pending.isEmpty }

  /// Whether the caption of the first step is read: nothing comes before it.
  var isFirst: Bool { shown == 0 }

  static let wasFirst = "This is the first caption."

  /// Whether the caption of the last step is read: nothing comes behind it.
  var isLast: Bool { shown == tour.steps.count - 1 }

  static func wasLast(_ keys: KeyMap) -> String {
    "That was the last step. \(keys.name(of: .leaveTour)) leaves the tour."
  }

  /// Whether every step was shown.
  var isOver: Bool { position == tour.steps.count - 1 && pending.isEmpty }

  /// Goes on: reads on where earlier captions are read, begins the next step otherwise.
  ///
  /// - Returns: why it cannot; nil when it does.
  mutating func next(_ keys: KeyMap) -> String? {
    if shown < position {
      shown += 1
      return nil
    }
    guard !isBusy else { return "The tour is not there yet: \(waitingWords)." }
    guard position + 1 < tour.steps.count else {
      return Self.wasLast(keys)
    }
    position += 1
    shown = position
    begin()
    return nil
  }

  /// Reads the caption before; nothing is undone.
  mutating func back() -> Bool {
    guard !isFirst else { return false }
    shown -= 1
    return true
  }

  /// From the first step again.
  mutating func restart() {
    (position, shown, isMissing, place) = (0, 0, nil, nil)
    begin()
  }

  private mutating func begin() {
    pending = step(position).actions
    isAsking = false
    isLate = false
    ownContext = nil
  }

  /// The command by which the sandbox is asked to launch a campaign.
  var launching: LaunchCommand? { isAsking ? pending.first?.launch : nil }

  /// Whether the step has a campaign launched whose message is still to be shown, before anything else is.
  var awaitsLaunched: Bool {
    guard isBusy, gaveWay != true else { return false }
    let begun = step(position).actions.dropLast(pending.count - (isAsking ? 1 : 0))
    return begun.contains { $0.launch != nil }
      && pending.contains { if case .select = $0 { true } else { false } }
  }

  /// The sandbox has responded.
  mutating func commandEnded(failed: Bool) {
    guard isAsking else { return }
    isAsking = false
    if failed { gaveUp() } else { didFirst() }
  }

  /// The first of what is to be done is done.
  mutating func didFirst() {
    switch pending.first {
    case .select?: (isMissing, place) = (nil, nil)
    case .press?, .expect(.list)?: place = nil
    // What else a step waits for, or asks the sandbox for, moves nothing.
    case .expect?, .ask?, nil: break
    }
    if !pending.isEmpty { pending.removeFirst() }
    isLate = false
  }

  /// Nothing is left to be done for the step, and this is in front of the person.
  mutating func rests(at place: Place?) { self.place = self.place ?? place }

  /// It did not come; the next step can be taken without it.
  mutating func gaveUp() {
    if case .select? = pending.first { isMissing = true }
    isLate = true
    isAsking = false
  }

  /// Where the keys of the step belong, while that is not there.
  var missingPlace: Place? {
    guard isLate, isMissing != true, case .press? = pending.first else { return nil }
    return place
  }

  /// It is there after all.
  mutating func tryAgain() { isLate = false }

  /// What did not come in time.
  var lateWords: String {
    switch pending.first {
    case .expect(let wait)?: wait.words.late
    case .select?: "the message did not come"
    case .press?: "its message is not in the list"
    case .ask?, nil: "this did not come"
    }
  }

  var waitingWords: String {
    switch pending.first {
    case .expect(let wait)?: wait.words.waiting
    case .select?: "waiting for the message"
    case .press? where place != nil: "waiting for its message"
    case .ask?, .press?, nil: "one moment"
    }
  }
}
