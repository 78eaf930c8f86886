/// The narrowing of the layer on top, and of each layer to which it leads back.
package struct LayerNarrowings: Equatable, Sendable {
  private struct Below: Equatable, Sendable {
    var kind: ActionContext
    var narrowing: Narrowing
  }

  var top = Narrowing()
  private var below: [Below] = []

  /// Another layer is on top: one that was left for it gets its narrowing back, such as the table behind a reason, or
  /// what the help covered.
  mutating func change(from former: ActionContext?, to next: ActionContext?) {
    guard let next else { return self = LayerNarrowings() }
    if let place = below.lastIndex(where: { $0.kind == next }) {
      top = below[place].narrowing
      below.removeSubrange(place...)
      return
    }
    if let former { below.append(Below(kind: former, narrowing: top)) }
    top = Narrowing()
  }

  /// The narrowing of a layer below; nil where there is none of this kind.
  func covered(_ kind: ActionContext) -> Narrowing? { below.last { $0.kind == kind }?.narrowing }
}
