/// Draws whose brand the theme shows: the logo above everything where there is room, else a line beside the tabs.
enum BrandView {
  /// How many rows the logo takes at the top of a screen.
  static func rows(_ brand: ThemeBrand?, on size: Size) -> Int {
    guard let brand, brand.logo.count > 1, size.columns >= 80, size.rows >= 30 else { return 0 }
    return min(brand.logo.count, ThemeBrand.largestLogo.rows)
  }

  static func draw(_ brand: ThemeBrand, _ rect: Rect, _ theme: Theme, into frame: inout Frame) {
    let lines = brand.logo.prefix(rect.height)
    let width = lines.map { DisplayText.width(of: $0) }.max() ?? 0
    for (y, line) in lines.enumerated() {
      frame.write(line, x: rect.x + 1, y: rect.y + y, width: rect.width - 2, style: theme(.brand))
    }
    // The name in plain letters or not at all: not everyone can read a logo.
    guard DisplayText.width(of: brand.name) <= rect.width - width - 6 else { return }
    frame.write(
      brand.name, x: rect.x + width + 4, y: rect.y + lines.count / 2, width: rect.width - width - 6,
      style: theme(.brand))
  }

  /// Draws the line at the right of the tab bar, where the tabs leave room for it.
  static func drawLine(
    _ brand: ThemeBrand, from start: Int, to end: Int, y: Int, _ theme: Theme, into frame: inout Frame
  ) {
    let width = DisplayText.width(of: brand.line)
    guard start + 2 + width <= end else { return }
    frame.write(brand.line, x: end - width, y: y, width: width, style: theme(.brand))
  }
}
