import Foundation
import InboxCore
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// What the program is measured with.
@Suite(.queued, .timeLimit(.minutes(15)))
struct BenchTests {
  private let program: Program

  init() throws { program = try Program() }

  private func corpus(_ count: Int, seed: UInt64) -> BenchCorpus {
    BenchCorpus(
      count: count, centers: [.primary, CenterName("Offers")],
      newest: Date(timeIntervalSince1970: 1_800_000_000), seed: seed)
  }

  @Test(
    "the same seed gives the same messages, whatever the parts in which they are asked for; another gives others"
  )
  func deterministic() throws {
    var (whole, parts, other) = (corpus(500, seed: 1), corpus(500, seed: 1), corpus(500, seed: 2))
    let entries = whole.next(0..<500)
    let again = parts.next(0..<200) + parts.next(200..<500)
    #expect(entries.map(\.message) == again.map(\.message) && entries.map(\.isRead) == again.map(\.isRead))
    #expect(entries.map(\.message.subject) != other.next(0..<500).map(\.message.subject))
    #expect(Set(entries.map(\.message.key.id)).count == 500)
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.message.sent < $1.message.sent })
    #expect(Set(entries.map(\.message.kind)).count == 3 && Set(entries.map(\.message.center)).count == 2)
    for entry in entries {
      let record = try JSONValue.parse(Data(entry.message.raw.utf8))
      #expect(try MessageWire.decode(record).key == entry.message.key)
    }
  }

  @Test(
    "MC-7 bench seed fills a sandbox's archive as answers do, so that list, filter and counts find it there")
  func seed() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let outcome = try await program.run(
      "bench", "seed", "--messages", "1500", "--newest", "2026-11-21T09:00:00Z")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let totals = outcome.output.matches(of: /: (\d+) messages, (\d+) unread/).compactMap { Int($0.1) }
    // A few were deleted, or have expired since.
    #expect((1_000...1_500).contains(totals.reduce(0, +)))
    let list = try await program.run(
      "list", "--profile", "sandbox", "--offline", "--filter", "train", "--json")
    #expect(list.status == 0 && list.output.contains("night train"))
    let wrong = try await program.run("bench", "seed", "--messages", "0")
    #expect(wrong.status == 2 && wrong.errors.contains("--messages takes a number from 1 to 2000000, not 0."))
    await sandbox.stop()
  }

  @Test("an archive of one's own is not filled with invented messages")
  func own() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    try program.configure("work", for: sandbox, session: "")
    let outcome = try await program.run("bench", "seed", "--messages", "5", "--profile", "work")
    #expect(outcome.status == 2 && outcome.errors.contains("its archive is yours"), "\(outcome.errors)")
    await sandbox.stop()
  }
}
