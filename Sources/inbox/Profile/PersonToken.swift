import Foundation
import InboxModel
import InboxVendors

/// The JWT of a person (VE-7): taken from where the profile says, after a refusal again.
actor PersonToken {
  /// How long a token serves, as the vendor's SDK has it.
  enum Use {
    /// Until shortly before it runs out.
    case untilItRunsOut
    /// For one call: the SDK retains none, so that an app can change it at any time.
    case once
  }

  /// Seconds before its end from which on a token no longer serves.
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

  /// Its tokens, as vendors ask for them.
  nonisolated var source: TokenSource {
    TokenSource(ofPerson: { renew, person async throws(InboxError) in
      try await self.token(of: person, renew: renew)
    })
  }

  /// The token of one person is never another's, so each has one of its own.
  private func token(of person: Identity?, renew: Bool) async throws(InboxError) -> String {
    if use == .untilItRunsOut, let held = held[person], !renew, !runsOut(held) { return held }
    // A program that prints it is never run twice at once: calls that come meanwhile wait for the same one.
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

  /// Whether it serves no longer; one that does not say until when serves until it is refused.
  private func runsOut(_ token: String) -> Bool {
    guard credential.isFresh, let end = JWTInspection(token).expires else { return false }
    return end.timeIntervalSince(now()) <= Self.margin
  }
}
