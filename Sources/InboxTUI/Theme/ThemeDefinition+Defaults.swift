/// The look of a role that a theme file does not name.
extension ThemeDefinition {
  /// With colours: derived from the seeds.
  func derived(_ role: ThemeRole) -> RoleStyle {
    switch role {
    case .text, .listRow, .eventOther, .layer: RoleStyle()
    case .muted, .tab, .border, .detailLabel, .hintText, .eventSuppressed: muted
    case .title, .listUnread: RoleStyle(nil, .bold)
    case .accent, .borderFocus, .noticeInfo, .eventQueued, .layerBorder: RoleStyle(hue(.accent))
    case .tabActive: RoleStyle(hue(.accent), [.bold, .reverse])
    case .badge: RoleStyle(hue(.error), [.bold, .reverse])
    case .badgeAlert: RoleStyle(hue(.warning), .bold)
    case .brand, .listSelectedUnfocused, .detailHeading, .hintKey: RoleStyle(hue(.accent), .bold)
    case .unreadMark: RoleStyle(hue(.info), .bold)
    case .listMarked: RoleStyle(hue(.warning))
    case .detailLink: RoleStyle(hue(.info), .underline)
    case .detailLinkSelected: RoleStyle(hue(.info), [.bold, .reverse])
    case .detailCode, .eventSent: RoleStyle(hue(.success))
    case .listExpiring, .noticeWarning: RoleStyle(hue(.warning))
    case .noticeError, .eventFailed: RoleStyle(hue(.error), .bold)
    case .layerInput: RoleStyle(nil, .underline)
    case .listSelected: bar(hue(says(.selectionForeground) ? .selectionForeground : .foreground))
    // Never the bar of the selection.
    case .statusLine: RoleStyle(hue(saysMuted ? .muted : .accent), .reverse)
    // The resolver lays it over the status line.
    case .statusInfo: RoleStyle(hue(.accent))
    case .statusWarning: RoleStyle(hue(.warning))
    case .statusError: RoleStyle(hue(.error), .bold)
    }
  }

  /// Without colours: every state shows by attributes.
  static func monochrome(_ role: ThemeRole) -> Attributes {
    switch role {
    case .muted: .dim
    case .title, .badgeAlert, .brand, .borderFocus, .listUnread, .unreadMark, .detailHeading, .hintKey,
      .noticeWarning, .noticeError, .eventFailed:
      .bold
    case .tabActive, .badge, .detailLinkSelected: [.bold, .reverse]
    case .listSelected, .statusInfo: .reverse
    case .statusWarning, .statusError: [.bold, .reverse]
    case .listSelectedUnfocused: [.bold, .underline]
    case .detailLink, .layerInput, .statusLine: .underline
    default: []
    }
  }

  /// A seed by name; the terminal's own colour where the file has none.
  private func hue(_ seed: Seed) -> Hue { .named(seed.rawValue) }

  /// The terminal's own colour for a seed; nil for a seed that has none.
  static func standard(_ seed: Seed) -> Color? {
    switch seed {
    case .background, .foreground: .standard
    case .error: .palette(1)
    case .success: .palette(2)
    case .warning: .palette(3)
    case .info: .palette(4)
    case .accent: .palette(6)
    case .muted, .selectionBackground, .selectionForeground: nil
    }
  }

  private var muted: RoleStyle { saysMuted ? RoleStyle(hue(.muted)) : RoleStyle(nil, .dim) }

  /// Whether there is a muted colour: the terminal's own ground has none between it and its text.
  private var saysMuted: Bool { says(.muted) || says(.background) && base[.background] != .fixed(.standard) }

  private func bar(_ text: Hue) -> RoleStyle {
    says(.selectionBackground) ? RoleStyle(text, on: hue(.selectionBackground)) : RoleStyle(nil, .reverse)
  }

  /// Whether the file gives a seed a colour.
  private func says(_ seed: Seed) -> Bool { base[seed] != nil || palette[seed.rawValue] != nil }
}
