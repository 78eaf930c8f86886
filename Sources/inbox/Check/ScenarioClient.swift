import Foundation
import InboxCore
import InboxTUI

/// The inbox of a scenario: the whole program without a terminal, driven step by step.
final class ScenarioClient {
  let composition: Composition
  let program: Program
  let screen: TextScreen
  private let ending: Ending
  private(set) var isOver = false
  private(set) var journal: [JournalEntry] = []
  private var seen = 0
  private var waiting: (count: Int, caller: CheckedContinuation<Void, Never>)?
  private var listening: Task<Void, Never>?

  init(
    _ profile: Profile, _ scenario: Scenario, clock: VirtualClock?, random: RandomSource,
    recording: RecordingFile?
  ) throws {
    composition = try Composition(profile, isScreen: true, clock: clock, random: random, recording: recording)
    screen = TextScreen(size: scenario.size)
    let ending = Ending()
    program = Program(
      state: composition.state(scenario.size, .unicode), theme: .standard, screen: screen,
      center: composition.center, services: composition.services
    ) { request in
      if request == .quit { ending.isAsked = true }
    }
    self.ending = ending
  }

  /// What the keys said about the end.
  private final class Ending {
    var isAsked = false
  }

  /// Whether a key has asked for the end.
  var isQuitting: Bool { ending.isAsked }

  func start() async throws {
    await composition.record()
    try await composition.center.start()
    let (updates, count) = await composition.center.countedUpdates()
    seen = count
    listening = Task { [weak self] in
      for await update in updates { self?.record(update) }
    }
    await program.start()
    await composition.center.connect()
  }

  /// Ends it as a person does, who quits; what waits is sent.
  func quit() async {
    guard !isOver else { return }
    isOver = true
    await program.stop()
    // Stopping ends the stream, after the last update.
    await listening?.value
    await composition.close()
  }

  func kill() async {
    guard !isOver else { return }
    isOver = true
    listening?.cancel()
    await composition.abandon()
  }

  /// Returns when everything that the core published has arrived here as well.
  func startedListening() async {
    let count = await composition.center.updateCount
    guard seen < count else { return }
    await withCheckedContinuation { waiting = (count, $0) }
  }

  private func record(_ update: InboxUpdate) {
    seen += 1
    if case .journal(let entry) = update { journal.append(entry) }
    guard let one = waiting, one.count <= seen else { return }
    waiting = nil
    one.caller.resume()
  }
}
