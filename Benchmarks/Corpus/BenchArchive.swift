package import Foundation
package import InboxCore
package import InboxModel

/// An archive that is filled with invented messages, as responses of a back end are stored.
package struct BenchArchive {
  /// As many as are stored in one transaction.
  static let batch = 1_000

  private let archive: any Archive
  private let identity: Identity
  private let centers: [CenterName]

  package init(_ archive: any Archive, identity: Identity, centers: [CenterName]) {
    self.archive = archive
    self.identity = identity
    self.centers = centers
  }

  /// Stores so many messages, the newest of which was sent at a date; the same for the same seed.
  ///
  /// - Parameter progress: Gets how many are stored, after each transaction.
  /// - Returns: what the centers hold then.
  package func fill(_ count: Int, newest: Date, seed: UInt64, progress: (Int) -> Void = { _ in }) async throws
    -> [CenterName: CenterCounts]
  {
    var corpus = BenchCorpus(count: count, centers: centers, newest: newest, seed: seed)
    let generation = try await archive.feature().generation
    for start in stride(from: 0, to: count, by: Self.batch) {
      let end = min(start + Self.batch, count)
      let entries = corpus.next(start..<end)
      for center in centers {
        let own = entries.filter { $0.message.center == center }
        guard !own.isEmpty else { continue }
        let response = FetchedPage(messages: own.map(\.message))
        _ = try await archive.merge(
          MergeRequest(
            identity: identity, center: center, page: response, now: newest, generation: generation))
      }
      let read = entries.filter(\.isRead).map(\.message.key)
      if !read.isEmpty { _ = try await archive.setRead(read, of: identity, at: newest, queuing: nil) }
      let deleted = entries.filter(\.isDeleted).map(\.message.key)
      if !deleted.isEmpty {
        _ = try await archive.setDeleted(deleted, of: identity, at: newest, queuing: nil)
      }
      progress(end)
    }
    return try await archive.counts(of: identity, at: newest)
  }
}
