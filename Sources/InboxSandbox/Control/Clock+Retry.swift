extension Clock where Duration == Swift.Duration {
  /// Runs a body until it succeeds, fails for good or the task is cancelled: again after 50 ms, 100 ms and so on up to
  /// 2 s.
  func retry(_ body: () async throws -> Void) async {
    var pause = 50
    while !Task.isCancelled {
      do { return try await body() } catch StoreError.unavailable, StoreError.refused {
        // The database is away, or its disk is full: the work is still to be done.
      } catch {
        // Waiting mends nothing else.
        return
      }
      // No event says when the database can be used again.
      do { try await sleep(for: .milliseconds(pause)) } catch { return }
      pause = min(2_000, pause * 2)
    }
  }
}
