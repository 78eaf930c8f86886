package import InboxModel

/// A laid-out line of the detail pane.
package struct DetailLine: Equatable, Sendable {
  /// The row of a picture that a line shows.
  package struct PicturePart: Equatable, Sendable {
    package var raster: PictureRaster
    /// How many cells the whole picture takes.
    package var size: Size
    package var row: Int
  }

  /// A run of text in one role.
  package struct Run: Equatable, Sendable, TextRun {
    package var text: String
    package var role: ThemeRole
    package var attributes: Attributes
    /// The number of the link that it belongs to.
    package var link: Int?
    /// The sender's colours of the text and behind it; nil where there are none.
    package var color: RichColor?
    package var ground: RichColor?
    /// Whether it is drawn as a button.
    package var isButton = false

    func looks(like other: Run) -> Bool {
      role == other.role && attributes == other.attributes && link == other.link && color == other.color
        && ground == other.ground && isButton == other.isButton
    }

    /// Its style; a match inside text that is reversed by itself is turned back.
    func style(_ theme: Theme) -> Style {
      var style = theme(role)
      let isTurnedBack = style.attributes.contains(.reverse) && attributes.contains(.reverse)
      style.attributes.formUnion(attributes)
      if isTurnedBack { style.attributes.remove(.reverse) }
      return style
    }

    init(_ text: String, _ role: ThemeRole = .text, attributes: Attributes = [], link: Int? = nil) {
      self.text = text
      self.role = role
      self.attributes = attributes
      self.link = link
    }
  }

  /// One cell of a picture: an upper and a lower pixel, nil where the page shows.
  package struct PictureCell: Equatable, Sendable {
    package var top: Color?
    package var bottom: Color?
  }

  package var runs: [Run]
  /// The cells of a picture after the runs.
  package var picture: [PictureCell] = []
  /// The row of a picture that the cells show.
  package var part: PicturePart?
  /// The number of the link that the picture belongs to.
  package var pictureLink: Int?
  /// The sender's style of its block.
  package var look = RichLook()
  /// Whether its last word continues in the next line.
  var isBrokenInWord = false
  /// Whether it stays above the lines that it names, however they are narrowed.
  package var isHeading = false

  init(_ runs: [Run] = []) { self.runs = runs }

  init(_ text: String, _ role: ThemeRole = .text) { runs = [Run(text, role)] }
}

extension Frame {
  /// Writes the words of a laid-out line.
  mutating func write(
    _ line: DetailLine, x start: Int, y: Int, to end: Int, _ theme: Theme, ellipsis: Bool = true
  ) {
    var x = start
    for run in line.runs {
      x += write(run.text, x: x, y: y, width: end - x, style: run.style(theme), ellipsis: ellipsis)
    }
  }
}
