/// Combines scalars into the glyphs on whose width terminals and ncurses agree.
struct GlyphComposer {
  private let repertoire: Repertoire
  private var glyphs: [Glyph] = []
  private var base: Unicode.Scalar?
  private var marks: [Unicode.Scalar] = []
  private var baseWidth = 1
  private var pendingFlag: Unicode.Scalar?
  private var joined = false
  private var afterCarriageReturn = false

  /// The columns composed so far, the open glyph included.
  private(set) var columns = 0

  private static let replacement: Unicode.Scalar = "\u{FFFD}"
  private static let dottedCircle: Unicode.Scalar = "\u{25CC}"

  init(repertoire: Repertoire) {
    self.repertoire = repertoire
  }

  mutating func reserve(_ count: Int) {
    glyphs.reserveCapacity(count)
  }

  /// Adds the next scalar of the text.
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x20 && scalar.value < 0x7F {
      endFlag()
      start(scalar, width: 1)
      return
    }
    if isRegionalIndicator(scalar) { return appendFlagHalf(scalar) }
    endFlag()
    switch CharacterWidth.classify(scalar) {
    case .narrow, .wide: appendSpacing(scalar)
    case .mark: appendMark(scalar)
    case .ignorable: joined = joined || (scalar.value == 0x200D && isEmoji(base))
    case .control: appendControl(scalar)
    case .bidi, .invalid: start(Self.replacement, width: 1)
    }
  }

  mutating func finish() -> [Glyph] {
    endFlag()
    flush()
    return glyphs
  }

  private mutating func start(_ scalar: Unicode.Scalar, width: Int) {
    flush()
    base = scalar
    baseWidth = width
    columns += width
    joined = false
    afterCarriageReturn = false
  }

  private mutating func flush() {
    guard let base else { return }
    self.base = nil
    if repertoire == .ascii, !base.isASCII {
      let text = ASCIIFallback.text(for: base)
      columns += text.utf8.count - baseWidth
      for byte in text.utf8 { glyphs.append(Glyph(ascii: byte)) }
    } else {
      let glyph = Glyph(base, width: baseWidth)
      glyphs.append(marks.isEmpty || repertoire == .ascii ? glyph : glyph.with(marks: marks))
    }
    if !marks.isEmpty { marks.removeAll(keepingCapacity: true) }
  }

  private mutating func appendSpacing(_ scalar: Unicode.Scalar) {
    if joined && isEmoji(scalar) {
      joined = false
      return
    }
    if isSkinTone(scalar) && marks.isEmpty && isEmoji(base) { return }
    start(scalar, width: CharacterWidth.columns(of: scalar))
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    // Some terminals draw a keycap over two cells, others over one; its digit is enough.
    if scalar.value == 0x20E3 { return }
    guard let base else {
      start(Self.dottedCircle, width: 1)
      marks.append(scalar)
      return
    }
    if marks.isEmpty, let syllable = Self.syllable(base, scalar) {
      self.base = syllable
    } else if marks.count < Glyph.maximumMarks {
      marks.append(scalar)
    }
  }

  private mutating func appendControl(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x0A where afterCarriageReturn: afterCarriageReturn = false
    case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
      start(" ", width: 1)
      afterCarriageReturn = scalar.value == 0x0D
    case 0..<0x20: start(Unicode.Scalar(0x2400 + scalar.value) ?? Self.replacement, width: 1)
    case 0x7F: start("\u{2421}", width: 1)
    default: start(Self.replacement, width: 1)
    }
  }

  private mutating func appendFlagHalf(_ scalar: Unicode.Scalar) {
    guard let first = pendingFlag else {
      flush()
      joined = false
      pendingFlag = scalar
      return
    }
    pendingFlag = nil
    start("[", width: 1)
    start(Self.letter(first), width: 1)
    start(Self.letter(scalar), width: 1)
    start("]", width: 1)
  }

  private mutating func endFlag() {
    guard let half = pendingFlag else { return }
    pendingFlag = nil
    start(Self.letter(half), width: 1)
  }

  private static func letter(_ indicator: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(0x41 + indicator.value - 0x1F1E6) ?? replacement
  }

  /// The Hangul syllable of two conjoining letters (The Unicode Standard, section 3.12).
  private static func syllable(_ base: Unicode.Scalar, _ next: Unicode.Scalar) -> Unicode.Scalar? {
    let (first, second) = (base.value, next.value)
    if (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(second) {
      return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28)
    }
    if (0xAC00...0xD7A3).contains(first), (first - 0xAC00).isMultiple(of: 28),
      (0x11A8...0x11C2).contains(second)
    {
      return Unicode.Scalar(first + second - 0x11A7)
    }
    return nil
  }

  private func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1F1E6 && scalar.value <= 0x1F1FF
  }

  private func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1F3FB && scalar.value <= 0x1F3FF
  }

  private func isEmoji(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, scalar.value > 0xFF else { return false }
    return scalar.properties.isEmoji
  }
}
