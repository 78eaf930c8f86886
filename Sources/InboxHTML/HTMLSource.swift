import InboxModel

/// HTML made safe and plain for libxml2's parser, by the rules of the HTML standard's tokenizer.
///
/// libxml2 2.9 resolves only the entities of HTML 4, takes a quadratic time for a tag with very many
/// attributes, stops at NUL, and has its own ideas of where comments and scripts end. So all of these are
/// dealt with here: the result has no comments, declarations, scripts, styles or title, no NUL, and no
/// references but those for the characters that mean something to a parser.
struct HTMLSource {
  /// The longest HTML that is read, in bytes of UTF-8; the rest is cut.
  static let limit = 2 << 20
  /// The most attributes of one element; the rest are dropped.
  static let attributeLimit = 64

  private(set) var bytes: [UInt8] = []
  private(set) var isCut = false

  private let input: [UInt8]
  private var at = 0
  /// Whether an element was not closed; that is looked into once, so that reading stays linear.
  private var hasUnclosed = false

  init(_ html: String) {
    var input = Array(html.utf8.prefix(Self.limit + 1))
    if input.count > Self.limit {
      isCut = true
      // Not in the middle of a scalar.
      while let last = input.popLast(), last & 0b1100_0000 == 0b1000_0000 {}
    }
    self.input = input
    bytes.reserveCapacity(input.count)
    if input.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    while at < input.count { copyNext() }
  }

  private mutating func copyNext() {
    switch input[at] {
    case 0: at += 1
    case UInt8(ascii: "&"): copyReference(inAttribute: false)
    case UInt8(ascii: "<"): copyMarkup()
    default:
      bytes.append(input[at])
      at += 1
    }
  }

  // MARK: Markup

  private mutating func copyMarkup() {
    let next = byte(at + 1)
    if next.isASCIILetter {
      copyStartTag()
    } else if next == UInt8(ascii: "/"), byte(at + 2).isASCIILetter {
      let end = index(of: UInt8(ascii: ">"), from: at)
      bytes += input[at..<min(end + 1, input.count)]
      at = end + 1
    } else if next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      skipCommentOrDeclaration()
    } else {
      bytes += "&lt;".utf8
      at += 1
    }
  }

  /// Outlook's conditional comments are comments; its `<![if …]>` is a declaration, what follows is shown.
  private mutating func skipCommentOrDeclaration() {
    guard matches("<!--", at: at) else {
      at = index(of: UInt8(ascii: ">"), from: at) + 1
      return
    }
    at += 4
    if matches(">", at: at) || matches("->", at: at) {
      at = index(of: UInt8(ascii: ">"), from: at) + 1
      return
    }
    at = index(of: UInt8(ascii: "-"), from: at)
    while at < input.count, !matches("-->", at: at), !matches("--!>", at: at) {
      at = index(of: UInt8(ascii: "-"), from: at + 1)
    }
    at = index(of: UInt8(ascii: ">"), from: at) + 1
  }

  private mutating func copyStartTag() {
    let nameStart = at + 1
    at = nameStart
    while !endsName(byte(at)) { at += 1 }
    let name = String(decoding: input[nameStart..<at], as: UTF8.self).lowercased()
    if Self.rawTextElements.contains(name) {
      skipAttributes()
      skipRawText(of: name)
      return
    }
    bytes.append(UInt8(ascii: "<"))
    bytes += input[nameStart..<at]
    copyAttributes()
    bytes.append(UInt8(ascii: ">"))
  }

  /// Their content is not markup, and nothing a person reads in a mail.
  private static let rawTextElements: Set = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp",
  ]

  private mutating func skipAttributes() {
    let retained = bytes.count
    copyAttributes()
    bytes.removeSubrange(retained...)
  }

  private mutating func skipRawText(of name: String) {
    let start = at
    while at < input.count {
      at = index(of: UInt8(ascii: "<"), from: at)
      if matches("</" + name, at: at), endsName(byte(at + 2 + name.utf8.count)) {
        at = index(of: UInt8(ascii: ">"), from: at) + 1
        return
      }
      at += 1
    }
    // It is never closed: what follows the head is worth more than what a browser would show, which is nothing.
    guard !hasUnclosed else { return }
    hasUnclosed = true
    at = start
    while at < input.count, !matches("</head", at: at), !matches("<body", at: at) {
      at = index(of: UInt8(ascii: "<"), from: at + 1)
    }
  }

  /// Copies up to and without the `>`, and goes behind it.
  private mutating func copyAttributes() {
    var count = 0
    while at < input.count, input[at] != UInt8(ascii: ">") {
      if input[at].isHTMLSpace || input[at] == UInt8(ascii: "/") || input[at] == 0 {
        at += 1
        continue
      }
      // A start tag that was never closed: the next one begins here.
      if input[at] == UInt8(ascii: "<") { return }
      let retained = bytes.count
      copyAttribute()
      count += 1
      if count > Self.attributeLimit { bytes.removeSubrange(retained...) }
    }
    at += 1
  }

  private mutating func copyAttribute() {
    bytes.append(UInt8(ascii: " "))
    let start = at
    repeat { at += 1 } while !endsName(byte(at)) && byte(at) != UInt8(ascii: "=")
    bytes += input[start..<at].lazy.filter { $0 != 0 && $0 != UInt8(ascii: "<") }
    while byte(at).isHTMLSpace { at += 1 }
    guard byte(at) == UInt8(ascii: "=") else { return }
    at += 1
    while byte(at).isHTMLSpace { at += 1 }
    bytes += "=\"".utf8
    copyValue()
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func copyValue() {
    let quote = byte(at)
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let end = index(of: quote, from: at + 1)
      at += 1
      if end < input.count {
        copyValue(upTo: end)
        at = end + 1
        return
      }
      // The quote is never closed: the value ends with the tag, or the whole rest would be lost.
    }
    var end = at
    while !byte(end).isHTMLSpace, end < input.count, input[end] != UInt8(ascii: ">") { end += 1 }
    copyValue(upTo: end)
  }

  private mutating func copyValue(upTo end: Int) {
    while at < end {
      switch input[at] {
      case 0: at += 1
      case UInt8(ascii: "&"): copyReference(inAttribute: true)
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
        bytes += CharacterReference.escaped(UInt32(input[at]))
        at += 1
      default:
        bytes.append(input[at])
        at += 1
      }
    }
  }

  private mutating func copyReference(inAttribute: Bool) {
    let reference = CharacterReference(input[at...], inAttribute: inAttribute)
    bytes += reference.replacement
    at += reference.length
  }

  // MARK: Reading ahead

  /// The byte there, or 0 behind the end.
  private func byte(_ index: Int) -> UInt8 {
    index < input.count ? input[index] : 0
  }

  private func endsName(_ byte: UInt8) -> Bool {
    byte.isHTMLSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == 0
  }

  /// Where the byte is next, or the end.
  private func index(of byte: UInt8, from start: Int) -> Int {
    guard start < input.count else { return input.count }
    return input[start...].firstIndex(of: byte) ?? input.count
  }

  /// Whether the text is there, whatever its case.
  private func matches(_ text: String, at index: Int) -> Bool {
    var index = index
    for expected in text.utf8 {
      guard byte(index).asciiLowercased == expected else { return false }
      index += 1
    }
    return true
  }
}
