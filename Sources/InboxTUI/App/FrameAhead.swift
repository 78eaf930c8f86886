import Foundation

/// The frame that a key would lead to, made before it is pressed: the key that moved the selection last is the
/// likeliest next one, and when everything is on the screen there is time to work it out.
///
/// A frame depends only on the state, so one made in advance equals one made now, as long as nothing has happened and
/// no time on it has changed. Only keys that move the selection are worked out: the effect of others may depend on when
/// they are pressed.
struct FrameAhead {
  private let key: Key
  /// The state after the key, when idle.
  private(set) var state: AppState
  /// The effects of the key, performed before the frame is shown, and those that follow from the screen, after it.
  let asked: [AppEffect]
  let following: [AppEffect]
  let frame: Frame
  private let made: Date
  /// Seconds; after a longer sleep of the machine the prepared frame is out of date.
  private static let lifetime = 30.0
  /// When a time shown in it changes.
  private let end: Date

  /// - Returns: nil where the key does not move the selection on the screen.
  init?(_ key: Key, from state: AppState) {
    guard state.former == nil, state.presenting == nil, state.leads(key) else { return nil }
    self.key = key
    made = state.now
    self.state = state
    asked = self.state.reduce(.keyPressed(key))
    following = self.state.settle()
    frame = MainView.draw(self.state, self.state.shownTheme)
    let latest = state.now.addingTimeInterval(Self.lifetime)
    end = min(latest, MainView.nextTimeChange(self.state) ?? latest)
  }

  /// Whether the key still leads to this frame, provided that nothing has happened since.
  func holds(for key: Key, at now: Date) -> Bool {
    key == self.key && now >= made && now < end
  }

  /// Computes the frame again, to check the one that was prepared.
  func isStill(whatFollowsFrom state: AppState, at now: Date) -> Bool {
    var state = state
    state.now = now
    guard state.reduce(.keyPressed(key)) == asked, state.settle() == following else { return false }
    return MainView.draw(state, state.shownTheme) == frame
  }
}

extension AppState {
  /// Whether a key moves the selection and does nothing else.
  fileprivate func leads(_ key: Key) -> Bool {
    layer == nil && focus == .list && notice == nil && keys.action(for: key, in: context)?.moves == true
  }
}
