/// Styles of all roles.
package struct Theme: Hashable, Sendable {
  /// What it goes by, in settings and recordings.
  package let name: String
  private var styles: [ThemeRole: Style]

  package init(_ name: String, _ styles: [ThemeRole: Style]) {
    self.name = name
    self.styles = styles
  }

  /// The theme of a name; the standard one where there is none.
  package static func named(_ name: String) -> Theme {
    [standard, mono].first { $0.name == name } ?? standard
  }

  /// The style of a role; plain when the theme says nothing of it.
  package func callAsFunction(_ role: ThemeRole) -> Style { styles[role] ?? .plain }

  /// For terminals with colours, light or dark: the sixteen colours that the person chose, on their background.
  package static let standard = Theme(
    "standard",
    [
      .muted: .init(attributes: .dim),
      .title: .init(attributes: .bold),
      .accent: .init(foreground: .palette(6)),
      .tab: .init(attributes: .dim),
      .tabActive: .init(foreground: .palette(6), attributes: [.bold, .reverse]),
      .badge: .init(foreground: .palette(1), attributes: [.bold, .reverse]),
      .badgeAlert: .init(foreground: .palette(3), attributes: .bold),
      .border: .init(attributes: .dim),
      .borderFocus: .init(foreground: .palette(6)),
      .listUnread: .init(attributes: .bold),
      .listSelected: .init(attributes: .reverse),
      .listSelectedUnfocused: .init(foreground: .palette(6), attributes: .bold),
      .listExpiring: .init(foreground: .palette(3)),
      .unreadMark: .init(foreground: .palette(4), attributes: .bold),
      .detailLabel: .init(attributes: .dim),
      .detailHeading: .init(foreground: .palette(6), attributes: .bold),
      .detailLink: .init(foreground: .palette(4), attributes: .underline),
      .detailLinkSelected: .init(foreground: .palette(4), attributes: [.bold, .reverse]),
      .detailCode: .init(foreground: .palette(2)),
      .statusLine: .init(attributes: .reverse),
      .hintKey: .init(foreground: .palette(6), attributes: .bold),
      .hintText: .init(attributes: .dim),
      .noticeInfo: .init(foreground: .palette(6)),
      .noticeWarning: .init(foreground: .palette(3)),
      .noticeError: .init(foreground: .palette(1), attributes: .bold),
      .eventSent: .init(foreground: .palette(2)),
      .eventQueued: .init(foreground: .palette(6)),
      .eventSuppressed: .init(attributes: .dim),
      .eventFailed: .init(foreground: .palette(1), attributes: .bold),
      .layerBorder: .init(foreground: .palette(6)),
      .layerInput: .init(attributes: .underline),
    ])

  /// For terminals without colour: every state shows by attribute or glyph alone.
  package static let mono = Theme(
    "mono",
    [
      .muted: .init(attributes: .dim),
      .title: .init(attributes: .bold),
      .tab: .plain,
      .tabActive: .init(attributes: [.bold, .reverse]),
      .badge: .init(attributes: [.bold, .reverse]),
      .badgeAlert: .init(attributes: .bold),
      .borderFocus: .init(attributes: .bold),
      .listUnread: .init(attributes: .bold),
      .listSelected: .init(attributes: .reverse),
      .listSelectedUnfocused: .init(attributes: [.bold, .underline]),
      .unreadMark: .init(attributes: .bold),
      .detailHeading: .init(attributes: .bold),
      .detailLink: .init(attributes: .underline),
      .detailLinkSelected: .init(attributes: [.bold, .reverse]),
      .statusLine: .init(attributes: .reverse),
      .hintKey: .init(attributes: .bold),
      .noticeWarning: .init(attributes: .bold),
      .noticeError: .init(attributes: .bold),
      .eventFailed: .init(attributes: .bold),
      .layerInput: .init(attributes: .underline),
    ])
}
