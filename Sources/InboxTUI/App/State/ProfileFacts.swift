package import InboxCore
import InboxVendors

/// The facts of the profile that the screen shows.
package struct ProfileFacts: Equatable, Sendable, Codable {
  package var name: String
  /// The `DEVICE_ID`: whose messages are read while no one is signed in (MC-12).
  package var device: String
  /// Whether opening a message ends the session (EN-3).
  package var sessionEndsOnOpen: Bool
  /// The branded domains, in order.
  package var domains: [String]
  /// Whether a sandbox plays the servers, so that its clock and faults can be changed.
  package var hasSandbox: Bool
  /// Where the read-only responses were captured; nil for an inbox of one's own.
  package var capturedFrom: String?
  /// Whether the read-only inbox is an app's, behind a tap; nil for no (QA-4).
  package var isTapped: Bool?
  /// The address at which the app finds that tap; nil in recordings from before the screen said so.
  package var tapAddress: String?
  /// How long the vendor's cache keeps a message (MC-6); nil where it has none.
  package var retention: RetentionPolicy?
  /// What is known of the campaigns that messages come from; nil where the back end is not a sandbox of this machine.
  package var campaigns: CampaignFacts?
  /// Whether the sandbox is asked for its campaigns whenever they are shown; nil in recordings from before it was.
  package var asksForCampaigns: Bool?
  /// Whether only ASCII can be drawn.
  package var repertoire: Repertoire
  /// Whether the server can be asked what it recorded; nil in recordings from before it could (VE-14).
  package var canReadBack: Bool?
  /// How many colours are drawn; all of them by default.
  package var depth: ColorDepth?
  /// How pictures are treated; nil means that the person is asked.
  package var pictures: PictureMode?
  /// The hosts that a sandbox on this machine plays, whose pictures are shown without a question; nil where the person
  /// is asked.
  package var localHosts: Set<String>?
  /// Whether nothing is changed on any server; nil in recordings from before the screen said so (VE-8).
  package var isReadOnly: Bool?
  /// What opening a message does with its link; nil in recordings from before it could be said (MC-19).
  package var onOpen: LinkOnOpen?
  /// Whether it is the demonstration, which commands cannot name; nil for no.
  package var isDemonstration: Bool?
  /// The vendor's capabilities as recorded; nil in recordings from before there was more than one.
  private var backEnd: Capabilities?

  /// What the back end has and takes.
  package var capabilities: Capabilities {
    get { backEnd ?? ResponsysBackEnd.capabilities }
    set { backEnd = newValue }
  }

  /// Whether a link is followed, which counts as a click; otherwise it is only classified.
  var followsLinks: Bool { capturedFrom == nil && isReadOnly != true }

  /// Whether opening a message follows its link; in recordings that do not say it, where that was no click of the
  /// vendor's.
  var followsOnOpen: Bool { onOpen.map { $0 == .follow } ?? !capabilities.clicks }

  package init(
    name: String, device: String = "this-device", sessionEndsOnOpen: Bool = false,
    domains: [String] = [], hasSandbox: Bool = false, capturedFrom: String? = nil,
    retention: RetentionPolicy? = nil, repertoire: Repertoire = .unicode
  ) {
    self.name = name
    self.device = device
    self.sessionEndsOnOpen = sessionEndsOnOpen
    self.domains = domains
    self.hasSandbox = hasSandbox
    self.capturedFrom = capturedFrom
    self.retention = retention
    self.repertoire = repertoire
    onOpen = .offer
  }
}
