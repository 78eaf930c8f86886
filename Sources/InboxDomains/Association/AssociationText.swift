import InboxModel

/// The parts of a URL in the form in which the patterns of a rule are compared with them.
struct AssociationText: Hashable, Sendable {
  /// How a rule wants the URL; `caseSensitive` and `percentEncoded` of the file.
  struct Form: Hashable, Sendable {
    /// Whether upper and lower case are alike.
    var foldsCase = false
    /// Whether the URL is percent-decoded first; the pattern never is (measured against swcutil).
    var decodes = false
  }

  /// A `name=value` of the query; without `=` the value is empty.
  struct Item: Hashable, Sendable {
    let name: [UInt32]
    let value: [UInt32]
  }

  /// The path without its trailing slashes, which do not count (measured); empty for the root.
  let path: [UInt32]
  /// The whole query; empty if there is none.
  let query: [UInt32]
  /// The items of the query in order.
  let items: [Item]
  /// The fragment; empty if there is none.
  let fragment: [UInt32]

  /// Brings a URL into a form.
  init(_ location: AssociationLocation, form: Form) {
    let scalars: (ArraySlice<UInt8>) -> [UInt32] = { Self.scalars(of: $0, form: form) }
    var path = scalars(location.path)
    while path.last == Self.slash { path.removeLast() }
    self.path = path
    query = scalars(location.query)
    fragment = scalars(location.fragment)
    items =
      location.query.isEmpty
      ? []
      : location.query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
        // Cut before decoding, so that %26 and %3D stay inside their item.
        let name = item.prefix { $0 != UInt8(ascii: "=") }
        return Item(name: scalars(name), value: scalars(item[name.endIndex...].dropFirst()))
      }
  }

  static let slash: UInt32 = 0x2F

  /// The scalar in lower case, if asked for and if that is one scalar: `?` must stay one character.
  static func fold(_ scalar: Unicode.Scalar, if folds: Bool) -> UInt32 {
    guard folds else { return scalar.value }
    if scalar.value < 0x80 {
      return (0x41...0x5A).contains(scalar.value) ? scalar.value + 0x20 : scalar.value
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first?.value ?? scalar.value : scalar.value
  }

  private static func scalars(of bytes: ArraySlice<UInt8>, form: Form) -> [UInt32] {
    var text = String(decoding: bytes, as: UTF8.self)
    // What decodes to no text is compared as it is written.
    if form.decodes, let decoded = String(validating: PercentCoding.decode(bytes), as: UTF8.self) {
      text = decoded
    }
    return text.unicodeScalars.map { fold($0, if: form.foldsCase) }
  }
}
