import Foundation
import InboxCore
package import InboxEvidence
import InboxModel

/// Draws a step of a replay: the frame, its place in the recording, and what happened before it.
package enum ReplayView {
  package static func draw(_ state: ReplayState) -> Frame {
    var frame = Frame(size: state.size, repertoire: state.repertoire)
    guard state.size.rows > 1 else { return frame }
    let theme = Theme.standard
    let player = state.player
    frame.draw(player.picture.frame, from: state.origin)
    let bar = min(player.picture.frame.size.rows, state.size.rows - 1)
    let line = Rect(x: 0, y: bar, width: state.size.columns, height: 1)
    frame.fill(line, style: theme(.statusLine))
    let right = state.size.columns >= 40 ? " ? help " : ""
    frame.write(
      barText(state), x: 1, y: bar, width: state.size.columns - 2 - DisplayText.width(of: right),
      style: theme(.statusLine))
    frame.write(
      right, x: state.size.columns - DisplayText.width(of: right), y: bar, width: 8, style: theme(.statusLine)
    )
    for (index, text) in captions(player.happened).enumerated() where bar + 1 + index < state.size.rows {
      frame.write(text, x: 1, y: bar + 1 + index, width: state.size.columns - 2, style: theme(.text))
    }
    drawLayer(state, theme, into: &frame)
    return frame
  }

  /// One line: which frame, what led to it, and when.
  package static func barText(_ state: ReplayState) -> String {
    if let notice = state.notice { return notice }
    let player = state.player
    let captions = captions(player.happened)
    var parts = ["\(player.position + 1)/\(player.count)"]
    if !player.picture.isSame { parts.append("DIFFERS from what was on the screen") }
    parts.append(captions.first ?? "nothing but time")
    let recorded = player.picture.frame.size
    if recorded.columns > state.size.columns || recorded.rows > state.size.rows {
      parts.append("cut: it was \(recorded.columns)×\(recorded.rows) (HJKL)")
    }
    if captions.count > 1 { parts.append("\(captions.count - 1) more: e") }
    parts.append("+\(EvidencePage.seconds(player.milliseconds)) s")
    if let now = player.now { parts.append(TimeLabel.clock(now, in: .utc)) }
    return parts.joined(separator: " · ")
  }

  /// What happened, one line each: keys, requests and why lines; other events only where there is none of those.
  package static func captions(_ lines: [RecordingLine]) -> [String] {
    let primary = lines.compactMap { line -> String? in
      switch line.content {
      case .start(let start): "inbox \(start.arguments.joined(separator: " "))"
      case .key(let notation): "key \(notation)"
      case .exchange(let exchange):
        "\(exchange.method) \(EvidencePage.path(of: exchange.url)) "
          + (exchange.status.map { "\($0)" } ?? exchange.error ?? "no response")
          + " in \(exchange.milliseconds) ms"
      case .journal(let entry):
        [entry.label, entry.verdict?.rawValue, entry.message?.rawValue].compactMap { $0 }
          .joined(separator: " ") + ": \(entry.why)"
      case .event, .frame, .gesture, .end, .unknown: nil
      }
    }
    guard primary.isEmpty else { return primary }
    return lines.compactMap { line in
      guard case .event(let name, let payload) = line.content else { return nil }
      // An update of the core names its own case.
      if case .object(let update)? = payload["_0"], name == "coreTold", let what = update.keys.first {
        return "the core published: \(what)"
      }
      return words(name)
    }
  }

  /// `windowLoaded` as “window loaded”.
  private static func words(_ name: String) -> String {
    name.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }

  private static func drawLayer(_ state: ReplayState, _ theme: Theme, into frame: inout Frame) {
    guard let layer = state.layer else { return }
    let lines = lines(of: layer, state)
    let title = layer == .help ? "Replay" : "Before picture \(state.player.position + 1)"
    let inside = LayerBox.draw(
      title, columns: LayerBox.textWidth(on: state.size), rows: lines.count, scroll: state.scroll, theme,
      into: &frame)
    for y in 0..<inside.height where state.scroll + y < lines.count {
      frame.write(
        lines[state.scroll + y], x: inside.x, y: inside.y + y, width: inside.width, style: theme(.text))
    }
  }

  static func lastScroll(_ state: ReplayState) -> Int {
    guard let layer = state.layer else { return 0 }
    return LayerBox.lastScroll(of: lines(of: layer, state).count, on: state.size)
  }

  private static func lines(of layer: ReplayState.Layer, _ state: ReplayState) -> [String] {
    let texts: [String]
    switch layer {
    case .happened:
      let captions = captions(state.player.happened) + state.player.flaws + state.player.gaps
      texts = captions.isEmpty ? ["Nothing but time."] : captions
    case .help:
      texts = ReplayState.keys.map { line in
        let keys = line.keys.prefix(3).map(\.label).joined(separator: " ")
        return keys.padding(toLength: 12, withPad: " ", startingAt: 0) + line.help
      }
    }
    let width = LayerBox.textWidth(on: state.size)
    return texts.flatMap { DisplayText.wrap($0, to: width, in: state.repertoire) }
  }
}
