import Foundation
import InboxModel
import InboxVendors

/// The JWT of a person (VE-7): read from the profile's source, and again after a refusal.
actor PersonToken {
  /// How long a token is used, as the vendor's SDK does it.
  enum Use {
    /// Until ``PersonToken/margin`` before it runs out.
    case untilItRunsOut
    /// For one call: the SDK retains none, so that an app can change it at any time.
    case once
  }

  /// How many seconds before its expiry a token is renewed.
  static let margin = 30.0

  private let credential: Credential
  private let use: Use
  private let now: @Sendable () -> Date
  private var held: [Identity?: String] = [:]
  private var taking: [Identity?: Task<Result<String, InboxError>, Never>] = [:]

  init(_ credential: Credential, use: Use, now: @escaping @Sendable () -> Date = { Date() }) {
    self.credential = credential
    self.use = use
    self.now = now
  }

  nonisolated var source: TokenSource {
    TokenSource(ofPerson: { renew, person async throws(InboxError) in
      try await self.token(of: person, renew: renew)
    })
  }

  /// The token of one person is never used for another, so each has their own.
  private func token(of person: Identity?, renew: Bool) async throws(InboxError) -> String {
    if use == .untilItRunsOut, let held = held[person], !renew, !runsOut(held) { return held }
    // The program that prints it never runs twice at once: other calls wait for the same run.
    let task = taking[person] ?? Task { await take(of: person) }
    taking[person] = task
    return try await task.value.get()
  }

  private func take(of person: Identity?) async -> Result<String, InboxError> {
    defer { taking[person] = nil }
    do throws(InboxError) {
      let token = JWTInspection.bare(try await credential.value(of: person))
      held[person] = token
      return .success(token)
    } catch {
      return .failure(error)
    }
  }

  /// Whether a token must be renewed; one without an expiry is used until it is refused.
  private func runsOut(_ token: String) -> Bool {
    guard credential.isFresh, let end = JWTInspection(token).expires else { return false }
    return end.timeIntervalSince(now()) <= Self.margin
  }
}
