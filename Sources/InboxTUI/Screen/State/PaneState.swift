package import InboxModel

/// How the panes share the screen.
package struct PaneState: Equatable, Sendable {
  /// Whether the pane with the keys has the whole screen.
  package var isZoomed = false
  /// How list and message share it.
  package var split = PaneSplit.automatic
  /// Whether the panes have the row of the hint line as well.
  package var hidesHints = false
  /// What the person gave one pane or took from it.
  package var shares = PaneShares()
}

package struct MouseState: Equatable, Sendable {
  /// Whether the terminal reports the mouse; otherwise the mouse selects text.
  package var isOn = true
  /// Whether it was dragged, as a person does to select text.
  var hasDragged = false
  /// The border between panes that is being dragged; nil for none.
  var border: PaneBorder?
}

/// The pane with the keys.
package enum PaneFocus: Equatable, Sendable { case list, detail, events }

/// The arrangement of list and message.
package enum PaneSplit: String, CaseIterable, Sendable {
  /// By the screen's size.
  case automatic
  /// Side by side, where that leaves both enough.
  case beside
  /// One above the other, where that leaves both enough.
  case stacked
  case single

  /// The notice for the person.
  var words: String {
    switch self {
    case .automatic: "Panes: by the screen's size"
    case .beside: "Panes: side by side"
    case .stacked: "Panes: one above the other"
    case .single: "Panes: one at a time"
    }
  }
}

/// The room that a person gave to a pane or took from it, in percent of the screen.
package struct PaneShares: Equatable, Sendable {
  /// The list's, at the message's expense.
  var list = 0
  /// The event strip's, at the expense of the panes above it.
  var events = 0

  /// The step of a key.
  static let step = 5
  /// The most in either direction.
  static let limit = 30
}

package enum ScreenEvent: FeatureEvent {
  case resized(Size)
  /// A key is held, or a click was doubled: the same gesture goes on.
  case gestureRepeated(Key)
  /// The terminal is given away, or the program ends (true); it is ours again (false).
  case away(Bool)
  /// The program ends; what waits is sent first.
  case leaving
  /// The moment has passed after which the former message beside the list gives way.
  case momentPassed
  /// A text was copied, and to which clipboard; nil in earlier recordings.
  case copied(String, problem: String?, place: String? = nil)
  /// The pager has ended, or could not begin.
  case paged(problem: String?)
  /// Something that the person must know before anything else is shown.
  case warned(String)
  case failed(InboxError)
}

extension CaseIterable where Self: Equatable {
  /// The next case; after the last the first.
  var following: Self {
    let all = Array(Self.allCases)
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
