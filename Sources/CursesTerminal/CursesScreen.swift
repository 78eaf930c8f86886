import CCurses
import Foundation
import Glibc
package import InboxModel
package import InboxTUI

/// The terminal as ncurses drives it; only one can be open at a time.
package final class CursesScreen: Screen {
  /// Called with the first frame that has pictures: only then it matters what the terminal does with them.
  package var hasFirstPicture: (() -> Void)?
  package let depth: ColorDepth
  /// What frames for it are made with.
  package let repertoire: Repertoire
  /// Whether the terminal understands more than what to print: modes, a title, a clipboard.
  ///
  /// A Linux console does not.
  package let understandsCommands: Bool
  /// The size, as of the last ``resize(to:)``.
  package private(set) var size: Size
  let input: Int32
  let output: Int32
  private var shown: Frame?
  private var shownTitle = ""
  private var isSuspended = false
  private var isClosed = false
  private var painter: CellPainter
  private var pictures: ScreenPictures
  private var hyperlinks: Hyperlinks
  private let fillsCornerByInsertion: Bool
  /// How often a start in the background is stopped again when the shell continues it there.
  private static let maximumStops = 100

  /// Opens the terminal that the program runs in.
  package convenience init(options: TerminalOptions) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    // The kernel stops a process that sets up the terminal in the background, unless a thread blocks that signal.
    for _ in 0..<Self.maximumStops where cc_in_background(STDIN_FILENO) { cc_stop_self() }
    guard !cc_in_background(STDIN_FILENO) else { throw .inBackground }
    CrashGuard.install(log: options.crashLog, heading: options.crashHeading)
    try self.init(
      terminal: nil, input: STDIN_FILENO, output: STDOUT_FILENO, size: nil, options: options,
      environment: { name in getenv(name).map { String(cString: $0) } })
  }

  /// Opens a terminal of a kind on any descriptors, a file for output included; they stay the caller's to close.
  ///
  /// Without a size the terminal is asked. Signal handlers stay as they are.
  package init(
    terminal: String?, input: Int32, output: Int32, size: Size?, options: TerminalOptions,
    environment: (String) -> String? = { _ in nil }
  ) throws(TerminalError) {
    guard CellPainter.giveWidths() else { throw .system(code: ENOMEM) }
    let support = ColorSupport(option: options.depth, environment: environment)
    var info = cc_info()
    var wanted = cc_options(
      input: input, output: output, columns: Int32(size?.columns ?? 0), rows: Int32(size?.rows ?? 0),
      truecolor: support.triesTruecolor, mouse: options.mouse)
    let code = Int(cc_open(terminal, options.stderrLog, &wanted, &info))
    let name = terminal ?? getenv("TERM").map { String(cString: $0) } ?? ""
    switch code {
    case CC_OK: break
    case CC_UNKNOWN_TERM: throw .unknownTerminal(name: name)
    case CC_NO_CURSOR_ADDRESSING: throw .noCursorAddressing(name: name)
    case CC_BUSY: throw .alreadyOpen
    default: throw .system(code: errno)
    }
    self.input = input
    self.output = output
    self.size = Size(columns: Int(info.columns), rows: Int(info.rows))
    depth = support.depth(colors: Int(info.colors))
    repertoire = info.utf8 ? .unicode : .ascii
    understandsCommands = info.has_modes
    fillsCornerByInsertion = info.corner_by_insertion
    painter = CellPainter(depth: depth, repertoire: repertoire)
    hyperlinks = Hyperlinks(depth: depth)
    pictures = ScreenPictures(
      PictureSupport(
        wanted: options.pictures, depth: depth, repertoire: repertoire, environment: environment),
      depth: depth)
  }

  /// Shows the frame, cut to the screen; while suspended or closed nothing happens.
  ///
  /// In the background too: another job has the terminal then.
  package func present(_ frame: Frame) {
    guard isOurs else { return }
    defer { reportFirstPicture(in: frame) }
    let hadOverlay = !pictures.allowsScroll
    let mayScroll = !hadOverlay && hyperlinks.isEmpty
    // What is drawn past ncurses must not lie beyond the edge, where a frame can be until it follows the screen's size.
    let fits = frame.size == size
    let leftRows = hyperlinks.take(fits ? frame : Frame(size: size))
    let (frame, after, left) = pictures.prepare(frame, mayOverlay: fits) { Self.send($0) }
    let before = shown?.size == frame.size ? shown : nil
    show(title: frame.title, frame.repertoire)
    let columns = min(frame.size.columns, size.columns)
    let rows = min(frame.size.rows, size.rows)
    var scroll = before.flatMap { before in
      guard mayScroll, pictures.allowsScroll, hyperlinks.isEmpty else { return nil as FrameScroll? }
      return FrameScroll.find(frame, after: before, within: min(rows, size.rows - 1))
    }
    if let found = scroll,
      !cc_scroll(Int32(found.rows.lowerBound), Int32(found.rows.upperBound), Int32(found.lines))
    {
      scroll = nil
    }
    var isNew = before?.cursor != frame.cursor || before == nil || scroll != nil
    var written = left.reduce(leftRows) { $0.union($1.minY..<$1.maxY) }
    for row in written {
      cc_rewrite_rows(Int32(row), 1)
      isNew = true
    }
    let blank = scroll.map { _ in Frame(size: Size(columns: frame.size.columns, rows: 1)) }
    for y in 0..<rows {
      let source = scroll.map { $0.source(of: y) } ?? y
      let old = source.map { before?.row($0) } ?? blank?.row(0)
      let painted = paint(frame.row(y).prefix(columns), over: old?.prefix(columns), y: y)
      isNew = isNew || painted
      if painted { written.insert(y) }
    }
    painter.flush()
    shown = frame
    let drawings =
      after + pictures.drawings { rect in (rect.minY..<rect.maxY).contains(where: written.contains) }
      + hyperlinks.writings(on: written)
    guard isNew else { return Self.send(drawings) }
    refresh(inPlace: hadOverlay || !pictures.allowsScroll, then: drawings)
  }

  /// Has the terminal open by itself the web addresses whose clicks are counted nowhere, as `isFree` says.
  package func openAddresses(where isFree: @escaping (String) -> Bool) {
    guard understandsCommands else { return }
    hyperlinks.isFree = isFree
  }

  private func reportFirstPicture(in frame: Frame) {
    guard !frame.pictures.isEmpty, let report = hasFirstPicture else { return }
    hasFirstPicture = nil
    report()
  }

  private static func send(_ bytes: [UInt8]) {
    if !bytes.isEmpty { cc_send(bytes, bytes.count) }
  }

  /// Makes sixels from now on where the terminal shows them, as ``PictureEncoder`` says.
  package func setEncoder(
    isReady: @escaping () -> Bool, encode: @escaping (PictureRaster, _ columns: Int, _ rows: Int) -> [UInt8]?
  ) {
    pictures.set(PictureEncoder(isReady: isReady, encode: encode))
  }

  /// Whether more pixels than half blocks show are of use.
  package var wantsPixels: Bool { pictures.wantsPixels }

  /// Paints everything again, over whatever else wrote to the terminal.
  package func redraw() {
    guard isOurs else { return }
    cc_invalidate()
    guard let given = pictures.given else {
      return refresh(then: hyperlinks.writings(on: Set(0..<size.rows)))
    }
    show(again: given)
  }

  /// Shows a frame anew when nothing of it is on the terminal any more.
  private func show(again frame: Frame) {
    Self.send(pictures.farewell)
    pictures.forget()
    shown = nil
    present(frame)
  }

  /// Switches the terminal's mouse reports on or off; while they are on it does not select text itself.
  package func setMouse(_ isOn: Bool) {
    guard !isClosed else { return }
    cc_mouse(isOn)
  }

  /// Queries the terminal; its reports arrive as input.
  ///
  /// - Returns: false where the terminal would not understand the query.
  func ask() -> Bool { !isSuspended && !isClosed && cc_ask() }

  /// Asks the terminal what it does with pictures, if that is not known; its reports arrive as input.
  ///
  /// - Returns: false where nothing was asked.
  func askAboutPictures() -> Bool {
    let questions = pictures.support.questions
    guard isOurs, questions != CC_ASK_NO_PICTURES else { return false }
    return cc_ask_pictures(Int32(questions))
  }

  /// Sends frames from now on as the terminal says that it can show them.
  ///
  /// - Returns: whether it was asked more, which it ends with the same report as before.
  func take(_ report: TerminalReport) -> Bool {
    if case .synchronizedOutput(let isOn) = report { cc_synchronize(isOn) }
    if let frame = pictures.take(report) { present(frame) }
    return pictures.support.isWorthAsking(after: report) && isOurs && cc_ask_kitty()
  }

  /// Asks the terminal to put a text on the clipboard (OSC 52); whether it did cannot be known.
  package func copy(_ text: String) {
    guard isOurs else { return }
    Self.send(Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}".utf8))
  }

  /// Whether another job of the shell has the terminal.
  var isInBackground: Bool { cc_in_background(input) }

  private var isOurs: Bool { !isSuspended && !isClosed && !isInBackground }

  /// Takes over the terminal's size after it changed and returns it; the next frame is painted whole.
  @discardableResult
  package func resizeToTerminal() -> Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard !isClosed, cc_query_size(&columns, &rows) else { return size }
    let found = Size(columns: Int(columns), rows: Int(rows))
    if found != size { resize(to: found) }
    return size
  }

  /// Takes over a size that the caller knows; the next frame is painted whole.
  package func resize(to size: Size) {
    guard !isClosed, size.columns > 0, size.rows > 0 else { return }
    self.size = size
    shown = nil
    pictures.repaint()
    cc_resize(Int32(size.columns), Int32(size.rows))
  }

  /// Gives the terminal, its modes and stderr back, for a child or a stop; frames are ignored until ``resume()``.
  package func suspend() {
    guard !isSuspended, !isClosed else { return }
    isSuspended = true
    cc_suspend()
    pictures.forget()
  }

  /// Takes the terminal again, repaints what was shown, and takes over a size that changed meanwhile.
  package func resume() {
    guard isSuspended, !isClosed else { return }
    isSuspended = false
    cc_resume()
    shownTitle = ""
    if let shown { show(title: shown.title, shown.repertoire) }
    resizeToTerminal()
    if pictures.given != nil || !hyperlinks.isEmpty { redraw() }
  }

  /// Gives the terminal back as it was; any number of times.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    shown = nil
    cc_close()
  }

  isolated deinit {
    close()
  }

  /// Paints what changed in a row, and says whether anything did.
  private func paint(_ row: ArraySlice<Cell>, over before: ArraySlice<Cell>?, y: Int) -> Bool {
    guard let before else {
      row.withUnsafeBufferPointer { paint($0, y: y) }
      return true
    }
    // Most rows stay as they are.
    guard !row.isSame(as: before) else { return false }
    return row.withUnsafeBufferPointer { row in
      before.withUnsafeBufferPointer { before in
        // Over half of a wide character ncurses shifts what follows: such a row is written whole.
        guard !Self.hasWideCells(row), !Self.hasWideCells(before) else {
          paint(row, y: y)
          return true
        }
        painter.paint(row, over: before, y: y, columns: size.columns)
        return true
      }
    }
  }

  private func paint(_ row: UnsafeBufferPointer<Cell>, y: Int) {
    for x in row.indices where row[x].width > 0 { paint(row[x], x: x, y: y) }
  }

  private static func hasWideCells(_ row: UnsafeBufferPointer<Cell>) -> Bool {
    for cell in row where cell.width != 1 { return true }
    return false
  }

  /// Paints a cell, made simpler near the bottom right corner, which terminals fill only by tricks.
  ///
  /// At the right edge a letter stands without its marks: there a terminal may already be about to wrap, and put the
  /// mark on the next line.
  private func paint(_ cell: Cell, x: Int, y: Int) {
    let fromCorner = y == size.rows - 1 ? size.columns - 1 - x : .max
    if cell.width == 2, fromCorner == 0 || (fromCorner == 2 && fillsCornerByInsertion) {
      painter.paintBlank(x: x, y: y, style: cell.style)
      if fromCorner > 0 { painter.paintBlank(x: x + 1, y: y, style: cell.style) }
    } else {
      painter.paint(cell, x: x, y: y, marks: x + cell.width < size.columns)
    }
  }

  /// No control character reaches the terminal, whatever the title holds.
  private func show(title: String, _ repertoire: Repertoire) {
    guard title != shownTitle, !title.isEmpty else { return }
    shownTitle = title
    cc_title(DisplayText.cells(title, repertoire: repertoire).map(\.cluster).joined())
  }

  private func refresh(inPlace: Bool = false, then after: [UInt8] = []) {
    let cursor = shown?.cursor.flatMap { Rect(size).contains($0) ? $0 : nil } ?? Point(x: -1, y: -1)
    cc_refresh(Int32(cursor.y), Int32(cursor.x), inPlace, after, after.count)
  }
}
