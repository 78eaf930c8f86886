import InboxCore
import InboxModel
import InboxVendors

/// A profile's account with a vendor, as the configuration names it.
nonisolated struct VendorAccount: Sendable {
  /// What it is once its credentials are here.
  struct Ready: Sendable {
    /// Credentials that do not change while the program runs: masked wherever requests are shown or stored.
    var secrets: [String]
    /// Makes the back end of a device.
    var backEnd: @Sendable (Ports) -> BackEnd
    /// Makes what the vendor's SDK tracks by itself; nil where it tracks nothing.
    var tracker: (@Sendable (Ports) -> EventTracker?)?
    /// Makes what tracks campaigns with this account, where the profile names no other for it; nil where the vendor has no
    /// such tracking.
    var campaigns: (@Sendable (CampaignSettings, Ports) -> EventTracker)?
  }

  /// What a vendor's folder is put together with.
  struct Ports: Sendable {
    var wire: WirePort
    /// The id of this installation.
    var device: String
    /// What time it is, which a sandbox may say.
    var time: TimeSource
    /// Who hears what a sandbox says of itself.
    var listener: SandboxListener
  }

  /// Its server, without a trailing slash.
  var base: String
  /// Who reads, unless the command line says otherwise.
  var person = PersonName.nobody
  /// How it knows people.
  var people = VendorPeople.plain
  /// Gets its credentials, which may run a program.
  var ready: @Sendable () async throws(InboxError) -> Ready
  /// What distinguishes the installation and the app for what the vendor tracks beside; nil where the device's id does.
  var cookie: String?
  var applicationID: String?
  /// The token of the person, where it asks for one, and what a JWT must say for a person.
  var token: TokenSource?
  var expectation: (@Sendable (Identity) -> JWTExpectation)?
}

/// How a vendor knows people: what becomes of the name that someone gives one.
nonisolated struct VendorPeople: Sendable {
  /// The identity of a person on a device.
  ///
  /// Throws ``InboxError/configuration(_:)`` for what the vendor has no such name for.
  var identity: @Sendable (PersonName, _ device: String) throws(InboxError) -> Identity
  /// An identity by the vendor's names, for programs.
  var members: @Sendable (Identity, _ device: String) -> [String: JSONValue]
  /// What someone should know who reads as an identity, as a sentence; nil for nothing.
  var caution: @Sendable (Identity) -> String? = { _ in nil }

  /// The identity of a person on a device.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for a name that no one has, and for what the vendor has no such name for.
  func identity(of person: PersonName, on device: String) throws(InboxError) -> Identity {
    if let flaw = person.flaw { throw .configuration(flaw) }
    return try identity(person, device)
  }

  /// One name for a person, and none for the device.
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
