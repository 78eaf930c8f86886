package import InboxModel

/// What is known of the campaigns that messages come from: a message does not say whose it is, nor whether a banner
/// announced it.
package struct CampaignFacts: Equatable, Sendable, Codable {
  package struct Campaign: Equatable, Sendable, Codable {
    /// The id of its message; one that is launched again has `-2`, `-3` … behind it.
    package var id: String
    package var center: CenterName
    /// Whose it is, as people read it.
    package var brand: String
    /// What its message is called.
    package var subject: String
    /// Whether a push announces it.
    package var isPushed: Bool
    /// The address of the picture in its banner; nil where it has none, and in earlier recordings.
    package var attachment: String?
    /// The branded domain of its links; nil where it has none, and in earlier recordings.
    package var domain: String?
    /// The vendors that it goes to; nil where that is each of them, and in earlier recordings.
    package var vendors: [String]?
    /// Whom it is for, as campaign files write it: `device`, `user:maria`; nil where that is everyone, and in earlier
    /// recordings.
    package var audience: [String]?

    package init(
      id: String, center: CenterName, brand: String, subject: String = "", isPushed: Bool,
      attachment: String? = nil, domain: String? = nil, vendors: [String]? = nil,
      audience: [String]? = nil
    ) {
      self.attachment = attachment
      self.domain = domain
      self.id = id
      self.center = center
      self.brand = brand
      self.subject = subject
      self.isPushed = isPushed
      self.vendors = vendors
      self.audience = audience
    }
  }

  package var campaigns: [Campaign]

  package init(_ campaigns: [Campaign]) { self.campaigns = campaigns }

  /// Vendors that a campaign goes to, where those are not all.
  package static func words(for vendors: [String]) -> String {
    vendors.joined(separator: " and ") + " alone"
  }

  /// In the order in which people look for them.
  var byBrand: [Campaign] { campaigns.sorted { ($0.brand, $0.subject) < ($1.brand, $1.subject) } }

  package subscript(id: String) -> Campaign? { campaigns.first { $0.id == id } }

  /// Those that a command of the sandbox launches.
  func launched(by command: LaunchCommand) -> [Campaign] {
    campaigns.filter {
      $0.id == command.campaign && (command.center == nil || $0.center == command.center)
    }
  }

  /// The campaign that a message came from; nil where it is not known.
  func campaign(of message: MessageKey) -> Campaign? {
    let id = message.id.rawValue
    return self[id] ?? Self.launchedAgain(id).flatMap { self[$0] }
  }

  /// Whether an id is that of another launch of a campaign.
  package static func isLaunch(_ id: String, of campaign: String) -> Bool {
    id == campaign || launchedAgain(id) == campaign
  }

  /// The campaign whose further launch has this id, such as `sale` of `sale-2`; nil where it is not such an id.
  private static func launchedAgain(_ id: String) -> String? {
    guard let dash = id.lastIndex(of: "-") else { return nil }
    let number = id[id.index(after: dash)...]
    return !number.isEmpty && number.allSatisfy(\.isNumber) ? String(id[..<dash]) : nil
  }
}
