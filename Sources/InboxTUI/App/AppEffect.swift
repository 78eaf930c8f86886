package import InboxCore

/// What is to be done, in the imperative: performed by ``EffectRunner`` and compared by tests.
package enum AppEffect: Equatable, Sendable {
  case loadWindow(CenterName, WindowRequest.Anchor, request: Int)
  case loadDetail(MessageKey)
  case look([VisibleRow])
  case appear
  case open(MessageKey)
  case loadRich(MessageKey)
  case mark(MessageKey, read: Bool)
  case setDeleted(MessageKey, Bool)
  case refresh(CenterName?)
  case setBadge(Int)
  case rereadBadge
  case resolve(String, MessageKey?)
  case browse(String)
  case suspend
  case redraw
  case quit

  /// Whether it changes what the archive says of a message.
  var changesMessage: Bool {
    switch self {
    case .mark, .setDeleted: true
    default: false
    }
  }
}
