import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors

/// Compares what two people are served (QA-2).
nonisolated struct CompareRun: Sendable {
  /// The name of the profile, which labels leave out.
  var base: String
  /// The only list to compare; nil for all that either has.
  var center: String?
  var time: TimeSource

  /// - Throws: what kept either list from being fetched.
  func compare(_ first: Profile, _ second: Profile) async throws(InboxError) -> PersonComparison {
    let namesProfile = first.name != second.name
    let one = try await PersonFetch(first, base: base, namesProfile: namesProfile, time: time)
    let other: PersonFetch
    do throws(InboxError) {
      other = try await PersonFetch(second, base: base, namesProfile: namesProfile, time: time)
    } catch {
      await one.close()
      throw error
    }
    let result: Result<PersonComparison, InboxError>
    do throws(InboxError) { result = .success(try await compare(one, other)) } catch {
      result = .failure(error)
    }
    await one.close()
    await other.close()
    return try result.get()
  }

  /// Compares the reader of a profile with the person that a text names.
  static func compare(
    _ person: Identity, with text: String, in profile: Profile, now: @escaping @Sendable () -> Date
  ) async throws(InboxError) -> PersonComparison {
    let name: PersonName = if case .user(let user) = person { .user(user) } else { .nobody }
    let other: Profile
    do { other = try ComparedName.profile(of: text, base: { profile }) } catch let error as InboxError {
      throw error
    } catch {
      throw .configuration("\(error)")
    }
    let time = TimeSource(clock: ContinuousClock(), now: now)
    return try await CompareRun(base: profile.name, time: time).compare(profile.read(by: name), other)
  }

  private func compare(_ one: PersonFetch, _ other: PersonFetch) async throws(InboxError) -> PersonComparison
  {
    var (first, second) = (try await one.fetch(centers(of: one)), try await other.fetch(centers(of: other)))
    if first.label == second.label {
      throw .configuration("Both are \(first.label). Name two people: \(ComparedName.forms).")
    }
    let ids = Set([first, second].flatMap { $0.pages.values.flatMap { $0.messages.map(\.id) } })
    (first.known, first.readHere) = (try await one.remembered(ids), try await one.readHere())
    (second.known, second.readHere) = (try await other.remembered(ids), try await other.readHere())
    var audiences = try await one.audiences()
    if audiences == CampaignAudiences() { audiences = try await other.audiences() }
    return PersonComparison(
      first, second, centers: compared(first, second), audiences: audiences, at: time.now())
  }

  private func centers(of person: PersonFetch) throws(InboxError) -> [CenterName] {
    let centers = person.profile.settings.centers
    guard let center else { return Array(centers) }
    return [try centers.require(person.backEnd.capabilities.list(center, among: centers))]
  }

  /// The lists of the first, then those that only the second has, each with Primary first.
  private func compared(_ first: FetchedPerson, _ second: FetchedPerson) -> [CenterName] {
    first.pages.keys.sorted(by: Self.isBefore)
      + second.pages.keys.filter { first.pages[$0] == nil }.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ one: CenterName, _ other: CenterName) -> Bool {
    if (one == .primary) != (other == .primary) { return one == .primary }
    return one.rawValue < other.rawValue
  }
}
