/// One cell of a frame: what stands in it and how it looks.
public struct Cell: Hashable, Sendable {
  /// A base and its combining marks; empty in the right half of a wide cell.
  public let cluster: String
  private let columns: UInt8
  /// Colours and attributes.
  public var style: Style

  /// How many columns the text takes: 1, 2, or 0 for the right half of the wide cell before it.
  public var width: Int { Int(columns) }

  init(cluster: String, width: Int, style: Style) {
    self.cluster = cluster
    self.columns = UInt8(clamping: width)
    self.style = style
  }

  /// An empty cell.
  public static let blank = Cell(cluster: " ", width: 1, style: .plain)
}
