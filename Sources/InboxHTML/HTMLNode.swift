/// An element or a run of text, by its place in an `HTMLTree`.
struct HTMLNode {
  enum Content {
    case element(HTMLElement)
    case text(String)
  }

  var content: Content
  var children: [Int] = []
  /// Whether one of its descendants is a table; such a table is there for the layout.
  var holdsTable = false

  /// The element, unless it is text.
  var element: HTMLElement? {
    if case .element(let element) = content { element } else { nil }
  }
}
