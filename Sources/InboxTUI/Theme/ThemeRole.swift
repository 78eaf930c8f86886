/// What a piece of the screen means; a theme says how it looks.
///
/// No colour is written anywhere else.
package enum ThemeRole: String, CaseIterable, Sendable {
  case text, muted, title, accent
  case tab, tabActive, badge, badgeAlert
  case border, borderFocus
  case listRow, listUnread, listSelected, listSelectedUnfocused, listExpiring, unreadMark
  case detailLabel, detailHeading, detailLink, detailLinkSelected, detailCode
  case statusLine
  case hintKey, hintText
  case noticeInfo, noticeWarning, noticeError
  case eventSent, eventQueued, eventSuppressed, eventFailed, eventOther
  case layer, layerBorder, layerInput
}
