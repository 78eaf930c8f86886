/// The phone that an audience sees a message on.
package struct Phone: Hashable, Sendable, Codable {
  package enum Model: String, CaseIterable, Sendable, Codable {
    case small, normal, large

    /// Its most columns and rows, edges included.
    var size: Size {
      switch self {
      case .small: Size(columns: 40, rows: 22)
      case .normal: Size(columns: 42, rows: 30)
      case .large: Size(columns: 44, rows: 40)
      }
    }
  }

  /// What is around the message: its own HTML keeps its colours in either.
  package enum Appearance: String, CaseIterable, Sendable, Codable {
    case light, dark
    /// One phone of each, where there is room for two.
    case both
  }

  package var model = Model.normal
  package var appearance = Appearance.light
}
