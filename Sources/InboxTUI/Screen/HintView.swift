/// Draws the hint line, generated from the action registry: whole items only, first the effect of Enter, before an
/// audience then what concerns presenting, and always how to leave a layer and how to get help.
struct HintView {
  private typealias Item = (key: String, word: String, id: ActionID)

  private let items: [Item]
  /// How to leave the layer, how to go on in a tour, and the help.
  private let kept: [Item]

  init(_ state: AppState) {
    items = Self.items(state)
    let wanted: [ActionID] =
      state.followsTour ? [.nextCaption, .leaveTour] : state.layer == nil ? [] : [.back]
    let help = items.last { $0.id == .help } ?? items.last
    let ways = items.filter { wanted.contains($0.id) && $0.id != help?.id }
    kept = ways + [help].compactMap { $0 }
  }

  /// How many columns the items need that are always shown.
  var least: Int { kept.reduce(0) { $0 + Self.width($1) + 2 } }

  /// - Parameter isShared: Whether a notice has the rest of the line: behind its text only the permanent items are
  ///   understood.
  func draw(_ rect: Rect, isShared: Bool, _ theme: Theme, into frame: inout Frame) {
    guard rect.height > 0 else { return }
    var x = rect.x + 1
    // One column stands before the first item, and no gap after the last.
    var room = rect.width - least + 1
    for item in isShared ? kept : items where item.id != kept.last?.id {
      if !kept.contains(where: { $0.id == item.id }) {
        guard Self.width(item) + 2 <= room else { continue }
        room -= Self.width(item) + 2
      }
      x = Self.draw(item, x, rect, theme, into: &frame) + 2
    }
    if let help = kept.last { _ = Self.draw(help, x, rect, theme, into: &frame) }
  }

  private static func items(_ state: AppState) -> [Item] {
    let context = state.followsTour ? .tour : state.context
    let found = ActionRegistry.hinted(in: context).compactMap { action -> Item? in
      if action.isAboutLooks, state.layer != nil || state.followsTour || !state.isHere(action) {
        return nil
      }
      guard let hint = action.hint, action.whyDisabled(state) == nil,
        let key = state.hintKey(of: action),
        // While something is found in a message, its keys no longer apply to links.
        context.fallback == nil || state.keys.action(for: key, in: context)?.id == action.id
      else { return nil }
      return (state.keys.label(key), action.hintNow(state) ?? hint, action.id)
    }
    func rank(_ item: Item) -> Int {
      if item.key == Key.enter.label { return 0 }
      let isOfPresenting = item.id == .present || ActionRegistry[item.id].isAboutLooks
      return state.presenting != nil && isOfPresenting ? 1 : 2
    }
    return (0...2).flatMap { wanted in found.filter { rank($0) == wanted } }
  }

  private static func width(_ item: Item) -> Int {
    DisplayText.width(of: item.key) + 1 + DisplayText.width(of: item.word)
  }

  private static func draw(
    _ item: Item, _ start: Int, _ rect: Rect, _ theme: Theme,
    into frame: inout Frame
  ) -> Int {
    var x = start
    x += frame.write(item.key, x: x, y: rect.y, width: rect.maxX - x, style: theme(.hintKey)) + 1
    x += frame.write(item.word, x: x, y: rect.y, width: rect.maxX - x, style: theme(.hintText))
    frame.mark(Rect(x: start, y: rect.y, width: x - start, height: 1), .hint(item.id))
    return x
  }
}
