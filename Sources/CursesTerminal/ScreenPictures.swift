import CCurses
import InboxTUI

/// The pictures of a screen, in the form that the terminal has.
struct ScreenPictures {
  private(set) var support: PictureSupport
  private var kitty: KittyGraphics
  private var sixel = SixelGraphics()
  /// The last frame with pictures, as it was given.
  private(set) var given: Frame?
  /// Whether the terminal may still say something of pictures.
  private var isAsking: Bool

  init(_ support: PictureSupport, depth: ColorDepth) {
    self.support = support
    kitty = KittyGraphics(isInTmux: support.isInTmux, depth: depth)
    isAsking = support.questions != CC_ASK_NO_PICTURES
  }

  /// Whether more pixels than half blocks show are of use.
  var wantsPixels: Bool { isAsking || support.form == .kitty || support.form == .sixel }

  /// Whether rows may be moved on the terminal.
  var allowsScroll: Bool { sixel.isEmpty }

  mutating func set(_ encoder: PictureEncoder) {
    sixel.encoder = encoder
    // The library is loaded only where sixels are of use.
    if support.wanted == .sixel { support.makesSixels = encoder.isReady() }
  }

  /// Takes a report of the terminal.
  ///
  /// - Returns: the frame to show again where pictures have another form now.
  mutating func take(_ report: TerminalReport) -> Frame? {
    if report == .endOfReports { isAsking = false }
    if report == .sixel { support.makesSixels = sixel.encoder?.isReady() == true }
    let before = support.form
    guard support.take(report), support.form != before else { return nil }
    return given
  }

  /// The frame with whatever stands for pictures on this terminal.
  ///
  /// - Parameters:
  ///   - mayOverlay: Whether anything may be drawn over it.
  ///   - send: Gets what the terminal has to know before the frame.
  /// - Returns: also what has to be sent after it, and the rows that have to be written whole.
  mutating func prepare(
    _ frame: Frame, mayOverlay: Bool, send: ([UInt8]) -> Void
  ) -> (frame: Frame, after: [UInt8], rows: [Rect]) {
    given = frame.pictures.isEmpty ? nil : frame
    guard given != nil || !kitty.farewell.isEmpty || !sixel.isEmpty else { return (frame, [], []) }
    var frame = frame
    let cell = Self.cellOfDriver ?? support.reportedCell
    switch support.form {
    case .kitty:
      let (before, after) = kitty.place(&frame, cell: cell ?? .usual)
      if !before.isEmpty { send(before) }
      Self.sayAtTheEnd(kitty.farewell)
      return (frame, after, [])
    case .sixel:
      let rows = sixel.place(&frame, cell: mayOverlay ? cell : nil)
      return (frame, [], rows)
    case .blocks, .off: return (frame, [], [])
    }
  }

  /// What is drawn over a frame of which some rows were written.
  func drawings(over rows: (Rect) -> Bool) -> [UInt8] { sixel.drawings(over: rows) }

  /// What takes every picture off the terminal.
  var farewell: [UInt8] { kitty.farewell }

  /// Called when the terminal was given back, or shows nothing of what was sent.
  mutating func forget() {
    kitty.forget()
    sixel.forget()
    Self.sayAtTheEnd([])
  }

  /// Called when the whole screen is painted again.
  mutating func repaint() { sixel.forget() }

  private static var cellOfDriver: PictureCellSize? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard cc_cell_pixels(&width, &height) else { return nil }
    return PictureCellSize(width: Int(width), height: Int(height))
  }

  private static func sayAtTheEnd(_ bytes: [UInt8]) { cc_farewell(bytes, bytes.count) }
}
