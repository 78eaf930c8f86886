package import InboxCore
import InboxVendors

/// A vendor whose message center the sandbox plays, as campaign files and receipts call it.
package enum VendorName: String, Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
  case responsys, bloomreach, iterable

  /// What its table in a campaign may hold, such as `[campaign.iterable]`; nothing where it has none.
  var campaignKeys: KeyValuePairs<String, CampaignKey> {
    switch self {
    case .responsys: [:]
    case .bloomreach: ["consent": .flag, "consent-category": .text, "silent": .flag]
    case .iterable:
      [
        "trigger": .choice(["immediate", "event", "never"]), "save-to-inbox": .flag, "json-only": .flag,
        "priority": .whole(1...1_000), "placement": .whole(1...1_000_000),
      ]
    }
  }

  package var capabilities: Capabilities {
    switch self {
    case .responsys: ResponsysBackEnd.capabilities
    case .bloomreach: BloomreachBackEnd.capabilities
    case .iterable: IterableBackEnd.capabilities()
    }
  }

  /// Whether messages of it have buttons, `[[campaign.action]]`.
  var hasButtons: Bool { self != .responsys }
}
