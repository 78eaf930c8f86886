import Corpus
import Foundation
import InboxCore
import InboxHTML
import InboxModel
import InboxStore
import InboxVendors

/// All steps on an archive of some size.
struct Run {
  /// A step and what it used.
  struct Result {
    var step: String
    var figures: Figures
    var dependsOnWindow = true
  }

  let messages: Int
  /// Where archives are made.
  let folder: String
  /// Called with the step that begins.
  let begins: (String) -> Void

  private static let newest = Date(timeIntervalSince1970: 1_795_262_400)
  private var seeded: String { "\(folder)/\(messages).sqlite" }

  /// As many messages as a back end lists of a center.
  private static let reported = 50

  /// Makes the archive.
  ///
  /// - Returns: the responses of a back end that has nothing new.
  func seed() async throws -> [CenterName: Data] {
    let database = try InboxDatabase.open(path: seeded, readHTML: HTMLReader.read)
    let archive = BenchArchive(
      database, identity: BenchedInbox.identity, centers: BenchedInbox.centers)
    // The newest are the same in every archive, so that its size alone makes a difference.
    let (common, day) = (2 * BenchedInbox.centers.count * Self.reported, 86_400.0)
    _ = try await archive.fill(messages - common, newest: Self.newest.addingTimeInterval(-2 * day), seed: 1)
    _ = try await archive.fill(common, newest: Self.newest, seed: 2)
    var responses: [CenterName: Data] = [:]
    for center in BenchedInbox.centers {
      responses[center] = try await fetch(center, database)
    }
    try await database.close()
    return responses
  }

  /// Stores the newest messages of a center once more, as a fetch does: those behind them leave it.
  private func fetch(_ center: CenterName, _ archive: any Archive) async throws -> Data {
    let request = WindowRequest(
      identity: BenchedInbox.identity, scope: .center(center), anchor: .top, limit: Self.reported,
      now: Self.newest)
    let messages = try await archive.window(request).rows.map(\.message)
    let feature = try await archive.feature()
    _ = try await archive.merge(
      MergeRequest(
        identity: BenchedInbox.identity, center: center, page: FetchedPage(messages: messages),
        now: Self.newest, generation: feature.generation))
    let list = JSONValue.object(["messages": .array(messages.map { MessageWire.encode($0) })])
    return Data(list.serialized.utf8)
  }

  /// Goes through all steps once, on a copy of the archive.
  func results(_ responses: [CenterName: Data]) async throws -> [Result] {
    let path = "\(folder)/archive.sqlite"
    try FileManager.default.copyItem(atPath: seeded, toPath: path)
    defer { remove(path) }
    begins(Step.start)
    var before = Moment()
    let inbox = try BenchedInbox(archive: path, newest: Self.newest, responses: responses)
    try await inbox.start()
    var results = [Result(step: Step.start, figures: await inbox.moment() - before)]
    begins(Step.connect)
    before = await inbox.moment()
    await inbox.connect()
    // What is fetched is merged with what is there, and what expires is counted.
    results.append(
      Result(step: Step.connect, figures: await inbox.moment() - before, dependsOnWindow: false))
    for step in Step.all { results.append(try await result(of: step, on: inbox)) }
    begins(Step.idle)
    await inbox.run()
    results.append(Result(step: Step.idle, figures: await Idleness.figures { inbox.momentSoFar }))
    begins(Step.refused)
    try await inbox.refuse()
    before = await inbox.moment()
    await inbox.tries(Step.tries)
    results.append(Result(step: Step.refused, figures: await inbox.moment() - before))
    try await inbox.close()
    return results
  }

  private func result(of step: Step, on inbox: BenchedInbox) async throws -> Result {
    begins("before \(step.name)")
    for press in step.before { try await inbox.press(press) }
    begins(step.name)
    let before = await inbox.moment()
    for press in step.presses { try await inbox.press(press) }
    return Result(
      step: step.name, figures: await inbox.moment() - before, dependsOnWindow: step.dependsOnWindow)
  }

  private func remove(_ path: String) {
    for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + end) {
      do { try FileManager.default.removeItem(atPath: path + end) } catch {
        Benchmark.tell("\(path + end) stays behind.")
      }
    }
  }
}
