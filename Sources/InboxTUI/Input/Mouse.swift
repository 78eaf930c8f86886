package import InboxModel

/// What the mouse did, and where.
package struct MouseEvent: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    /// A button went down.
    case press
    /// A button came up.
    case release
    /// It moved while a button was down.
    case drag
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned towards the user.
    case wheelDown
  }

  package let kind: Kind
  /// The button: 1 left, 2 middle, 3 right; 0 for the wheel and unknown buttons.
  package let button: Int
  /// The column, from zero.
  package let x: Int
  /// The row, from zero.
  package let y: Int

  package init(kind: Kind, button: Int, x: Int, y: Int) {
    self.kind = kind
    self.button = button
    self.x = x
    self.y = y
  }
}

/// A border between panes that can be moved.
package enum PaneBorder: Hashable, Sendable {
  /// Between the list and the message beside it or below it.
  case list
  /// Above the event strip.
  case events
}

/// What is under the mouse.
package enum MouseTarget: Hashable, Sendable {
  /// A tab, by its position.
  case tab(Int)
  case badge
  case hint(ActionID)
  /// The list, beside its rows.
  case list
  /// A border between panes, which can be dragged.
  case border(PaneBorder)
  /// The filter above the list.
  case filter
  /// A row of the list.
  case row(MessageKey)
  case detail
  /// A link in the detail pane, by its number.
  case link(Int)
  /// The event pane, beside its lines.
  case events
  /// A line of the event pane, counted from the newest.
  case event(Int)
  /// What a layer covers beside its box: a click there closes it.
  case outside
  case layer
  /// A line of a layer in which lines are selected.
  case layerLine(Int)
}

extension Frame {
  /// A region and its target for the mouse.
  package struct Mark: Hashable, Sendable {
    package var rect: Rect
    package var target: MouseTarget
  }

  /// The target at a point; the last one drawn there counts.
  package func target(at point: Point) -> MouseTarget? {
    marks.last { $0.rect.contains(point) }?.target
  }

  /// Names the target of a region; views call it where they draw, so that the two cannot drift apart.
  mutating func mark(_ rect: Rect, _ target: MouseTarget) {
    marks.append(Mark(rect: rect.intersection(bounds), target: target))
  }
}
