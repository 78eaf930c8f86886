import ArgumentParser
import InboxTUI

/// Options of a run without a terminal: for tests, tickets and the README.
struct ScreenOptions: ParsableArguments {
  @Option(
    help:
      "Run without a terminal at this size, such as 80x24, and print the last frame as text. What it shows counts as displayed, what it opens as opened.",
    transform: { text in
      guard let size = Size(text: text) else {
        throw ValidationError("It is not a size. Write columns, x and rows: 80x24 (at most 500x200).")
      }
      return size
    })
  var screen: Size?

  @Option(
    help: "With --screen: the keys to press, such as 'j j <enter>'; each waits until the program is idle.",
    transform: Key.sequence)
  var keys: [Key] = []

  @Flag(help: "With --screen: also print the styles as a grid, with a legend.")
  var styles = false

  @Flag(help: "Leave the mouse to the terminal, to select text; M in the inbox toggles this.")
  var noMouse = false

  @Flag(help: "Draw in ASCII only, even if the terminal can show more; also ascii = true in config.toml.")
  var ascii = false

  @Flag(
    help:
      "For screen readers: the cursor follows the focus, one pane shows at a time, only what arrives changes by itself; also accessible = true in config.toml."
  )
  var accessible = false

  @Flag(
    help:
      "No screen: print lines, as it also does if standard output is not a terminal: the list, and exit; of a tap, each exchange."
  )
  var plain = false

  @Option(
    help: ArgumentHelp(
      "The theme, by name (‘inbox theme’ lists them) or a theme file; also INBOX_THEME.",
      valueName: "name|file"), completion: Completions.themes)
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "The colours to use: auto, never, 16, 256 or truecolor. Overrides NO_COLOR; a terminal with fewer gets those it has.",
      valueName: "depth"), completion: .list(["auto", "never", "16", "256", "truecolor"]))
  var color = "auto"

  @Flag(help: "Show times in UTC; otherwise in TZ or this machine's time zone.")
  var utc = false

  /// The values of the options, and where the run is recorded.
  ///
  /// Nested groups of options in a command would be searched again and again.
  func read(_ recording: RecordOption) -> FrontOptions {
    FrontOptions(
      screen: screen, keys: keys, styles: styles, noMouse: noMouse, ascii: ascii,
      accessible: accessible, plain: plain, theme: theme, depth: depth, utc: utc, recording: recording.run)
  }

  /// The wanted depth; nil leaves it to the terminal.
  private var depth: ColorDepth? { color == "never" ? .mono : ColorDepth(rawValue: color) }

  func validate() throws {
    guard ["auto", "never", "16", "256", "truecolor"].contains(color) else {
      throw ValidationError("“\(color)” is not a depth of colours. Write auto, never, 16, 256 or truecolor.")
    }
    guard !plain || screen == nil else {
      throw ValidationError("--plain prints lines, so it cannot go with --screen, which prints a frame.")
    }
    guard screen != nil || keys.isEmpty && !styles else {
      throw ValidationError("--keys and --styles need --screen, such as --screen 80x24.")
    }
  }
}

/// `--record FILE`: what a run requested, received and did, as JSON lines without secrets.
struct RecordOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record keys, frames, requests, responses and why lines into this file, as JSON lines without secrets.",
      valueName: "file"), completion: .file())
  var record: String?

  var run: RunRecording { RunRecording(path: record) }
}
