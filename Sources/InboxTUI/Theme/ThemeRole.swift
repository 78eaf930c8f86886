/// The meaning of a piece of the screen; a theme defines its look.
///
/// No colour is set anywhere else. The raw value is the key in a theme file.
package enum ThemeRole: String, CaseIterable, Sendable {
  case text, muted, title, accent
  case tab
  case tabActive = "tab-active"
  case badge
  case badgeAlert = "badge-alert"
  case brand
  case border
  case borderFocus = "border-focus"
  case listRow = "list-row"
  case unreadMark = "unread-mark"
  case detailLabel = "detail-label"
  case detailHeading = "detail-heading"
  case detailLink = "detail-link"
  case detailLinkSelected = "detail-link-selected"
  case detailCode = "detail-code"
  case statusLine = "status-line"
  case statusInfo = "status-info"
  case statusWarning = "status-warning"
  case statusError = "status-error"
  case hintKey = "hint-key"
  case hintText = "hint-text"
  case noticeInfo = "notice-info"
  case noticeWarning = "notice-warning"
  case noticeError = "notice-error"
  case layer
  case layerBorder = "layer-border"
  case layerInput = "layer-input"
  case eventSent = "sent"
  case eventQueued = "queued"
  case eventSuppressed = "suppressed"
  case eventFailed = "failed"
  case eventOther = "other"
  case listUnread = "unread"
  case listExpiring = "expiring"
  case listMarked = "marked"
  case listSelected = "selected"
  case listSelectedUnfocused = "selected-unfocused"

  /// The tables of a theme file that contain roles.
  package enum Table: String, CaseIterable, Sendable { case roles, events, states }

  /// The table of a theme file that contains it.
  package var table: Table {
    switch self {
    case .eventSent, .eventQueued, .eventSuppressed, .eventFailed, .eventOther: .events
    case .listUnread, .listExpiring, .listMarked, .listSelected, .listSelectedUnfocused: .states
    default: .roles
    }
  }

  /// The role that it is drawn on, besides the page and layers; nil for one that lies on those alone.
  var ground: ThemeRole? {
    switch self {
    case .statusInfo, .statusWarning, .statusError: .statusLine
    default: nil
    }
  }
}
