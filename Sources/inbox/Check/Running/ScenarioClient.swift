import Foundation
import InboxCore
import InboxModel
import InboxTUI

/// The inbox of a scenario: the whole program without a terminal, driven step by step.
final class ScenarioClient {
  let composition: Composition
  let program: Program
  let screen: TextScreen
  private let ending: Ending
  private(set) var isOver = false
  private let feed = JournalFeed()

  init(
    _ profile: Profile, size: Size, clock: VirtualClock?, random: RandomSource,
    recording: RecordingFile?
  ) throws {
    composition = try Composition(profile, isScreen: true, clock: clock, random: random, recording: recording)
    screen = TextScreen(size: size)
    let ending = Ending()
    program = Program(
      state: composition.state(size, .unicode), theme: .standard, screen: screen,
      center: composition.center, services: composition.services
    ) { request in
      if request == .quit { ending.isAsked = true }
    }
    self.ending = ending
  }

  /// Whether a key has asked the client to end.
  private final class Ending {
    var isAsked = false
  }

  /// What happened, in order.
  var journal: [JournalEntry] { feed.journal }

  /// Whether a key has asked for the end.
  var isQuitting: Bool { ending.isAsked }

  func start() async throws {
    await composition.record()
    try await composition.center.start()
    await feed.listen(to: composition.center)
    await program.start()
    await composition.center.connect()
  }

  /// Ends the client as a person does by quitting; what waits is sent.
  func quit() async {
    guard !isOver else { return }
    isOver = true
    await program.stop()
    // Stopping ends the stream, after the last update.
    await feed.ended()
    await composition.close()
  }

  func kill() async {
    guard !isOver else { return }
    isOver = true
    feed.cancel()
    await composition.abandon()
  }

  /// Returns when everything that the core has published has arrived here as well.
  func startedListening() async { await feed.caughtUp(with: composition.center) }
}
