import Foundation
import GRDB
import Synchronization

/// How long a read or write waits for another program that has the file locked.
///
/// SQLite's own time-out cannot be cancelled, and a program that quits must not wait for it.
final class LockTimeout: Sendable {
  private static let pause = 0.01
  /// After how many tries, and again after as many, what waits is kept elsewhere.
  private static let long = 25
  private let seconds: Double
  private let isOver = Mutex(false)
  /// Keeps what waits to be written; called on the thread that waits.
  private let keep = Mutex<@Sendable () -> Void>({})
  private let ended = NSCondition()

  /// Waits this many seconds.
  init(seconds: Double) { self.seconds = seconds }

  /// Whether reads and writes wait at all: from now on, and also those that wait already.
  func set(_ isWaiting: Bool) {
    isOver.withLock { $0 = !isWaiting }
    ended.withLock { if !isWaiting { ended.broadcast() } }
  }

  /// Has something called where a wait is long.
  func whenLong(_ keep: @escaping @Sendable () -> Void) { self.keep.withLock { $0 = keep } }

  /// SQLite's busy handler: waits a moment, and says whether to try again.
  func waits(_ tries: Int) -> Bool {
    guard !isOver.withLock({ $0 }), Double(tries) * Self.pause < seconds else { return false }
    if tries % Self.long == Self.long - 1 { keep.withLock(\.self)() }
    // On the thread of the connection, as SQLite itself does.
    ended.withLock { _ = ended.wait(until: Date(timeIntervalSinceNow: Self.pause)) }
    return true
  }

  /// Does work again that SQLite gives up at once because another program is in the way, such as changing the journal
  /// of a new file: it asks ``waits(_:)`` only where it holds no lock yet.
  func retrying<Value>(_ work: () throws -> Value) throws -> Value {
    let end = ContinuousClock.now + .seconds(seconds)
    var tries = 0
    while true {
      do { return try work() } catch let error as DatabaseError
        where error.resultCode.primaryResultCode == .SQLITE_BUSY
      {
        // What did wait has waited long enough.
        guard ContinuousClock.now < end, waits(tries) else { throw error }
        tries += 1
      }
    }
  }
}
