/// Keys that are held: one gesture has one outcome (EN-5, UL-5).
extension AppState {
  /// A held key repeats its effect, with one exception: the key that opened a message does not follow the link that is
  /// offered there.
  mutating func repeated(_ key: Key) -> [AppEffect] {
    let hasOpened = links.isOpeningGesture
    guard hasOpened, wouldFollow(key) else {
      let effects = pressed(key)
      links.isOpeningGesture = links.isOpeningGesture || hasOpened
      return effects
    }
    // Without a selected link there is nothing to follow.
    guard let detail, detail.isOpen, detail.link != nil else { return [] }
    let verb = profile.capturedFrom == nil ? "follows" : "classifies"
    return notify("The message is open; \(keys.name(of: .followLink)) again \(verb) its link.")
  }

  /// Whether a key, or a click, can follow a link somewhere: only then it matters whether it is held.
  func mayFollow(_ key: Key) -> Bool {
    if case .mouse = key { return true }
    return keys.action(for: key, in: .detail)?.id == .followLink
  }

  /// Whether a key, or a click, means to follow the selected link.
  private func wouldFollow(_ key: Key) -> Bool {
    guard layer == nil, focus == .detail, !PaneLayout.isTooSmall(size) else { return false }
    guard case .mouse(let event) = key else {
      return keys.action(for: key, in: context)?.id == .followLink
    }
    switch MainView.draw(self, .mono).target(at: Point(x: event.x, y: event.y)) {
    case .link?, .hint(.followLink)?: return true
    default: return false
    }
  }
}
