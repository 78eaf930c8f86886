import Testing

@testable import InboxTUI

/// When nothing happens for a while.
@MainActor struct RestTests {
  /// What was told, and who waits for it.
  private final class Told {
    var rests: [Bool] = []
    private var waiting: CheckedContinuation<Void, Never>?

    func take(_ isResting: Bool) {
      rests.append(isResting)
      waiting?.resume()
      waiting = nil
    }

    func next() async { await withCheckedContinuation { waiting = $0 } }
  }

  @Test("FE-10 a rest begins where nothing happens or is waited for, and ends with what happens")
  func rests() async {
    let told = Told()
    var asked = 0
    let rest = Rest(after: .milliseconds(1), told: { told.take($0) }) {
      asked += 1
      return asked < 3
    }
    rest.happened()
    await told.next()
    #expect(told.rests == [true] && asked == 3)
    rest.happened()
    #expect(told.rests == [true, false])
    await told.next()
    #expect(told.rests == [true, false, true])
    rest.end()
    #expect(told.rests == [true, false, true, false])
    rest.happened()
    rest.happened()
    #expect(told.rests.count == 4)
  }
}
