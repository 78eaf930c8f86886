package import InboxCore

/// What is under the mouse.
package enum MouseTarget: Hashable, Sendable {
  /// A tab, by its position.
  case tab(Int)
  /// The badge.
  case badge
  /// A hint of the hint line.
  case hint(ActionID)
  /// The list, beside its rows.
  case list
  /// The filter above the list.
  case filter
  /// A row of the list.
  case row(MessageKey)
  /// The detail pane.
  case detail
  /// A link in the detail pane, by its number.
  case link(Int)
  /// The event pane, beside its lines.
  case events
  /// A line of the event pane, counted from the newest.
  case event(Int)
  /// What a layer covers without standing there: a click closes it.
  case outside
  /// A layer.
  case layer
  /// A line of a layer in which lines are selected.
  case layerLine(Int)
}

extension Frame {
  /// A region and what is there for the mouse.
  package struct Mark: Hashable, Sendable {
    package var rect: Rect
    package var target: MouseTarget
  }

  /// What is under the mouse at a place: what was drawn last counts.
  package func target(at point: Point) -> MouseTarget? {
    marks.last { $0.rect.contains(point) }?.target
  }

  /// Says what a region is; views do it where they draw, so that the two cannot drift apart.
  mutating func mark(_ rect: Rect, _ target: MouseTarget) {
    marks.append(Mark(rect: rect.intersection(bounds), target: target))
  }
}
