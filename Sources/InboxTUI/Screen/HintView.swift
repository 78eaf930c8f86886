/// Draws the hint line, generated from the action registry: whole items only, what Enter does first and the help always among
/// them; what has no other room comes last.
enum HintView {
  static func draw(_ state: AppState, _ rect: Rect, _ theme: Theme, into frame: inout Frame) {
    guard rect.height > 0 else { return }
    let context = state.followsTour ? .tour : state.context
    let all = ActionRegistry.hinted(in: context)
    let hinted = all.filter { $0.extraHint == nil } + all.filter { $0.extraHint != nil }
    let found = hinted.compactMap { action -> (key: String, word: String, id: ActionID)? in
      if action.id == .nextLook, state.layer != nil || state.followsTour || !state.isHere(action) {
        return nil
      }
      guard let hint = action.hint ?? action.extraHint, action.whyDisabled(state) == nil,
        let key = state.keys.hint(of: action.binding, in: context, isBegun: state.isBadgeBegun),
        // While something is found in a message, its keys are no longer those of links.
        context.fallback == nil || state.keys.action(for: key, in: context)?.id == action.id
      else { return nil }
      return (key.label, action.hintNow(state) ?? hint, action.id)
    }
    let items = found.filter { $0.key == Key.enter.label } + found.filter { $0.key != Key.enter.label }
    guard let help = items.last(where: { $0.id == .help }) ?? items.last else { return }
    var x = rect.x + 1
    var room = rect.width - 2 - width(help)
    for item in items where item.id != help.id && width(item) + 2 <= room {
      x = draw(item, x, rect, theme, into: &frame) + 2
      room -= width(item) + 2
    }
    _ = draw(help, x, rect, theme, into: &frame)
  }

  private static func width(_ item: (key: String, word: String, id: ActionID)) -> Int {
    DisplayText.width(of: item.key) + 1 + DisplayText.width(of: item.word)
  }

  private static func draw(
    _ item: (key: String, word: String, id: ActionID), _ start: Int, _ rect: Rect, _ theme: Theme,
    into frame: inout Frame
  ) -> Int {
    var x = start
    x += frame.write(item.key, x: x, y: rect.y, width: rect.maxX - x, style: theme(.hintKey)) + 1
    x += frame.write(item.word, x: x, y: rect.y, width: rect.maxX - x, style: theme(.hintText))
    frame.mark(Rect(x: start, y: rect.y, width: x - start, height: 1), .hint(item.id))
    return x
  }
}
