import Foundation
import InboxModel
import InboxSandbox
import InboxTOML
import InboxTUI

/// The names that expectations can use: messages, their subjects, people, centers and vendors.
///
/// An expectation with an unknown name would always be met if it wants none, such as “none of them”, and never if it
/// wants some.
nonisolated struct KnownNames: Sendable {
  private var campaigns: [CampaignFacts.Campaign]
  /// The launched campaigns, once for each launch; nil on a shared sandbox, where others launch too.
  private var launched: [String]?
  /// How many further launches gestures may make, of any campaign.
  private var gestures = 0
  /// The people as receipts write them.
  private var people: Set<String>
  /// The centers that clients have, even while they are empty.
  private var centers: [CenterName]
  /// The vendors other than Responsys whose stand-ins clients open.
  private var vendors: [SandboxVendor]
  /// Whether a client opens the stand-in of Responsys.
  private var hasResponsys: Bool
  /// When the scenario began; nil where it has no beginning.
  let began: Date?

  init(_ campaigns: CampaignFacts) {
    (self.campaigns, people, centers, vendors, began) = (campaigns.campaigns, [], [], [], nil)
    hasResponsys = true
  }

  /// Names without campaigns.
  ///
  /// - Parameter vendors: The vendor of the stand-in that each client opens; nil for Responsys.
  init(people: Set<String>, centers: [CenterName], vendors: [SandboxVendor?], began: Date) {
    (campaigns, self.people, self.centers, self.began) = ([], people, centers, began)
    self.vendors = vendors.compactMap(\.self)
    hasResponsys = vendors.contains(nil)
  }

  /// Adds the campaigns of a sandbox that nothing else launches.
  ///
  /// - Parameters:
  ///   - ids: The campaign ids that steps launch, one entry per launch. Campaigns without `launch` go out at the start.
  ///   - gestures: How many gestures may launch any of them besides.
  mutating func add(_ files: [CampaignFile], launching ids: [String], gestures: Int) {
    campaigns += CampaignFacts(files).campaigns
    launched = files.flatMap(\.campaigns).filter { $0.launch == nil }.map(\.id) + ids
    self.gestures = gestures
    for case .only(let person) in files.flatMap(\.campaigns).flatMap(\.audience) {
      people.insert(person.storageKey)
    }
  }

  /// Adds what `GET /sandbox/campaigns` lists.
  mutating func add(_ list: JSONValue) {
    for record in list.elements ?? [] {
      guard let id = record["id"]?.text else { continue }
      campaigns.append(
        .init(
          id: id, center: CenterName(record["message_center_name"]?.text ?? ""),
          brand: record["brand"]?.text ?? "", subject: record["subject"]?.text ?? "", isPushed: false))
      let audience = (record["audience"]?.elements ?? []).compactMap(\.text)
      people.formUnion(audience.filter { Identity(storageKey: $0) != nil })
    }
  }

  /// What is wrong with the name of a center, as a sentence; nil where it exists.
  func center(_ name: String) -> String? {
    let centers = [CenterName.primary] + centers + campaigns.map(\.center)
    return centers.contains(CenterName(name))
      ? nil : unknown("center", name, Set(centers.map(\.rawValue)))
  }

  /// What is wrong with the subject of a message, as a sentence; nil where it exists.
  func subject(_ text: String) -> String? {
    unknown("message with the subject", text, Set(campaigns.map(\.subject)))
  }

  /// What is wrong with the id of a campaign, as a sentence; nil where it exists.
  func campaign(_ id: String) -> String? { unknown("campaign", id, Set(campaigns.map(\.id))) }

  /// What is wrong with the id of a message, as a sentence; nil where it exists.
  func message(_ id: String) -> String? {
    campaigns.contains { isMessage(id, of: $0.id) } ? nil : unknown("message", id, Set(campaigns.map(\.id)))
  }

  /// Whether a campaign can have a message of this id: each launch takes the next free number.
  private func isMessage(_ id: String, of campaign: String) -> Bool {
    guard id != campaign, CampaignFacts.isLaunch(id, of: campaign), let launched else {
      return CampaignFacts.isLaunch(id, of: campaign)
    }
    // The names of other campaigns are not free.
    let others = Set(campaigns.map(\.id)).subtracting([campaign])
    let most =
      launched.count { $0 == campaign } + gestures
      + others.count { CampaignFacts.isLaunch($0, of: campaign) }
    let number = Int(id.dropFirst(campaign.count + 1)) ?? 0
    return number >= 2 && number <= most && id == "\(campaign)-\(number)"
  }

  /// What is wrong with a person, as a sentence; nil where that person exists.
  func person(_ key: String) -> String? { unknown("person", key, people) }

  /// Why no event of a kind, or with nil of any, can come from a vendor, as a sentence; nil where a client has a vendor
  /// that it can come from.
  func vendor(_ vendor: SandboxVendor?, _ kind: VendorReceipt.Kind?) -> String? {
    guard !vendors.isEmpty else {
      return
        "no client opens the stand-in of another vendor than Responsys, so that no event can come. Write vendor = "
        + "\"…\" under [scenario], or expect displays, opens or clicks."
    }
    let names = Set(vendors.map(\.rawValue)).sorted()
    if let vendor, !vendors.contains(vendor) {
      let known = names.joined(separator: ", ")
      return
        "no client opens the stand-in of \(vendor.rawValue), so that no event of it can come. There are: \(known)."
    }
    let asked = (vendor.map { [$0.rawValue] } ?? names).compactMap(VendorName.init)
    let kinds = asked.reduce(into: Set()) { $0.formUnion($1.events) }
    guard let kind, !kinds.contains(kind) else { return nil }
    let known = kinds.map(\.rawValue).sorted().joined(separator: ", ")
    let (has, all) = asked.count == 1 ? ("has", "It has") : ("have", "They have")
    return
      "\(asked.map(\.rawValue).joined(separator: ", ")) \(has) no event “\(kind.rawValue)”, so none can arrive. "
      + "\(all): \(known)."
  }

  /// Why receipts that only Responsys' stand-in has cannot come, as a sentence; nil where a client opens it.
  ///
  /// - Parameter other: What to expect of other vendors instead; nil where there is nothing like it.
  func responsys(_ what: String, else other: String?) -> String? {
    guard !hasResponsys else { return nil }
    return "no client opens the stand-in of Responsys, so that no \(what) can come."
      + (other.map { " Expect \($0)." } ?? " Leave it out.")
  }

  private func unknown(_ what: String, _ name: String, _ known: Set<String>) -> String? {
    known.contains(name)
      ? nil : "there is no \(what) “\(name)”." + NearestName.hintOrList(name, among: known.sorted(), most: 12)
  }
}
