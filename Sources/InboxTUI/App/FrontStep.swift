package import InboxModel

/// The steps of a front, in order: all that a replay needs to draw every picture again.
package enum FrontStep: Equatable, Sendable {
  case began(FrontStart)
  /// Its state received an event.
  case happened(AppEvent)
  /// A picture was drawn.
  case drew(Frame)
}

/// The starting values of a front.
package struct FrontStart: Equatable, Sendable, Codable {
  package var size: Size
  package var profile: ProfileFacts
  package var centers: [CenterName]
  /// The theme, whole: its file may be gone or changed when the recording is looked at.
  package var theme: Theme
  /// Whether the terminal reports the mouse.
  package var hasMouse: Bool
  /// Whether the hint line was hidden; not in recordings made before that was possible.
  package var hidesHints = false
  /// How it was presented; nil when it was not, and in recordings from before that was possible.
  package var presenting: Presentation?
  /// Which keys do what; those of the program in earlier recordings.
  package var bindings = KeyMap.standard
  /// The time zone of the screen; UTC in earlier recordings.
  package var zone = DisplayZone.utc
  /// Whether it was for a screen reader; not in earlier recordings.
  package var isAccessible = false
  /// Whether a notice stayed until the next key.
  package var keepsNotices = false
  /// Whether what keys lead to was drawn a moment after the selection; not in earlier recordings.
  package var countsMoments = false
  /// Whether keys behind the one that opens a message waited for it; not in earlier recordings.
  package var waitsForOpened = false
  /// Whether the first card was shown; not in earlier recordings.
  package var hasCard = false

  package init(_ state: AppState) {
    let others = state.lists.keys.filter { $0 != state.center }.sorted { $0.rawValue < $1.rawValue }
    size = state.size
    profile = state.profile
    centers = [state.center] + others
    self.theme = state.theme
    hasMouse = state.mouse.isOn
    hidesHints = state.panes.hidesHints
    presenting = state.presenting
    bindings = state.keys
    zone = state.zone
    isAccessible = state.isAccessible
    keepsNotices = state.keepsNotices
    countsMoments = state.lifecycle.countsMoments
    waitsForOpened = state.lifecycle.keysWait
    hasCard = state.lifecycle.hasCard
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decode(Size.self, forKey: .size)
    profile = try container.decode(ProfileFacts.self, forKey: .profile)
    centers = try container.decode([CenterName].self, forKey: .centers)
    theme = try container.decode(Theme.self, forKey: .theme)
    hasMouse = try container.decode(Bool.self, forKey: .hasMouse)
    hidesHints = try container.decodeIfPresent(Bool.self, forKey: .hidesHints) ?? false
    bindings = try container.decodeIfPresent(KeyMap.self, forKey: .bindings) ?? .standard
    zone = try container.decodeIfPresent(DisplayZone.self, forKey: .zone) ?? .utc
    isAccessible = try container.decodeIfPresent(Bool.self, forKey: .isAccessible) ?? false
    keepsNotices = try container.decodeIfPresent(Bool.self, forKey: .keepsNotices) ?? isAccessible
    countsMoments = try container.decodeIfPresent(Bool.self, forKey: .countsMoments) ?? false
    waitsForOpened = try container.decodeIfPresent(Bool.self, forKey: .waitsForOpened) ?? false
    hasCard = try container.decodeIfPresent(Bool.self, forKey: .hasCard) ?? false
    presenting = try container.decodeIfPresent(Presentation.self, forKey: .presenting)
  }
}
