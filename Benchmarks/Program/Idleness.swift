import Foundation
import Glibc

/// What happens while nothing happens.
nonisolated enum Idleness {
  /// Threads that have had nothing to do for five seconds end, and a notice goes after eight, which are wake-ups of what was
  /// before.
  private static let rest = 10
  private static let seconds = 5

  /// Counts for five seconds, on a thread of its own, so that nothing of the counting wakes who is counted.
  static func figures(_ read: @escaping @Sendable () -> Moment) async -> Figures {
    await withCheckedContinuation { continuation in
      Thread {
        wait(rest)
        let wakeUps = Self.wakeUps()
        let before = read()
        wait(seconds)
        let after = read()
        var figures = after - before
        // A thread that ended meanwhile is missing, one that began is there whole.
        let threads = Self.wakeUps()
        figures[.threads] = threads.count
        figures[.wakeUps] = threads.reduce(0) { $0 + max(0, $1.value - (wakeUps[$1.key] ?? 0)) }
        continuation.resume(returning: figures)
      }.start()
    }
  }

  /// How often each thread but this one gave the processor away to wait for something.
  private static func wakeUps() -> [String: Int] {
    let own = number("Pid:", in: "/proc/thread-self/status")
    var counts: [String: Int] = [:]
    do {
      for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      where Int(thread) != own {
        counts[thread] = number("voluntary_ctxt_switches:", in: "/proc/self/task/\(thread)/status")
      }
    } catch {
      return [:]
    }
    return counts
  }

  private static func number(_ key: String, in path: String) -> Int? {
    let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    let line = text?.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
  }

  private static func wait(_ seconds: Int) {
    // Idleness can only be seen in real time: no event marks it.
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_sec += seconds
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
  }
}
