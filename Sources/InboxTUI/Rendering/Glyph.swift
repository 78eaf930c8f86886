/// The content of one cell, or of a wide one: a base and at most four combining marks.
///
/// Two words without a reference: a frame holds thousands of them, which are made, copied and compared for every key.
package struct Glyph: Hashable, Sendable {
  /// The first three scalars in 21 bits each, the base lowest, and ``wideBit``; 0 stands for no scalar.
  private var head: UInt64
  /// The other scalars, in the same way.
  private var tail: UInt64

  private init(head: UInt64, tail: UInt64 = 0) {
    self.head = head
    self.tail = tail
  }

  /// The most marks on a letter, which are as many as ncurses keeps (`CCHARW_MAX` less the letter).
  static let maximumMarks = 4
  private static let bits: UInt64 = 21
  private static let mask: UInt64 = 1 << 21 - 1
  private static let wideBit: UInt64 = 1 << 63

  /// A letter or sign of one or two columns; not for the scalar 0.
  init(_ base: Unicode.Scalar, width: Int = 1) {
    assert(base.value != 0 && (1...2).contains(width), "no glyph for a cell")
    self.init(head: UInt64(base.value) | (width == 2 ? Self.wideBit : 0))
  }

  init(ascii: UInt8) {
    self.init(head: UInt64(ascii))
  }

  /// The content of a cell that was not written to.
  static let blank = Glyph(ascii: 0x20)

  /// The right half of a wide cell: no scalar, and no column of its own.
  static let rightHalf = Glyph(head: 0)

  /// How many columns it takes: 1, 2, or 0 for the right half of the wide cell before it.
  package var width: Int {
    if head & Self.wideBit != 0 { return 2 }
    return head == 0 ? 0 : 1
  }

  /// Adds marks to the letter, the first four of them.
  func with(marks: some Sequence<Unicode.Scalar>) -> Glyph {
    var glyph = self
    for (index, mark) in marks.prefix(Self.maximumMarks).enumerated() {
      let place = UInt64(index + 1)
      if place < 3 {
        glyph.head |= UInt64(mark.value) << (place * Self.bits)
      } else {
        glyph.tail |= UInt64(mark.value) << ((place - 3) * Self.bits)
      }
    }
    return glyph
  }

  /// The scalar of a letter without marks.
  package var onlyScalar: Unicode.Scalar? {
    let value = head & ~Self.wideBit
    return value > 0 && value <= Self.mask ? Unicode.Scalar(UInt32(value)) : nil
  }

  /// The scalars, the base first; none in a right half.
  package var scalars: Scalars { Scalars(head: head & ~Self.wideBit, tail: tail) }

  /// The scalars of a glyph, without a string between.
  package struct Scalars: Sequence, IteratorProtocol, Sendable {
    fileprivate var head: UInt64
    fileprivate var tail: UInt64

    package mutating func next() -> Unicode.Scalar? {
      if head == 0 { (head, tail) = (tail, 0) }
      guard head != 0 else { return nil }
      let value = head & Glyph.mask
      head >>= Glyph.bits
      return Unicode.Scalar(UInt32(value))
    }
  }

  /// The text; empty in a right half.
  package var cluster: String {
    var scalars = scalars
    guard let base = scalars.next() else { return "" }
    var cluster = String(base)
    while let mark = scalars.next() { cluster.unicodeScalars.append(mark) }
    return cluster
  }
}
