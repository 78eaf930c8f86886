package import Foundation
package import InboxCore
package import InboxEvidence
package import InboxModel

/// Replays a recording: the same state with the same events draws the same frames.
package struct ReplayPlayer: Sendable {
  /// A picture of the recording.
  package struct Picture: Equatable, Sendable {
    package var frame: Frame
    /// What was on the screen according to the recording.
    package var recorded: RecordedFrame

    /// Whether the frame drawn again equals the recorded one, in text and in styles.
    package var isSame: Bool { RecordedFrame(frame) == recorded }
  }

  private let entries: [Recording.Entry]
  /// The places of the frames that differ from the one before.
  private let places: [Int]
  /// States to start again from, by the number of entries that led to them.
  private var retained: [(entries: Int, scene: Scene)] = []
  private var scene = Scene()
  private var done = 0
  /// The index of the frame that is shown.
  package private(set) var position = 0
  package private(set) var picture: Picture
  /// What could not be replayed, with the line's number; pictures behind it may differ.
  package var flaws: [String] { scene.flaws }
  /// What the file itself lacks, as sentences.
  package let gaps: [String]

  /// How many entries lie between two retained states; ``maximumRetained`` limits their number, as each may hold
  /// thousands of events.
  private var stride = 50
  private static let maximumRetained = 16

  private struct Scene: Sendable {
    var state: AppState?
    var flaws: [String] = []
    var gestures = LivedGestures()
    var campaigns: CampaignFacts?

    /// Advances the state by the event of a line, or settles it before a frame.
    mutating func live(_ line: RecordingLine, _ step: (inout AppState) -> [AppEffect]) {
      let time = line.now ?? line.time
      guard var next = state else { return }
      // Moved out and back, so that it is not copied.
      state = nil
      next.now = time
      let effects = step(&next)
      gestures.take(effects, next.snapshot, at: time)
      state = next
    }
  }

  /// Shows the first picture.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for a recording without pictures.
  package init(_ recording: Recording) throws(InboxError) {
    entries = recording.entries
    gaps = recording.gaps
    places = entries.indices.filter {
      if case .frame(let frame) = recording.entries[$0].line.content { frame.text != nil } else { false }
    }
    picture = Picture(frame: Frame(size: Size(columns: 0, rows: 0)), recorded: RecordedFrame(text: nil))
    guard let first = places.first else {
      throw .configuration(
        "The recording has no pictures: it was made without a screen, or ends before the first one. ‘inbox export --markdown’ shows what is in it."
      )
    }
    advance(to: first)
  }

  /// How many pictures there are.
  package var count: Int { places.count }

  /// How long after the start the picture was drawn, in milliseconds.
  package var milliseconds: Int { entries[places[position]].line.milliseconds }

  /// The time of the front's clock.
  package var now: Date? { entries[places[position]].line.now }

  /// What happened between the frame before and this one.
  package var happened: [RecordingLine] { entries(before: position).map(\.line) }

  private func entries(before picture: Int) -> ArraySlice<Recording.Entry> {
    entries[(picture == 0 ? 0 : places[picture - 1] + 1)..<places[picture]]
  }

  /// Shows another frame; beyond an end, the one at that end.
  package mutating func show(_ requested: Int) {
    position = min(max(0, requested), count - 1)
    let place = places[position]
    if place < done {
      let last = retained.last { $0.entries <= place }
      (done, scene) = (last?.entries ?? 0, last?.scene ?? Scene())
    }
    advance(to: place)
  }

  /// What was seen and done, up to the last line (QA-1).
  package mutating func gestureLog() -> GestureLog {
    while done < entries.count {
      live(through: entries[done])
      done += 1
    }
    // Behind a tap the gestures are the app's, and its reports contain them.
    return scene.state?.profile.isTapped == true ? GestureLog() : scene.gestures.log
  }

  /// The next frame after one, in a direction, that a key led to; nil when there is none.
  package func keyPicture(from start: Int, by step: Int) -> Int? {
    Swift.stride(from: start + step, to: step > 0 ? count : -1, by: step).first { picture in
      entries(before: picture).contains { $0.line.type == "key" }
    }
  }

  private mutating func advance(to place: Int) {
    while done <= place {
      if done % stride == 0, done > (retained.last?.entries ?? 0) { cacheScene() }
      live(through: entries[done])
      done += 1
    }
    guard case .frame(let recorded) = entries[place].line.content else { return }
    let frame = scene.state.map { MainView.draw($0, $0.shownTheme) }
    picture = Picture(frame: frame ?? Frame(size: Size(columns: 0, rows: 0)), recorded: recorded)
  }

  private mutating func cacheScene() {
    retained.append((done, scene))
    guard retained.count > Self.maximumRetained else { return }
    stride *= 2
    retained.removeAll { $0.entries % stride != 0 }
  }

  private mutating func live(through entry: Recording.Entry) {
    let line = entry.line
    do {
      switch line.content {
      case .key(let notation):
        guard let key = Key(notation: notation) else {
          return scene.flaws.append("Line \(entry.number): “\(notation)” is not a key.")
        }
        happened(.keyPressed(key), line)
      case .event(let name, let payload):
        if let faults = FrontTranscript.formerFaults(name, payload) { scene.state?.faults = faults }
        switch try FrontTranscript.step(name, payload, behind: &scene.campaigns) {
        case .began(let start): try begin(start, line)
        case .happened(let event): happened(event, line)
        case .drew: break
        }
      case .frame:
        scene.live(line) { $0.settle() }
      case .start, .exchange, .journal, .gesture, .end, .unknown: break
      }
    } catch {
      scene.flaws.append("Line \(entry.number): the event cannot be read; pictures from here on may differ.")
    }
  }

  private mutating func begin(_ start: FrontStart, _ line: RecordingLine) throws {
    let centers = try CenterList(start.centers.map(\.rawValue))
    scene.state = AppState(
      size: start.size, profile: start.profile, centers: centers, now: line.now ?? line.time)
    scene.state?.theme = start.theme
    scene.state?.mouse.isOn = start.hasMouse
    scene.state?.panes.hidesHints = start.hidesHints
    scene.state?.presenting = start.presenting
    scene.state?.keys = start.bindings
    scene.state?.zone = start.zone
    if start.isAccessible { scene.state?.beAccessible() }
    scene.state?.keepsNotices = start.keepsNotices
    scene.state?.lifecycle.countsMoments = start.countsMoments
    scene.state?.lifecycle.keysWait = start.waitsForOpened
    if start.hasCard { scene.state?.showCard() }
    if let first = start.centers.first { scene.state?.center = first }
  }

  private mutating func happened(_ event: AppEvent, _ line: RecordingLine) {
    scene.live(line) { $0.reduce(event) }
  }
}
