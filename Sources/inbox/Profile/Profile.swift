import InboxCore
import InboxEvidence
import InboxModel
import InboxTap
import InboxTOML
import InboxTransport
import InboxTUI
import InboxVendors

/// Everything that a start needs: from the configuration file or made for the sandbox.
nonisolated struct Profile: Sendable {
  var name: String
  /// Where archive, log and device id are stored.
  var folder: String
  var settings: MessageCenterSettings
  var user: String?
  var vendors: VendorSettings
  var transport: TransportSettings
  var links: LinkSettings
  /// The app's id with its team, for site associations; nil where it is not given.
  var appID: String?
  /// What opening a message does with its link.
  var onOpen = LinkOnOpen.offer
  /// The first value that is still the example's, as an error; nil where there is none.
  var placeholder: TOMLFileError?
  /// The entries of the app's associated-domains entitlement; nil where they are not given.
  var associatedDomains: [String]?
  /// The account with a vendor other than Responsys; nil for Responsys.
  var account: VendorAccount?
  /// That account with its credentials; nil before ``opened(writes:)``.
  var vendor: VendorAccount.Ready?
  /// The sources of Responsys' tokens; nil where the tokens are in the configuration, or have been read.
  var tokens: (app: Credential, account: Credential)?
  /// The profile's own setting for changes on servers; nil where it has none.
  var writes: Writes?
  /// Whether this run only reads, whatever the profile says.
  var readsOnly = false
  /// What may be changed on servers; nil before ``opened(writes:)``, where the person is not asked.
  var access: WriteAccess?
  /// The link that this run follows; nil where it is not known before.
  var followed: String?
  /// A given back end; nil for that of its account, over the network.
  var backEnd: BackEnd?
  /// Whether it only exists on this machine: then no public name server is asked about its domains.
  var isLocal = false
  /// Captured responses that are shown in place of a back end and an archive; nil for an inbox of one's own.
  var capture: CapturedResponses?
  /// An app's traffic that is shown in place of a back end and an archive (QA-4); nil for an inbox of one's own.
  var tap: TappedInbox?
  /// How the sandbox's clock goes, which such a profile follows; nil where time is the machine's (SB-4).
  var clock: ClockReading?
  /// What is known of the campaigns; nil where they belong to another sandbox.
  var campaigns: CampaignFacts?
  /// How it is presented from the start; nil when it is not.
  var presentation: Presentation?
  /// Of a demonstration: the profile that shows the same of a sandbox with its campaigns, whether those come with the
  /// program, and whether the next one goes on with what it has; nil for any other inbox.
  var demonstration: (profile: String, isBundled: Bool, isKept: Bool)?
  /// Keeps the first card from being shown again; nil where none is shown.
  ///
  /// It returns what went wrong, as a sentence.
  var rememberCard: (@Sendable () -> String?)?

  /// The space of a sandbox that it reads, as `sandbox@NAME`; nil for any other inbox.
  var space: String? {
    isLocal ? name.firstIndex(of: "@").map { String(name[name.index(after: $0)...]) } : nil
  }

  /// Whether it only shows what others received: nothing is requested, stored or reported.
  var isForeign: Bool { capture != nil || tap != nil }
}

extension Profile {
  /// A profile that asks no one and stores nothing.
  nonisolated static func looking(
    _ name: String, at centers: CenterList, links: LinkSettings = LinkSettings()
  ) -> Profile {
    var settings = MessageCenterSettings(centers: centers)
    settings.isReadOnly = true
    settings.adoptsOutbox = false
    // An inbox that is only looked at does not change by itself.
    settings.refreshInterval = 10 * 365 * 86_400
    return Profile(
      name: name, folder: "", settings: settings, user: nil, vendors: VendorSettings(responsys: .none),
      transport: TransportSettings(), links: links)
  }
}
