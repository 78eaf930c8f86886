import Counters

/// What the process has used up to a moment.
///
/// Plain numbers, so that reading them asks for no memory, which would be counted.
nonisolated struct Moment: Sendable {
  private let allocations = cb_allocations()
  private let faults = cb_faults()
  private let statements = cb_statements()
  private let steps = cb_steps()
  private let instructions = cb_instructions()
  private let frames: Int
  private let bytes: Int

  /// Now, with the frames that were drawn and the bytes that came out of the terminal so far.
  init(frames: Int = 0, bytes: Int = 0) { (self.frames, self.bytes) = (frames, bytes) }

  /// What was used between two moments.
  static func - (left: Moment, right: Moment) -> Figures {
    var figures = Figures()
    figures[.frames] = left.frames - right.frames
    figures[.bytes] = left.bytes - right.bytes
    figures[.statements] = Int(left.statements - right.statements)
    figures[.steps] = Int(left.steps - right.steps)
    figures[.allocations] = Int(left.allocations - right.allocations)
    figures[.faults] = Int(left.faults - right.faults)
    if right.instructions >= 0 { figures[.instructions] = Int(left.instructions - right.instructions) }
    return figures
  }
}
