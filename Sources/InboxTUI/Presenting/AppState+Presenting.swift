import InboxModel

/// Showing campaigns to an audience.
extension AppState {
  mutating func togglePresenting() -> [AppEffect] {
    guard presenting == nil else {
      formerPresentation = presenting
      presenting = nil
      return notify("Presenting has ended; \(keys.name(of: .present)) continues it.")
    }
    presenting = formerPresentation ?? Presentation()
    formerPresentation = nil
    closeEvents()
    // What was looked for may name someone.
    events.narrowing = Narrowing()
    detail?.narrowing = Narrowing()
    // A click elsewhere leaves the line open, with what was typed.
    if find.isTyping { _ = leaveFinding() }
    events.show(only: .all)
    notify("Presenting: identifiers are hidden.")
    return [.loadThemes] + askForCampaigns()
  }

  /// Whether the looks of a message are what is below whatever lies on top.
  var showsLooks: Bool { presenting != nil && ActionContext.underLooks.contains(contextBelow) }

  /// Takes a key that means something to the looks, before it means anything to the list.
  ///
  /// - Returns: nil when the key is none of theirs.
  mutating func pressedAtLooks(_ key: Key) -> [AppEffect]? {
    guard showsLooks, layer == nil, !isTyping, let action = keys.action(for: key, in: .looks),
      action.isAboutLooks
    else { return nil }
    notice = nil
    return perform(action.id)
  }

  mutating func nextLook() -> [AppEffect] {
    guard let look = presenting?.look.following else { return [] }
    presenting?.look = look
    return []
  }

  /// Light, dark, both; both only where two phones have room.
  mutating func nextAppearance() -> [AppEffect] {
    guard let before = presenting?.phone.appearance else { return [] }
    presenting?.phone.appearance = before.following
    guard !phones.isEmpty else { return notify(noPhone) }
    if presenting?.phone.appearance == .both, phones.count < 2 {
      presenting?.phone.appearance = .light
      notify("There is no room for two phones here: 80 columns are needed.")
    }
    return []
  }

  mutating func nextPhone() -> [AppEffect] {
    guard let model = presenting?.phone.model.following else { return [] }
    let before = phones
    presenting?.phone.model = model
    guard !before.isEmpty else { return notify(noPhone) }
    if phones == before {
      notify("A \(model.rawValue) phone looks the same here: the window leaves no more room.")
    }
    return []
  }

  /// The phones that are on the screen.
  private var phones: [Stage.Handset] { PaneLayout(self).stage?.handsets ?? [] }

  private var noPhone: String { "No phone is shown now; \(keys.name(of: .nextLook)) shows one." }

  /// The colours follow the message that is selected; between two lists they stay.
  mutating func followBrand() {
    guard presenting != nil, let row = detail?.row ?? list.selectedRow else { return }
    presenting?.brand = profile.campaigns?.campaign(of: row.key)?.brand
  }

  /// The event pane has the lines that an audience sees, as long as there is one.
  mutating func showEventsToAudience() {
    guard presenting != nil || events.audience != nil else { return }
    let audience = presenting.map { _ in
      EventPane.Audience(vendor: profile.capabilities, campaigns: profile.campaigns)
    }
    if audience != events.audience { events.audience = audience }
  }

  func shown(_ text: String) -> String { presenting == nil ? text : Redaction.text(text) }

  /// Whose app sends a message, as a phone would say it.
  func appName(of key: MessageKey?) -> String {
    key.flatMap { profile.campaigns?.campaign(of: $0)?.brand } ?? theme.brand?.name ?? "The app"
  }
}
