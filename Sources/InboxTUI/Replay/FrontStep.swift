package import InboxCore

/// What a front lives through, in order: all that a replay needs to draw every picture again.
package enum FrontStep: Equatable, Sendable {
  /// The front began with this.
  case began(FrontStart)
  /// Its state was told something.
  case happened(AppEvent)
  /// A picture was drawn.
  case drew(Frame)
}

/// What a front begins with.
package struct FrontStart: Equatable, Sendable, Codable {
  /// The terminal's size.
  package var size: Size
  /// What the screen says of the profile.
  package var profile: ProfileFacts
  /// The tabs in order.
  package var centers: [CenterName]
  /// The theme, whole: its file may be gone or changed when the recording is looked at.
  package var theme: Theme
  /// Whether the terminal tells of the mouse.
  package var hasMouse: Bool
  /// How it was shown to an audience; nil for nobody, and in recordings from before that could be.
  package var presenting: Presentation?

  init(_ state: AppState) {
    let others = state.lists.keys.filter { $0 != state.center }.sorted { $0.rawValue < $1.rawValue }
    size = state.size
    profile = state.profile
    centers = [state.center] + others
    self.theme = state.theme
    hasMouse = state.hasMouse
    presenting = state.presenting
  }
}
