import Dispatch
import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import NIOConcurrencyHelpers
import Testing

@Suite(.queued)
struct VirtualClockTests {
  private let noon = Date(timeIntervalSince1970: 1_795_262_400)

  @Test(
    "SB-4 a change of the clock as people write it",
    arguments: [
      ("+5m", ClockChange.advance(seconds: 300)), ("+15d", .advance(seconds: 1_296_000)),
      ("+0s", .advance(seconds: 0)), ("stop", .stop), ("run", .run), ("reset", .reset),
      ("2026-11-21T12:00:00Z", .set(Date(timeIntervalSince1970: 1_795_262_400))),
      ("-5m", nil), ("5m", nil), ("+5", nil), ("", nil), ("noon", nil), ("+1234567s", nil), ("STOP", nil),
    ] as [(String, ClockChange?)])
  func words(text: String, change: ClockChange?) { #expect(ClockChange(text) == change) }

  @Test("SB-4 a standing clock moves when it is set, and wakes who slept until then, the earliest first")
  func standing() async throws {
    let clock = VirtualClock.standing(at: noon)
    let woken = NIOLockedValueBox<[Int]>([])
    // All on one queue, which runs them in the order in which they are woken.
    let queue = SerialQueue()
    let sleepers = [300, 60, 299, 120, 240, 180, 301].map { seconds in
      Task(executorPreference: queue) {
        // On the clock under test, which the test moves.
        try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)), tolerance: nil)
        woken.withLockedValue { $0.append(seconds) }
      }
    }
    try await clock.sleepers(7)
    #expect(clock.apply(.advance(seconds: 300)) == .stopped(at: noon.addingTimeInterval(300)))
    for sleeper in sleepers.dropLast() { try await sleeper.value }
    #expect(woken.withLockedValue { $0 } == [60, 120, 180, 240, 299, 300])
    clock.apply(.set(noon.addingTimeInterval(301)))
    try await sleepers.last?.value
    #expect(woken.withLockedValue { $0.last } == 301 && clock.date == noon.addingTimeInterval(301))
  }

  @Test(
    "SB-4 a running clock that is moved past a deadline wakes at once; one that is set back wakes no sleeper")
  @MainActor func running() async throws {
    let clock = VirtualClock()
    var isAwake = false
    let sleeper = Task { @MainActor in
      // On the clock under test: no one waits a day.
      try await clock.sleep(until: clock.now.advanced(by: .seconds(86_400)), tolerance: nil)
      isAwake = true
    }
    try await clock.sleepers()
    let before = clock.now
    clock.apply(.set(clock.date.addingTimeInterval(-7_200)))
    #expect(clock.reading.isRunning && clock.date < Date())
    #expect(before.duration(to: clock.now) < .seconds(3_600))
    for _ in 0..<200 { await Task.yield() }
    #expect(!isAwake)
    clock.apply(.advance(seconds: 86_400))
    try await sleeper.value
    clock.apply(.stop)
    let stopped = clock.date
    #expect(clock.date == stopped && clock.reading == .stopped(at: stopped))
    clock.apply(.reset)
    #expect(clock.reading == .machine)
  }

  @Test("SB-4 a running clock wakes by itself, and who is cancelled wakes with that")
  func byItself() async throws {
    let clock = VirtualClock(.running(ahead: 3_600))
    // That it wakes by itself is what is tested.
    try await clock.sleep(for: .milliseconds(5))
    // On the clock under test: no one waits a day.
    let sleeper = Task { try await clock.sleep(for: .seconds(86_400)) }
    try await clock.sleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test(
    "SB-4 the wire of a clock, and what it says to people",
    arguments: [
      (ClockReading.machine, "the clock is the machine's", nil),
      (.running(ahead: 300), "the clock runs 5 m ahead of the machine's", "+5m"),
      (.running(ahead: 93_784), "the clock runs 1 d 2 h ahead of the machine's", "+1d2h"),
      (.running(ahead: -7_200), "the clock runs 2 h behind the machine's", "-2h"),
      (
        .stopped(at: Date(timeIntervalSince1970: 1_795_262_400)),
        "the clock stands at 2026-11-21T12:00:00.000Z", "stopped"
      ),
    ] as [(ClockReading, String, String?)])
  func wire(reading: ClockReading, words: String, mark: String?) throws {
    #expect(reading.words == words && reading.mark == mark)
    #expect(try SandboxLine(SandboxLine.clock(reading).data) == .clock(reading))
    #expect(try JSONDecoder().decode(ClockReading.self, from: JSONEncoder().encode(reading)) == reading)
  }

  @Test(
    "SB-4 a clock that says nothing is refused",
    arguments: [
      #"{"type":"clock"}"#, #"{"type":"clock","running":true}"#,
      #"{"type":"clock","running":false,"now":"x"}"#,
      #"{"type":"clock","running":true,"ahead_s":1e300}"#,
    ])
  func refused(line: String) {
    #expect(throws: InboxError.self) { try SandboxLine(Data(line.utf8)) }
  }
}

/// Runs jobs one after the other, as they come.
private final class SerialQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "one after the other")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
