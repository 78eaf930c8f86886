/// A part of a list, newest first: what a front needs to draw a screen, however large the archive.
public struct ListWindow: Hashable, Sendable, Codable {
  /// Whose list this is.
  public var identity: Identity
  /// The center; for a list of several, the first of them.
  public var center: CenterName
  /// Neighbouring rows in list order.
  public var rows: [ArchivedMessage]
  /// How many rows of the list lie before the first of these.
  public var offset: Int
  /// How many rows the list has in all.
  public var total: Int

  /// Makes a window.
  public init(identity: Identity, center: CenterName, rows: [ArchivedMessage], offset: Int, total: Int) {
    self.identity = identity
    self.center = center
    self.rows = rows
    self.offset = offset
    self.total = total
  }
}
