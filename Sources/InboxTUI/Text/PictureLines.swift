import InboxModel

/// The lines that pictures take in the detail pane.
struct PictureLines {
  private let shelf: PictureShelf.Message?
  private let pictures: [RichPicture]
  private let depth: ColorDepth
  private let rows: Int
  /// Whether the message is shown on a phone.
  var isPhone = false

  /// No pictures.
  static let none = PictureLines(nil, of: RichText(), depth: .mono, rows: 0)

  init(_ shelf: PictureShelf.Message?, of text: RichText, depth: ColorDepth, rows: Int) {
    self.shelf = shelf
    pictures = text.pictures
    self.depth = depth
    self.rows = rows
  }

  func raster(of span: RichSpan) -> PictureRaster? {
    guard let number = span.picture, case .raster(let raster)? = shelf?.outcomes[number] else { return nil }
    return raster
  }

  /// The remark after the text of a picture that is missing.
  func remark(on span: RichSpan) -> String? {
    guard let number = span.picture else { return nil }
    switch shelf?.outcomes[number] {
    case .failed(let sentence): return sentence
    case .trackingPixel: return "A tracking pixel."
    case .raster, nil: return nil
    }
  }

  func lines(_ raster: PictureRaster, of span: RichSpan, width: Int, indent: String) -> [DetailLine] {
    let declared = span.picture.flatMap { pictures.indices.contains($0 - 1) ? pictures[$0 - 1] : nil }
    let size = declared?.width.map { PictureSize(width: $0, height: 0) }
    let lead = DisplayText.width(of: indent)
    return PictureCells.lines(
      raster, natural: size, columns: width - lead, rows: min(rows, PictureCells.mostRows), depth: depth,
      indent: indent, link: span.link)
  }

  func icon(width: Int) -> [DetailLine] {
    guard case .raster(let raster)? = shelf?.outcomes[0] else { return [] }
    return PictureCells.lines(
      raster, columns: min(width, 16), rows: min(rows, PictureCells.iconRows), depth: depth)
  }
}
