import Foundation
import InboxCore
import InboxVendors

/// The JWT of a person (VE-7): taken from where the profile says, anew before it runs out and after a refusal.
actor PersonToken {
  /// Seconds before its end from which on a token no longer serves.
  static let margin = 30.0

  private let credential: Credential
  private let now: @Sendable () -> Date
  private var held: [Identity?: String] = [:]
  private var taking: [Identity?: Task<Result<String, InboxError>, Never>] = [:]

  init(_ credential: Credential, now: @escaping @Sendable () -> Date = { Date() }) {
    self.credential = credential
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
    if let held = held[person], !renew, !runsOut(held) { return held }
    // Calls that come meanwhile wait for the same one.
    let task =
      taking[person]
      ?? Task { [credential] in
        do throws(InboxError) { return .success(try await credential.value(of: person)) } catch {
          return .failure(error)
        }
      }
    taking[person] = task
    let result = await task.value
    taking[person] = nil
    let token = JWTInspection.bare(try result.get())
    held[person] = token
    return token
  }

  /// Whether it serves no longer; one that does not say until when serves until it is refused.
  private func runsOut(_ token: String) -> Bool {
    guard credential.isFresh, let end = JWTInspection(token).expires else { return false }
    return end.timeIntervalSince(now()) <= Self.margin
  }
}
