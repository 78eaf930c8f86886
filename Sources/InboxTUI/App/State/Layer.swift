package import InboxCore
package import InboxDomains
package import InboxModel

/// What lies over everything and takes the keys.
package enum Layer: Equatable, Sendable {
  /// The list of all actions.
  case help(HelpState)
  /// The badge dialog with the number typed so far and the outcome of the last set.
  case badge(input: LineEditor, feedback: Notice?)
  /// The sign-in dialog with the name typed so far, and why more was refused.
  case user(input: LineEditor, feedback: Notice? = nil)
  /// Asks before message centers are disabled.
  case disabling(scroll: Int = 0)
  /// Asks before many messages are deleted.
  case deleting([MessageKey], scroll: Int = 0)
  /// A whole center: the state of its refresh, and the messages that are gone or why they cannot be read, nil until
  /// either is known.
  case center(CenterName, gone: Result<[GoneMessage], InboxError>?, scroll: Int)
  /// Whether a branded domain is fit for universal links; nil until it was looked at.
  case domain(String, check: DomainCheck?, scroll: Int)
  case command(PaletteState)
  /// The campaigns that can be launched, whether they are still on their way, and which line is selected (SB-2).
  case launch(selected: Int, isLoading: Bool = false)
  /// The faults of the sandbox, and the selected line (SB-3).
  case faults(selected: Int)
  /// Whether each display and open was reported exactly once.
  case proof(ProofState, scroll: Int)
  /// Asks with whom to compare, with the name typed so far, and why more was refused.
  case comparing(input: LineEditor, feedback: Notice? = nil)
  /// What another person is served (QA-2).
  case comparison(CompareState, scroll: Int)
  /// What each vendor would count of what was seen and opened (QA-1).
  case lens(LensState)
  /// What each vendor's SDK would show of a list (QA-3).
  case stale(StaleState, scroll: Int)
  /// Where a link ended, and how it got there.
  case outcome(LinkTrail, scroll: Int)
  /// The themes, of which the selected one is tried.
  case themes(ThemePicker)
  case event(EventLine, scroll: Int)
  /// Earlier notices.
  case notices(scroll: Int)
  /// The first screen of the demonstration, shown once.
  case card
}
