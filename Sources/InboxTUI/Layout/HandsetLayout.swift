/// How phones and the list share the screen: side by side where there is room, else one look at a time.
struct HandsetLayout {
  private let body: Rect
  private let phone: Phone
  private let look: Presentation.Look
  /// Whether one thing is shown at a time, however much room there is.
  private let isAlone: Bool

  /// The fewest columns of a list beside one phone, and beside more.
  private static let (narrowList, wideList) = (28, 30)
  /// The fewest rows of a phone that shows all looks.
  private static let stacked = 16

  init(_ body: Rect, _ phone: Phone, _ look: Presentation.Look, isAlone: Bool = false) {
    (self.body, self.phone, self.look, self.isAlone) = (body, phone, look, isAlone)
  }

  /// The list, if it is on the screen, and the phones.
  var panes: (list: Rect?, handsets: [Stage.Handset]) {
    let isDark = phone.appearance == .dark
    if isAlone { return single(isDark) }
    if phone.appearance == .both, body.height >= 10, let both { return both }
    let (width, looks) = (phone.model.size.columns, Presentation.Look.shown)
    if body.height >= 10 {
      if body.width >= Self.wideList + 3 * (width + 1) {
        return beside(looks.map { [$0] }, [isDark, isDark, isDark])
      }
      if body.width >= Self.wideList + 2 * (width + 1), body.height >= Self.stacked {
        return beside([[.banner, .row], [.opened]], [isDark, isDark])
      }
      if body.width >= Self.narrowList + width + 1 { return beside([stack(one)], [isDark]) }
    }
    if body.height >= 12 {
      let height = body.height * 2 / 5
      return (body.rows(from: 0, count: height), [handset(alone(body.rows(from: height)), [one], isDark)])
    }
    return single(isDark)
  }

  /// The list, or one look.
  private func single(_ isDark: Bool) -> (list: Rect?, handsets: [Stage.Handset]) {
    look == .all ? (body, []) : (nil, [handset(alone(body), [one], isDark)])
  }

  /// A light and a dark phone with the same content, with the list or without it.
  private var both: (list: Rect?, handsets: [Stage.Handset])? {
    let width = phone.model.size.columns
    if body.width >= Self.wideList + 2 * (width + 1) {
      return beside([stack(one), stack(one)], [false, true])
    }
    let half = body.width / 2
    guard half >= Phone.Model.small.size.columns else { return nil }
    let halves = [body.left(half), body.right(from: body.width - half)]
    return (nil, zip(halves, [false, true]).map { handset(alone($0), stack(one), $1) })
  }

  /// The look that is shown where there is room for one.
  private var one: Presentation.Look { look == .all ? .banner : look }

  private func stack(_ one: Presentation.Look) -> [Presentation.Look] {
    min(body.height, phone.model.size.rows) >= Self.stacked ? Presentation.Look.shown : [one]
  }

  private func beside(
    _ looks: [[Presentation.Look]], _ dark: [Bool]
  ) -> (list: Rect?, handsets: [Stage.Handset]) {
    let width = phone.model.size.columns
    let list = body.width - looks.count * (width + 1)
    let handsets = zip(looks, dark).enumerated().map { index, shown in
      let area = body.right(from: list + 1 + index * (width + 1)).left(width)
      return handset(area.rows(from: 0, count: min(area.height, phone.model.size.rows)), shown.0, shown.1)
    }
    return (body.left(list), handsets)
  }

  /// A phone in the middle of an area.
  private func alone(_ area: Rect) -> Rect {
    let width = min(area.width, phone.model.size.columns)
    return Rect(
      x: area.x + (area.width - width) / 2, y: area.y, width: width,
      height: min(area.height, phone.model.size.rows))
  }

  /// A phone with its looks stacked, with a blank line between two of them.
  private func handset(_ rect: Rect, _ looks: [Presentation.Look], _ isDark: Bool) -> Stage.Handset {
    let inside = rect.inset(horizontally: 1, vertically: 1)
    var parts: [Stage.Handset.Part] = []
    var y = 0
    for (index, look) in looks.enumerated() {
      let isLast = index == looks.count - 1
      let wanted = rows(of: look, in: inside.height, of: looks.count)
      let height = isLast && look == .opened || looks.count == 1 ? inside.height - y : wanted
      parts.append(.init(look: look, rect: inside.rows(from: y, count: min(height, inside.height - y))))
      y += height + 1
    }
    return Stage.Handset(rect: rect, isDark: isDark, parts: parts)
  }

  private func rows(of look: Presentation.Look, in height: Int, of count: Int) -> Int {
    switch look {
    case .row: 3
    // A look above the last one takes what the others leave.
    case .banner where count == 2: height - 4
    case .banner: height >= 22 ? 8 : 5
    case .opened, .all: height
    }
  }
}
