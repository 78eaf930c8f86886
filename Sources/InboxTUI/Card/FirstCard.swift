import Foundation

/// The first screen of the demonstration: what this is, and where to go from here.
///
/// It replaces the panes, so nothing below it is displayed (EN-1). A key that it names has its usual effect; every
/// other one only removes the card, so that a person who wants to see the list does not open anything.
struct FirstCard: LayerContent {
  var layer: Layer { .card }
  var context: ActionContext { .card }
  var replacesPanes: Bool { true }

  private static let offers: [(ActionID, word: String, text: String)] = [
    (.campaigns, "launch", "launch a campaign, and watch it arrive"),
    (.events, "why", "why each event was sent, or was not"),
    (.proof, "proof", "proof that each arrived exactly once"),
    (.present, "present", "present a campaign to an audience"),
    (.help, "help", "help: every key"),
  ]
  private static let about =
    "Invented brands write to an app's inbox. Every server is played on this machine: nothing leaves it."

  /// Keys of the program that act before anything that is shown.
  private static let always: [ActionID] = [.quitNow, .suspend, .redraw]

  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? {
    state.layer = nil
    guard let action = state.keys.action(for: key, in: state.context),
      Self.always.contains(action.id) || Self.offers.contains(where: { $0.0 == action.id })
    else { return [] }
    return state.pressed(key)
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let body = Rect(frame.size).rows(from: 1, count: frame.size.rows - 3)
    let width = max(8, min(56, body.width - 4))
    let lines = lines(state, width: width, most: body.height - 2)
    let height = min(lines.count + 2, body.height)
    let box = Rect(
      x: (body.width - width - 4) / 2, y: body.y + (body.height - height) / 2, width: width + 4,
      height: height)
    frame.fill(body, style: theme(.text))
    let inside = LayerBox.drawEmpty("The demonstration", box, around: body, theme, into: &frame)
    for (y, line) in lines.prefix(inside.height).enumerated() {
      frame.write(line, x: inside.x, y: inside.y + y, to: inside.maxX, theme)
    }
    let close = " any key closes this "
    frame.write(
      close, x: box.maxX - 2 - DisplayText.width(of: close), y: box.maxY - 1, style: theme(.layerBorder))
    // A click anywhere counts as such a key.
    frame.mark(body, .outside)
  }

  /// One line for each key, or fewer lines where there is little room.
  private func lines(_ state: AppState, width: Int, most: Int) -> [DetailLine] {
    // An action without a key is not offered.
    let offers = Self.offers.filter {
      ActionRegistry[$0.0].lack(in: state) == nil && !state.keys.keys(of: $0.0).isEmpty
    }
    let area = TextArea(width, state.profile.repertoire)
    let about = area.wrap(Self.about, .text)
    let (open, follow) = (state.keys.name(of: .open), state.keys.name(of: .followLink))
    let reading = area.wrap("\(open) opens a message, \(follow) again follows its link.", .text)
    let column = max(4, 1 + (offers.map { DisplayText.width(of: state.keys.name(of: $0.0)) }.max() ?? 0))
    let keys = offers.map { offer in
      let name = state.keys.name(of: offer.0)
      let key = name + String(repeating: " ", count: column - DisplayText.width(of: name))
      return DetailLine([.init(key, .hintKey), .init(offer.text)])
    }
    let whole = about + [DetailLine()] + keys + [DetailLine()] + reading
    guard whole.count > most else { return whole }
    let short = offers.map { offer -> [DetailLine.Run] in
      [.init(state.keys.name(of: offer.0), .hintKey), .init(" " + offer.word)]
    }
    return about + Self.packed(short, width) + reading
  }

  /// As many items on a line as fit whole.
  private static func packed(_ items: [[DetailLine.Run]], _ width: Int) -> [DetailLine] {
    var lines: [DetailLine] = []
    var used = 0
    for item in items {
      let own = item.reduce(0) { $0 + DisplayText.width(of: $1.text) }
      if let last = lines.indices.last, used + 3 + own <= width {
        lines[last].runs += [.init("   ")] + item
        used += 3 + own
      } else {
        lines.append(DetailLine(item))
        used = own
      }
    }
    return lines
  }
}

extension AppState {
  /// Shows the card before anything else.
  package mutating func showCard() {
    layer = .card
    lifecycle.hasCard = true
  }

  /// The card is gone, however it went, and does not come again.
  mutating func leaveCard() -> [AppEffect] {
    guard lifecycle.hasCard, layer != .card else { return [] }
    lifecycle.hasCard = false
    return [.rememberCard]
  }
}
