import Foundation
import InboxCore
import InboxSandbox
import InboxTUI

/// The inbox of a scenario: the whole program without a terminal, driven step by step.
final class ScenarioClient {
  let composition: Composition
  let program: Program
  let screen: TextScreen
  private(set) var journal: [JournalEntry] = []
  private var seen = 0
  private var waiting: (count: Int, caller: CheckedContinuation<Void, Never>)?
  private var listening: Task<Void, Never>?

  init(_ profile: Profile, _ scenario: Scenario, clock: VirtualClock?, chance: Chance) throws {
    composition = try Composition(profile, isScreen: true, clock: clock, chance: chance)
    screen = TextScreen(size: scenario.size)
    let state = AppState(
      size: scenario.size, profile: composition.facts(.unicode), centers: profile.settings.centers,
      now: composition.services.time.now())
    program = Program(
      state: state, theme: .standard, screen: screen, center: composition.center,
      services: composition.services
    ) { _ in }
  }

  func start() async throws {
    try await composition.center.start()
    let (updates, count) = await composition.center.countedUpdates()
    seen = count
    listening = Task { [weak self] in
      for await update in updates { self?.took(update) }
    }
    await program.start()
    await composition.center.connect()
  }

  /// Ends it as a person does, who quits; what waits is sent.
  func quit() async {
    await program.stop()
    await composition.close()
    listening?.cancel()
  }

  /// Ends it as a kill does.
  func kill() async {
    listening?.cancel()
    await composition.abandon()
  }

  /// Returns when everything that the core told is here as well.
  func listened() async {
    let count = await composition.center.updateCount
    guard seen < count else { return }
    await withCheckedContinuation { waiting = (count, $0) }
  }

  private func took(_ update: InboxUpdate) {
    seen += 1
    if case .journal(let entry) = update { journal.append(entry) }
    guard let one = waiting, one.count <= seen else { return }
    waiting = nil
    one.caller.resume()
  }
}
