import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxVendors
import Testing

@testable import Corpus

/// The messages that the program is measured with.
@Suite(.queued)
struct CorpusTests {
  private let program: Program

  init() throws { program = try Program() }

  private func corpus(_ count: Int, seed: UInt64) -> BenchCorpus {
    BenchCorpus(
      count: count, centers: [.primary, CenterName("Offers")],
      newest: Date(timeIntervalSince1970: 1_800_000_000), seed: seed)
  }

  @Test(
    "the same seed gives the same messages, whatever the parts in which they are requested; another gives others"
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

  @Test("MC-7 a seeded archive is one that list, filter and counts find")
  func seed() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let counts = try await program.seed(1_500)
    // A few were deleted, or have expired since.
    #expect((1_000...1_500).contains(counts.values.reduce(0) { $0 + $1.total }))
    let list = try await program.run(
      "list", "--profile", "sandbox", "--offline", "--filter", "train", "--json")
    #expect(list.status == 0 && list.output.contains("night train"))
    await sandbox.stop()
  }

  @Test(
    "an archive that is there already is not filled with invented messages, and a wrong number is refused")
  func refused() async throws {
    let folder = program.home.path + "/new"
    for wrong in [["x"], [folder, "0"], [folder, "many"]] {
      await #expect(throws: SeededProfile.Problem.self) { try await SeededProfile.make(wrong) { _ in } }
    }
    let text = try await SeededProfile.make([folder, "20", "Primary"]) { _ in }
    #expect(text.hasPrefix("Primary: "))
    await #expect(throws: SeededProfile.Problem.self) {
      try await SeededProfile.make([folder, "20"]) { _ in }
    }
  }
}
