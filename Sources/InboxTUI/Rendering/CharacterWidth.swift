/// The one table of how wide characters are, used by the layout and given to ncurses.
///
/// The tables of the C library are older than the text people send: glibc 2.36 knows Unicode 14.
package enum CharacterWidth {
  /// What kind of scalar it is, as far as cells are concerned.
  package enum Class: UInt8, Sendable {
    /// Takes one column.
    case narrow
    /// Takes two columns.
    case wide
    /// Stands over or under the scalar before it.
    case mark
    /// Invisible: joiners, variation selectors, soft hyphens, tags.
    case ignorable
    /// C0, C1, DEL and the line and paragraph separators.
    case control
    /// Reorders the text around it: embeddings, overrides and isolates.
    case bidi
    /// Unassigned, private, a noncharacter, or newer than terminals know.
    case invalid
  }

  package static func classify(_ scalar: Unicode.Scalar) -> Class {
    let value = scalar.value
    if value < 0x300 {
      if value >= 0xA0 { return value == 0xAD ? .ignorable : .narrow }
      return value >= 0x20 && value < 0x7F ? .narrow : .control
    }
    if value >= 0x4E00 && value < 0xA000 { return .wide }
    let key = value << 3 | 7
    var low = 0
    var high = boundaries.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= key { low = middle } else { high = middle }
    }
    return Class(rawValue: UInt8(boundaries[low] & 7)) ?? .invalid
  }

  /// The columns that a scalar takes by itself: 0, 1 or 2, and -1 for what must not be printed.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    switch classify(scalar) {
    case .narrow: 1
    case .wide: 2
    case .mark, .ignorable: 0
    case .control, .bidi, .invalid: -1
    }
  }
}
