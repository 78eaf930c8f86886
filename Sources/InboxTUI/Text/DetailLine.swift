/// A laid-out line of the detail pane.
package struct DetailLine: Equatable, Sendable {
  /// A run of text in one role.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var role: ThemeRole
    package var attributes: Attributes
    /// The number of the link that this is part of.
    package var link: Int?

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
  /// The cells of a picture behind the runs.
  package var picture: [PictureCell] = []
  /// The number of the link that the picture is part of.
  package var pictureLink: Int?
  /// Whether it stays above the lines that it names, however they are narrowed.
  package var isHeading = false

  init(_ runs: [Run] = []) { self.runs = runs }

  init(picture: [PictureCell], indent: String, link: Int?) {
    runs = indent.isEmpty ? [] : [Run(indent)]
    self.picture = picture
    pictureLink = link
  }

  init(_ text: String, _ role: ThemeRole = .text) { runs = [Run(text, role)] }
}

extension Frame {
  /// Writes the words of a laid-out line.
  mutating func write(
    _ line: DetailLine, x start: Int, y: Int, to end: Int, _ theme: Theme, ellipsis: Bool = true
  ) {
    var x = start
    for run in line.runs {
      var style = theme(run.role)
      style.attributes.formUnion(run.attributes)
      x += write(run.text, x: x, y: y, width: end - x, style: style, ellipsis: ellipsis)
    }
  }
}
