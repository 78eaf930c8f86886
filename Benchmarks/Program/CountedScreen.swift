import InboxTUI
import Synchronization

/// A screen that counts what is shown on it.
final class CountedScreen: Screen {
  private nonisolated let frames = Atomic(0)
  private let screen: any Screen

  init(_ screen: any Screen) { self.screen = screen }

  /// How many frames were shown so far.
  nonisolated var count: Int { frames.load(ordering: .relaxed) }

  var size: Size { screen.size }

  func present(_ frame: Frame) {
    frames.add(1, ordering: .relaxed)
    screen.present(frame)
  }
}
