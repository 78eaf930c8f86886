import Foundation
import Glibc
import InboxCore
import InboxModel
import InboxTUI

@testable import InboxSandbox
@testable import inbox

/// A day in the life of an inbox by the virtual clock: the whole program without a terminal, and its sandbox.
///
/// Every step of five minutes refreshes what is due and presses a few keys; every quarter of an hour a campaign arrives,
/// which expires after two hours; every hour a message is opened, the badge is set and the inbox goes away and comes back.
final class DayBench {
  /// What is kept at a moment.
  struct Figures {
    var hours: Int
    var retained: [RetainedCount]
    /// Bytes of the process that are in memory, and of the archive's files.
    var resident: Int
    var archive: Int
  }

  private let sandbox: Sandbox
  private let composition: Composition
  private let program: Program
  private let control: SandboxControl
  private let folder: String
  private var launched = 0

  /// - Parameters:
  ///   - folder: Where the client keeps its state.
  ///   - campaigns: What is in the centers before anything arrives; nil are those of the demonstration.
  init(in folder: String, campaigns: [CampaignFile]? = nil) async throws {
    self.folder = folder
    let clock = VirtualClock(.stopped(at: Self.start))
    sandbox = try await Sandbox.start(
      SandboxOptions(clock: clock, launchesTimed: false), campaigns: campaigns ?? CampaignFile.bundled())
    let profile = try ProfileSource.profile(
      of: sandbox.endpoint, folder: folder, name: "bench", vendor: nil)
    composition = try Composition(profile, isScreen: true, clock: clock)
    program = Program(
      state: composition.state(Self.size, .unicode), theme: .standard, screen: TextScreen(size: Self.size),
      center: composition.center, services: composition.services, host: { _ in })
    control = SandboxControl(sandbox.endpoint)
  }

  private static let size = Size(columns: 120, rows: 40)
  private static let start = Date(timeIntervalSince1970: 1_795_262_400)

  /// Lives through so many hours and counts what is kept after each of the marks.
  ///
  /// - Parameter step: Minutes between two moments at which something happens.
  func run(hours: Int, marks: Set<Int>, step: Int = 5, _ progress: (Int) -> Void = { _ in }) async throws
    -> [Figures]
  {
    try await composition.center.start()
    await program.start()
    await composition.center.connect()
    try await settle()
    var figures: [Figures] = []
    for minute in stride(from: step, through: hours * 60, by: step) {
      try Task.checkCancellation()
      try await sandbox.change(clock: .advance(seconds: Double(step * 60)))
      await composition.center.catchUp()
      if minute % 15 == 0 { try await launch() }
      try await settle()
      try await press(minute / step % 2 == 0 ? "j j <tab>" : "k <down>")
      guard minute % 60 == 0 else { continue }
      try await passHour()
      if marks.contains(minute / 60) { figures.append(try await look(minute / 60)) }
      progress(minute / 60)
    }
    await program.stop()
    await composition.close()
    await sandbox.stop()
    return figures
  }

  private func launch() async throws {
    launched += 1
    let brand = sandbox.endpoint.brands[launched % sandbox.endpoint.brands.count]
    _ = try await sandbox.launch(
      Campaign(
        id: "day-\(launched)", subject: "Offer number \(launched)",
        message: "Until the evening, or while it lasts.",
        expires: .relative(seconds: 7_200), push: true, badge: .add(1), brand: brand))
  }

  private func passHour() async throws {
    try await press("<enter>")
    try await press("<esc>")
    do { _ = try await composition.center.setBadge(3) } catch { throw Exit(Exit.failed, error.description) }
    await program.willSuspend()
    await program.didResume(Self.size)
    try await settle()
    // No one looks at notices for hours: the banners are cleared now and then, as a badge of 0 does it.
    do { _ = try await composition.center.setBadge(0) } catch { throw Exit(Exit.failed, error.description) }
    try await settle()
  }

  private func press(_ keys: String) async throws {
    for key in try Key.sequence(keys) {
      program.receive([key])
      await program.idle()
    }
  }

  /// Returns when the client has heard what the sandbox said, and nothing is under way.
  private func settle() async throws {
    await program.idle()
    let lines = try JSONValue.parse(try await control.send("GET", "/sandbox/lines"))
    if let said = lines["said"]?.integer { await composition.center.receivedPushes(said) }
    await program.idle()
  }

  private func look(_ hours: Int) async throws -> Figures {
    let retained =
      try await composition.center.retainedCounts() + composition.database.retainedCounts()
      + program.state.retainedCounts + sandbox.account.retainedCounts()
    let files = ["archive.sqlite", "archive.sqlite-wal"].map { folder + "/" + $0 }
    let bytes = try files.reduce(0) { sum, path in
      guard FileManager.default.fileExists(atPath: path) else { return sum }
      return sum + (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
    }
    return Figures(hours: hours, retained: retained, resident: Self.resident, archive: bytes)
  }

  /// The second number of `/proc/self/statm`, in bytes; 0 where there is none.
  private static var resident: Int {
    let words = FileManager.default.contents(atPath: "/proc/self/statm").map {
      String(decoding: $0, as: UTF8.self).split(separator: " ")
    }
    return (words?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// What is more at the end than it may be, having been something else at the first mark.
  nonisolated static func growing(_ figures: [Figures]) -> [RetainedCount] {
    guard let first = figures.first, let last = figures.last else { return [] }
    return last.retained.filter { count in
      count.isTooMuch(since: first.retained.first { $0.name == count.name })
    }
  }
}
