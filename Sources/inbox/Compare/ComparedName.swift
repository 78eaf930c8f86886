import Foundation
import InboxModel

/// The person that a comparison names: one of the profile, the anonymous device, another profile, or a person of that
/// one.
///
/// `maria`, `user:maria`, `device`, `work`, `work:maria`, `work:device`, and `sandbox@checkout` for `work`.
nonisolated enum ComparedName {
  /// The word for a reader who is not signed in.
  static let device = "device"

  /// The profile with the person as its reader.
  ///
  /// - Parameter base: The profile of a person who is named without one.
  static func profile(of text: String, base: () throws -> Profile) throws -> Profile {
    let name = text.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw InboxError.configuration("Say whom to compare with: \(forms).") }
    if name.hasPrefix("user:") {
      let person = name.dropFirst(5).trimmingCharacters(in: .whitespaces)
      guard !person.isEmpty else { throw InboxError.configuration("“user:” needs a name: \(forms).") }
      return try base().read(by: .user(person))
    }
    if name == device { return try base().read(by: .nobody) }
    if let colon = name.firstIndex(of: ":") {
      let person = name[name.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      guard ProfileSource.isProfile(String(name[..<colon])) else {
        throw InboxError.configuration(
          "There is no profile “\(name[..<colon])”. For a person with that name, write user:\(name).")
      }
      let profile = try ProfileSource.load(String(name[..<colon]))
      guard !person.isEmpty else { return profile }
      return profile.read(by: person == device ? .nobody : .user(person))
    }
    return ProfileSource.isProfile(name) ? try ProfileSource.load(name) : try base().read(by: .user(name))
  }

  static let forms =
    "a person, ‘device’ for the anonymous device, a profile, or PROFILE:PERSON; user:NAME for a person with such a name"
}

extension Profile {
  /// The same profile with another reader.
  nonisolated func read(by person: PersonName) -> Profile {
    var profile = self
    profile.user = nil
    if case .user(let name) = person { profile.user = name } else { profile.account?.person = person }
    return profile
  }
}
