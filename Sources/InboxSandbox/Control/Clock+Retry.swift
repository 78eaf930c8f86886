extension Clock where Duration == Swift.Duration {
  /// Runs a body until the database responds to it or the task is cancelled: again after 50 ms, 100 … 2 s.
  func retry(_ body: () async throws -> Void) async {
    var pause = 50
    while !Task.isCancelled {
      do { return try await body() } catch StoreError.unavailable {
        // What is to be done still is.
      } catch {
        return
      }
      do { try await sleep(for: .milliseconds(pause)) } catch { return }
      pause = min(2_000, pause * 2)
    }
  }
}
