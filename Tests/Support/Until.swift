/// Returns when something is so that tells no one when it comes; what leads to it must be under way.
///
/// - Throws: ``ServerTrouble`` when it is not so after a minute and a half, `CancellationError` when the test's time
///   is over: a test that waits for what does not come must fail, not hang.
package func until(
  isolation: isolated (any Actor)? = #isolation, _ isTrue: () async throws -> Bool
) async throws {
  let latest = ContinuousClock.now + .seconds(90)
  while try await !isTrue() {
    try Task.checkCancellation()
    guard ContinuousClock.now < latest else { throw ServerTrouble("what is waited for does not come") }
    await Task.yield()
  }
}
