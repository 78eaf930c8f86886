import InboxCore
import InboxModel
import InboxVendors

/// A profile's account with a vendor, as the configuration names it.
nonisolated struct VendorAccount: Sendable {
  /// The account with its credentials.
  struct Ready: Sendable {
    /// Credentials that do not change while the program runs: masked wherever requests are shown or stored.
    var secrets: [String]
    /// Makes the back end of a device.
    var backEnd: @Sendable (Ports) -> BackEnd
    /// Makes the tracker of what the vendor's SDK tracks by itself; nil where it tracks nothing.
    var tracker: (@Sendable (Ports) -> EventTracker?)?
    /// Makes the tracker of campaigns with this account, where the profile names no other account for it; nil where the
    /// vendor has no such tracking.
    var campaigns: (@Sendable (CampaignSettings, Ports) -> EventTracker)?
  }

  /// The parts from which a vendor's back end is made.
  struct Ports: Sendable {
    var wire: WirePort
    /// The id of this installation.
    var device: String
    /// The current time, which may come from a sandbox.
    var time: TimeSource
    /// The receiver of what a sandbox reports of itself.
    var listener: SandboxListener
  }

  /// Its server, without a trailing slash.
  var base: String
  /// The reader, unless the command line names another.
  var person = PersonName.nobody
  /// How the vendor identifies people.
  var people = VendorPeople.plain
  /// Reads the credentials, which may run a program.
  var ready: @Sendable () async throws(InboxError) -> Ready
  /// What identifies installation and app in the vendor's further tracking; nil where that is the device's id.
  var cookie: String?
  var applicationID: String?
  /// The token of the person, where the vendor requires one, and what a JWT must say for a person.
  var token: TokenSource?
  var expectation: (@Sendable (Identity) -> JWTExpectation)?
}

/// How a vendor identifies people: the meaning of a given name.
nonisolated struct VendorPeople: Sendable {
  /// The identity of a person on a device.
  ///
  /// Throws ``InboxError/configuration(_:)`` for a name that the vendor cannot have.
  var identity: @Sendable (PersonName, _ device: String) throws(InboxError) -> Identity
  /// An identity in the vendor's names, for programs.
  var members: @Sendable (Identity, _ device: String) -> [String: JSONValue]
  /// A caution for a person who reads as an identity, as a sentence; nil for none.
  var caution: @Sendable (Identity) -> String? = { _ in nil }

  /// The identity of a person on a device.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for a name that no person has, and for one that the vendor cannot have.
  func identity(of person: PersonName, on device: String) throws(InboxError) -> Identity {
    if let flaw = person.flaw { throw .configuration(flaw) }
    return try identity(person, device)
  }

  /// A single name for a person, and none for the device.
  static let plain = Self(
    identity: { name, device throws(InboxError) in
      switch name {
      case .user(let user):
        guard user.utf8.first != UInt8(ascii: " "), user.utf8.last != UInt8(ascii: " ") else {
          throw .configuration(
            "The name “\(user)” begins or ends with a blank, which no header of a request keeps. Write it without."
          )
        }
        return Identity(user: user, device: device)
      case .nobody: return .device(device)
      case .ids:
        throw .configuration("A person has one name here. Give “user”, or nothing for this device.")
      }
    },
    members: { identity, _ in
      switch identity {
      case .user(let user): ["user": .string(user)]
      case .device(let device): ["device": .string(device)]
      }
    })
}
