import InboxCore

/// Showing campaigns to an audience.
extension AppState {
  mutating func togglePresenting() -> [AppEffect] {
    guard presenting == nil else {
      formerPresentation = presenting
      presenting = nil
      notify("Presenting has ended; \(keys.name(of: .present)) goes on with it.")
      return []
    }
    presenting = formerPresentation ?? Presentation()
    formerPresentation = nil
    notify("Presenting: no identifiers are shown; \(keys.name(of: .present)) ends it.")
    return [.loadThemes]
  }

  /// Whether the looks of a message are what is below whatever lies on top.
  var showsLooks: Bool { presenting != nil && [.list, .detail].contains(contextBelow) }

  /// What a key means to the looks, before it means anything to the list.
  ///
  /// - Returns: nil when it is none of theirs.
  mutating func pressedAtLooks(_ key: Key) -> [AppEffect]? {
    guard showsLooks, layer == nil, keys.action(for: key, in: .looks)?.id == .nextLook else { return nil }
    notice = nil
    return perform(.nextLook)
  }

  mutating func nextLook() -> [AppEffect] {
    guard let look = presenting?.look.next else { return [] }
    presenting?.look = look
    return []
  }

  /// The colours follow the message that is selected; between two lists they stay.
  mutating func followBrand() {
    guard presenting != nil, let row = detail?.row ?? list.selectedRow else { return }
    presenting?.brand = profile.campaigns?.campaign(of: row.key)?.brand
  }

  func shown(_ text: String) -> String { presenting == nil ? text : Redaction.text(text) }

  /// Whose app sends a message, as a phone would say it.
  func appName(of key: MessageKey?) -> String {
    key.flatMap { profile.campaigns?.campaign(of: $0)?.brand } ?? theme.brand?.name ?? "The app"
  }
}
