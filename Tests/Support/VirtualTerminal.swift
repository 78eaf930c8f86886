import CVTerm
package import InboxTUI

/// A terminal in memory (libvterm): bytes go in, cells come out.
package final class VirtualTerminal {
  /// What one cell shows, as far as every kind of terminal can show it.
  package struct Content: Equatable {
    package var text: String
    package var width: Int
    package var isBold: Bool
    package var isReverse: Bool

    package init(text: String, width: Int, isBold: Bool, isReverse: Bool) {
      self.text = text
      self.width = width
      self.isBold = isBold
      self.isReverse = isReverse
    }
  }

  private let terminal: OpaquePointer
  private let screen: OpaquePointer

  package init?(size: Size) {
    guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)) else { return nil }
    self.terminal = terminal
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
  }

  package func feed(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { _ = vterm_input_write(terminal, $0.baseAddress, $0.count) }
    }
  }

  package func resize(to size: Size) {
    vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
  }

  package var cursor: Point {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return Point(x: Int(position.col), y: Int(position.row))
  }

  package func content(x: Int, y: Int) -> Content {
    let cell = self.cell(x: x, y: y)
    let chars = cell.chars
    var scalars = String.UnicodeScalarView()
    for value in [chars.0, chars.1, chars.2, chars.3, chars.4, chars.5] {
      guard value != 0, let scalar = Unicode.Scalar(value) else { break }
      scalars.append(scalar)
    }
    return Content(
      text: scalars.isEmpty ? " " : String(scalars), width: Int(cell.width), isBold: cell.attrs.bold != 0,
      isReverse: cell.attrs.reverse != 0)
  }

  /// The look of a cell, without what libvterm does not keep (dim).
  package func style(x: Int, y: Int) -> Style {
    let cell = self.cell(x: x, y: y)
    var attributes: Attributes = []
    if cell.attrs.bold != 0 { attributes.insert(.bold) }
    if cell.attrs.italic != 0 { attributes.insert(.italic) }
    if cell.attrs.underline != 0 { attributes.insert(.underline) }
    if cell.attrs.reverse != 0 { attributes.insert(.reverse) }
    return Style(foreground: color(cell.fg), background: color(cell.bg), attributes: attributes)
  }

  private func cell(x: Int, y: Int) -> VTermScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(y), col: Int32(x)), &cell)
    return cell
  }

  private func color(_ color: VTermColor) -> Color {
    // Bits 1 and 2 mark the default foreground and background, bit 0 an entry of the palette.
    if color.type & 6 != 0 { return .standard }
    if color.type & 1 != 0 { return .palette(color.indexed.idx) }
    return .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
  }
}
