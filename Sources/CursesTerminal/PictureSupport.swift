import CCurses
package import InboxTUI

/// What a terminal can do with pictures, as far as it has said so.
package nonisolated struct PictureSupport: Hashable, Sendable {
  /// How pictures are to be shown; nil leaves it to what is found.
  package var wanted: PictureForm?
  /// Whether there is a library that makes sixels.
  package var makesSixels = false
  private let depth: ColorDepth
  private let repertoire: Repertoire
  let isInTmux: Bool
  private let term: String
  /// Whether a variable of kitty or Ghostty says that one of them is around.
  private let hasKittyAround: Bool
  private var understandsKitty = false
  private var hasSixel = false
  private var program: String?
  /// The size of a cell in pixels, as the terminal reports it.
  private(set) var reportedCell: PictureCellSize?

  package init(
    wanted: PictureForm?, depth: ColorDepth, repertoire: Repertoire, environment: (String) -> String?
  ) {
    self.wanted = wanted
    self.depth = depth
    self.repertoire = repertoire
    term = environment("TERM") ?? ""
    isInTmux = environment("TMUX")?.isEmpty == false
    hasKittyAround = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains {
      environment($0)?.isEmpty == false
    }
  }

  /// What to ask the terminal about pictures: nothing where its responses would change nothing.
  var questions: Int {
    guard wanted == nil, showsAny else { return CC_ASK_NO_PICTURES }
    if isInTmux { return hasKittyAround ? CC_ASK_KITTY_AROUND_TMUX : CC_ASK_PICTURES }
    return knowsPlaceholders ? CC_ASK_KITTY : CC_ASK_PICTURES
  }

  /// Whether a report makes one more question worth asking: a terminal of an unknown name might print it.
  func isWorthAsking(after report: TerminalReport) -> Bool {
    guard case .program = report, questions == CC_ASK_KITTY, !isInTmux else { return false }
    return !Self.isKitty(term)
  }

  private var showsAny: Bool { depth != .mono && repertoire == .unicode }

  /// Takes a report of the terminal.
  ///
  /// - Returns: whether it says something of pictures.
  package mutating func take(_ report: TerminalReport) -> Bool {
    switch report {
    case .kittyGraphics(let isOn): understandsKitty = isOn
    case .sixel: hasSixel = true
    case .program(let name): program = name
    case .cell(let size): reportedCell = size
    case .background, .colorScheme, .synchronizedOutput, .endOfReports: return false
    }
    return true
  }

  package var form: PictureForm { choice.form }

  /// Why pictures have that form, in words.
  package var why: String { choice.why }

  private var choice: (form: PictureForm, why: String) {
    if wanted == .off { return (.off, "pictures = \"off\"") }
    guard showsAny else {
      return (.off, depth == .mono ? "there are no colours" : "there are only ASCII characters")
    }
    switch wanted {
    case .kitty? where !namesImages: return (.blocks, "kitty's graphics need 256 colours or more")
    case .sixel? where !makesSixels: return (.blocks, "libchafa, which makes sixels, is not installed")
    case let wanted?: return (wanted, "pictures = \"\(wanted.rawValue)\"")
    case nil: return found
    }
  }

  private var found: (form: PictureForm, why: String) {
    if namesImages, understandsKitty, isInTmux || knowsPlaceholders {
      let who = isInTmux ? "the terminal around tmux" : program ?? term
      return (.kitty, "\(who) says that it understands kitty's graphics")
    }
    guard hasSixel else { return (.blocks, "the terminal reports neither kitty's graphics nor sixel") }
    return makesSixels
      ? (.sixel, "the terminal reports sixel")
      : (.blocks, "the terminal reports sixel, but libchafa, which makes it, is not installed")
  }

  /// Whether the colour of a cell can be the number of a picture.
  private var namesImages: Bool { depth == .truecolor || depth == .palette256 }

  /// Other terminals understand the protocol too, but show a box for each cell that stands for a picture.
  private var knowsPlaceholders: Bool {
    [program, term].compactMap { $0 }.contains(where: Self.isKitty)
  }

  private static func isKitty(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("kitty") || name.contains("ghostty")
  }
}

/// The size of a cell in pixels.
package nonisolated struct PictureCellSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// - Returns: nil where no font is that small or large.
  package init?(width: Int, height: Int) {
    guard (2...200).contains(width), (2...400).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// What most terminals come near, where none is known.
  static let usual = PictureCellSize(unchecked: (10, 20))

  private init(unchecked size: (Int, Int)) { (width, height) = size }
}
