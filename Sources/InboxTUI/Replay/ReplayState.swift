/// Stepping through a recording: which picture is shown, and what lies over it.
package struct ReplayState: Sendable {
  package enum Action: Equatable, Sendable, CaseIterable {
    case next, previous, nextKey, previousKey, forward, backward, first, last, happened, help, close
    case left, right, up, down
  }

  package enum Layer: Equatable, Sendable {
    /// What happened before the picture.
    case happened
    case help
  }

  package var size: Size { didSet { fit() } }
  /// The characters that the terminal can show.
  package var repertoire = Repertoire.unicode
  package private(set) var player: ReplayPlayer
  /// What lies over the picture.
  package private(set) var layer: Layer?
  /// The first line of it that is shown.
  package private(set) var scroll = 0
  /// The cell of the frame in the screen's upper left corner, where the frame is larger than the screen.
  package private(set) var origin = Point(x: 0, y: 0)
  /// Why a key had no effect, as a sentence.
  package private(set) var notice: String?

  package init(_ player: ReplayPlayer, size: Size) {
    self.player = player
    self.size = size
  }

  /// The keys and what they do, in the order of the help.
  package static let keys: [(action: Action, keys: [Key], help: String)] = [
    (.next, ["l", "j", " ", .enter, .right, .down], "The next picture"),
    (.previous, ["h", "k", .backspace, .left, .up], "The picture before"),
    (.nextKey, ["n"], "The picture after the next key"),
    (.previousKey, ["p"], "The picture after the key before"),
    (.forward, [.pageDown, .control("d")], "Ten pictures on"),
    (.backward, [.pageUp, .control("u")], "Ten pictures back"),
    (.first, ["g", .home], "The first picture"),
    (.last, ["G", .end], "The last picture"),
    (.left, ["H"], "A picture that is cut: its left part"),
    (.down, ["J"], "Its lower part"),
    (.up, ["K"], "Its upper part"),
    (.right, ["L"], "Its right part"),
    (.happened, ["e", .tab], "What happened before this picture: keys, requests, why lines"),
    (.help, ["?", .function(1)], "Help"),
    (.close, ["q", .escape, "Q", .control("c")], "Close what lies on top, or quit"),
  ]

  /// Takes a key.
  ///
  /// - Returns: Whether the replay goes on.
  package mutating func pressed(_ key: Key) -> Bool {
    notice = nil
    guard let action = Self.keys.first(where: { $0.keys.contains(key) })?.action else {
      if let text = key.unboundLabel { notice = "\(text) does nothing here; ? lists all keys." }
      return true
    }
    if layer != nil, let step = scrollStep(action, key) {
      scroll = min(max(0, scroll + step), ReplayView.lastScroll(self))
      return true
    }
    return perform(action, key)
  }

  /// How many lines a key scrolls the layer; nil for a key that moves from frame to frame.
  private func scrollStep(_ action: Action, _ key: Key) -> Int? {
    let page = max(1, LayerBox.height(on: size) - 1)
    let end = 1_000_000
    return switch action {
    case .next: key.isLine ? 1 : key == .character(" ") ? page : nil
    case .previous: key.isLine ? -1 : nil
    case .forward: page
    case .backward: -page
    case .down: max(1, page / 2)
    case .up: -max(1, page / 2)
    case .first: -end
    case .last: end
    // Under a layer nothing moves unseen.
    case .left, .right: 0
    case .nextKey, .previousKey, .happened, .help, .close: nil
    }
  }

  private mutating func perform(_ action: Action, _ key: Key) -> Bool {
    switch action {
    case .next: go(to: player.position + 1)
    case .previous: go(to: player.position - 1)
    case .nextKey: goToKey(1)
    case .previousKey: goToKey(-1)
    case .forward: go(to: min(player.position + 10, player.count - 1))
    case .backward: go(to: max(player.position - 10, 0))
    case .first: go(to: 0)
    case .last: go(to: player.count - 1)
    case .left: move(x: -1, y: 0)
    case .right: move(x: 1, y: 0)
    case .up: move(x: 0, y: -1)
    case .down: move(x: 0, y: 1)
    case .happened: show(.happened)
    case .help: show(.help)
    case .close:
      guard layer != nil, key != .character("Q"), key != .control("c") else { return false }
      layer = nil
    }
    return true
  }

  /// Moves the screen over a picture that is larger, by half a screen.
  private mutating func move(x: Int, y: Int) {
    let picture = player.picture.frame.size
    guard picture.columns > size.columns || picture.rows > size.rows - 1 else {
      notice = "The picture is whole."
      return
    }
    let step = Point(x: x * max(1, size.columns / 2), y: y * max(1, (size.rows - 1) / 2))
    origin = Point(x: origin.x + step.x, y: origin.y + step.y)
    fit()
  }

  private mutating func fit() {
    let picture = player.picture.frame.size
    origin = Point(
      x: min(max(0, origin.x), max(0, picture.columns - size.columns)),
      y: min(max(0, origin.y), max(0, picture.rows - (size.rows - 1))))
  }

  private mutating func show(_ layer: Layer) {
    self.layer = self.layer == layer ? nil : layer
    scroll = 0
  }

  private mutating func go(to position: Int) {
    guard (0..<player.count).contains(position) else {
      notice = position < 0 ? "This is the first picture." : "This is the last picture."
      return
    }
    player.show(position)
    scroll = 0
    fit()
  }

  private mutating func goToKey(_ step: Int) {
    guard let position = player.keyPicture(from: player.position, by: step) else {
      notice = step > 0 ? "No key comes after this picture." : "No key comes before this picture."
      return
    }
    go(to: position)
  }
}

extension Key {
  /// Whether it scrolls by lines where a layer shows some.
  fileprivate var isLine: Bool { [.character("j"), .character("k"), .up, .down].contains(self) }
}
