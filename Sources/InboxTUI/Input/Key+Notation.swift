/// Why a text is not a sequence of keys.
package struct KeyNotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part that is not a key.
  package let token: String
  /// Where it begins: the number of characters before it.
  package let offset: Int

  /// The sentence for the user: which part, where, and what is valid.
  package var description: String {
    "\"\(token)\" at character \(offset + 1) is not a key; \(Self.rule)"
  }

  package static var rule: String {
    "write a character such as j, or a name in angle brackets: \(Key.validNames)."
  }
}

extension Key {
  private static let names: [(name: String, key: Key)] = [
    ("enter", .enter), ("esc", .escape), ("space", .character(" ")), ("tab", .tab), ("s-tab", .backTab),
    ("bs", .backspace), ("del", .delete), ("ins", .insert), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right), ("pgup", .pageUp), ("pgdn", .pageDown), ("home", .home), ("end", .end),
    ("lt", .character("<")), ("c-space", .control(" ")), ("focus-in", .focusGained),
    ("focus-out", .focusLost),
  ]

  /// The names that notation accepts, for messages and help.
  static var validNames: String {
    names.prefix { $0.key != .control(" ") }.map { "<\($0.name)>" }.joined(separator: ", ")
      + ", <f1> to <f63>, <c-r> for Ctrl-R, <a-x> for Alt-X"
  }

  /// Parses a key such as `j`, `<c-r>` or `<down>`; names ignore case.
  ///
  /// Pastes and the mouse have no such text.
  package init?(notation: String) {
    if notation.count == 1, let character = notation.first {
      guard Self.isTypeable(character), character != " " else { return nil }
      self = .character(character)
      return
    }
    guard notation.count > 2, notation.hasPrefix("<"), notation.hasSuffix(">") else { return nil }
    let body = notation.dropFirst().dropLast()
    let name = body.lowercased()
    if let known = Self.names.first(where: { $0.name == name }) {
      self = known.key
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...63).contains(number) {
      self = .function(number)
    } else if name.count == 3, name.hasPrefix("c-"), let letter = name.last, Self.isControllable(letter) {
      self = .control(letter)
    } else if body.count == 3, name.hasPrefix("a-"), let character = body.last, Self.isTypeable(character) {
      self = .alt(character)
    } else if name.hasPrefix("a-u-"), let character = Self.character(scalars: name.dropFirst(4)) {
      self = .alt(character)
    } else if name.hasPrefix("u-"), let character = Self.character(scalars: name.dropFirst(2)) {
      self = .character(character)
    } else {
      return nil
    }
  }

  /// The text that names the key; for a paste and the mouse a description that cannot be read back.
  package var notation: String {
    if let known = Self.names.first(where: { $0.key == self }) { return "<\(known.name)>" }
    return switch self {
    case .character(let character): Self.text(of: character) ?? "<\(Self.scalars(of: character))>"
    case .control(let character): "<c-\(character)>"
    case .alt(let character): "<a-\(Self.text(of: character) ?? Self.scalars(of: character))>"
    case .function(let number): "<f\(number)>"
    case .paste: "<paste>"
    case .mouse: "<mouse>"
    default: "<?>"
    }
  }

  /// The keys of a text such as `j j <enter>`; blanks separate, and so does nothing at all: `jj<enter>`.
  ///
  /// A `<` that no `>` follows must be written `<lt>`.
  package static func sequence(_ text: String) throws(KeyNotationError) -> [Key] {
    var keys: [Key] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      var token = rest.prefix(1)
      if first == "<" {
        // `<a->>` is Alt-`>`: the name ends at the second `>`.
        let close = rest.dropFirst(rest.lowercased().hasPrefix("<a->>") ? 4 : 1).firstIndex(of: ">")
        token = close.map { rest[...$0] } ?? rest.prefix { !$0.isWhitespace }
      }
      guard let key = token == "<" ? nil : Key(notation: String(token)) else {
        let offset = text.distance(from: text.startIndex, to: rest.startIndex)
        throw KeyNotationError(token: String(token), offset: offset)
      }
      keys.append(key)
      rest = rest[token.endIndex...]
    }
    return keys
  }

  private static func isTypeable(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { CharacterWidth.columns(of: $0) > 0 } ?? false
  }

  /// A character as notation; nil for one that is invisible, combines with its neighbours, or separates keys.
  private static func text(of character: Character) -> String? {
    if character == " " { return " " }
    let stands = isTypeable(character) && !character.isWhitespace && "-\(character)>".count == 3
    return stands ? String(character) : nil
  }

  /// `u-200d`, or `u-1f1e9+1f1ea` where it has several scalars.
  private static func scalars(of character: Character) -> String {
    "u-" + character.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "+")
  }

  /// The character that ``scalars(of:)`` wrote; nil for what no key types.
  private static func character(scalars text: Substring) -> Character? {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    let scalars = parts.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    let string = String(String.UnicodeScalarView(scalars))
    guard scalars.count == parts.count, string.count == 1, string != " ", string != "\u{7F}",
      scalars.allSatisfy({ $0.value >= 0x20 })
    else { return nil }
    return string.first
  }

  private static func isControllable(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || "[\\]^_@".contains(character))
  }
}
