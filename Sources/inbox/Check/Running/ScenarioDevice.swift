import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTransport
import InboxTUI

/// One device of a scenario, with its files: a client runs on it, and after a kill or a quit another one.
final class ScenarioDevice {
  let settings: ScenarioClientSettings
  /// Its id at the server.
  let id: String
  /// With the person who reads; a switch outlasts a restart, as an app remembers who is signed in.
  private var profile: Profile
  private let sandbox: ScenarioSandbox
  private let random: RandomSource
  private let recording: RecordingFile?
  /// Why there is none although it was to be recorded, as a sentence.
  private let unrecorded: String?
  private(set) var client: ScenarioClient
  /// Where the last link of its client ended.
  private(set) var trail: LinkTrail?
  /// The journals of former clients.
  private var formerJournal: [JournalEntry] = []
  /// The size of the terminal, which outlasts a restart.
  private var size: Size
  /// The number of its push line at the sandbox; nil before there is one.
  var line: Int?

  /// - Parameter recording: Where to record it, and what wants that.
  init(
    _ settings: ScenarioClientSettings, _ profile: Profile, on sandbox: ScenarioSandbox,
    random: RandomSource, recording: (path: String, option: String)?, seed: UInt64
  ) throws {
    self.settings = settings
    self.profile = profile
    self.sandbox = sandbox
    self.random = random
    let (size, id) = (settings.size, sandbox.device(of: settings))
    (self.size, self.id) = (size, id)
    try StateFolder.make(profile.folder)
    try Data("\(id)\n".utf8).write(to: URL(fileURLWithPath: profile.folder + "/device-id"))
    let start = RecordingStart(
      program: Version.text, profile: "scenario", arguments: Array(CommandLine.arguments.dropFirst()),
      columns: size.columns, rows: size.rows, seed: seed)
    let file: RecordingFile?
    do {
      file = try recording.map {
        try RecordingFile($0.path, start, secrets: profile.secretBook, for: $0.option)
      }
      unrecorded = nil
    } catch let exit as Exit { (file, unrecorded) = (nil, exit.sentence) }
    self.recording = file
    client = try ScenarioClient(
      profile, size: size, clock: sandbox.clock, random: random, recording: file)
  }

  var core: MessageCenter { client.composition.center }
  var isOver: Bool { client.isOver }

  /// The journal of all its clients, in order.
  var journal: [JournalEntry] { formerJournal + client.journal }

  /// The reader as the server knows it.
  var identity: Identity { Identity(user: profile.user, device: id) }

  // MARK: - Its client

  func start() async throws { try await client.start() }

  /// Starts another client on the same files.
  func startAnew() async throws {
    formerJournal += client.journal
    trail = nil
    client = try ScenarioClient(
      profile, size: size, clock: sandbox.clock, random: random, recording: recording)
    try await client.start()
  }

  /// Ends the recording, after its client.
  ///
  /// - Returns: what is missing in it, as a sentence; nil when nothing is.
  func endRecording(status: Int32) async -> String? {
    if let unrecorded { return unrecorded }
    return await recording?.end(status: status)
  }

  func switchIdentity(to user: String) async throws {
    profile.user = user.isEmpty ? nil : user
    try await core.switchIdentity(to: identity)
  }

  func follow(_ link: String) async { trail = await core.follow(LinkRequest(link, from: .commandLine)) }

  /// Fetches as a person does on request.
  func refresh(_ list: String?) async throws {
    if let name = try list.map({ try client.composition.list($0) }) ?? nil {
      _ = try await core.refresh(name)
    } else {
      for outcome in await core.refreshAll().values { _ = try outcome.get() }
    }
  }

  /// All rows of a center's list, whatever the screen has loaded of it; nil where there is no such center.
  func rows(of center: CenterName) async throws -> [ArchivedMessage]? {
    guard client.program.state.centers.contains(center) else { return nil }
    return try await core.window(center, limit: .max).rows
  }

  // MARK: - Its terminal

  /// Labels and notices follow the clock as well.
  func clockChanged() async {
    guard !isOver else { return }
    await core.catchUp()
    sizeChanged()
  }

  /// The terminal says its size.
  func sizeChanged() { client.program.receive(.screen(.resized(size))) }

  func resize(to size: Size) {
    self.size = size
    client.screen.resize(to: size)
    sizeChanged()
  }

  /// Like Ctrl-Z and ‘fg’; `meanwhile` runs in between.
  func suspend(_ meanwhile: () async throws -> Void) async throws {
    await client.program.willSuspend()
    try await meanwhile()
    await client.program.didResume(size)
  }

  /// - Throws: ``Exit`` where the place is not on the screen, or the terminal has the mouse.
  func move(_ mouse: TerminalGesture.Mouse, at place: TerminalGesture.Place) throws {
    guard client.program.state.mouse.isOn else {
      throw Exit.failed("The terminal has the mouse here, so the inbox does not see it.")
    }
    let point = try point(of: place)
    func send(_ kind: MouseEvent.Kind, _ button: Int) {
      client.program.receive([.mouse(MouseEvent(kind: kind, button: button, x: point.x, y: point.y))])
    }
    switch mouse {
    case .click, .doubleClick:
      for _ in 0..<(mouse == .click ? 1 : 2) {
        send(.press, 1)
        send(.release, 1)
      }
    case .wheelUp: send(.wheelUp, 0)
    case .wheelDown: send(.wheelDown, 0)
    }
  }

  private func point(of place: TerminalGesture.Place) throws -> Point {
    switch place {
    case .cell(let column, let row):
      guard column <= size.columns, row <= size.rows else {
        throw Exit.failed(
          "The screen has \(size.columns) columns and \(size.rows) rows, so nothing is at [\(column), \(row)]."
        )
      }
      return Point(x: column - 1, y: row - 1)
    case .text(let text):
      let frame = client.screen.frame
      for (row, line) in frame.lines.enumerated() {
        guard let found = line.range(of: text) else { continue }
        return Point(x: DisplayText.width(of: String(line[..<found.lowerBound])), y: row)
      }
      throw Exit.failed("“\(text)” is not in one row of the screen:\n" + ScreenExpectation.picture(frame))
    }
  }

  /// Notes the end of a link that the screen shows.
  func recordTrail() {
    if case .outcome(let trail, _)? = client.program.state.layer { self.trail = trail }
  }
}
