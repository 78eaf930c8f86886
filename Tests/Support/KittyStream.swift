import Foundation

/// What a terminal with kitty's graphics would understand of some bytes: the pictures by their numbers.
package struct KittyStream {
  package struct Image: Equatable {
    package var width: Int
    package var height: Int
    package var columns: Int
    package var rows: Int
    package var pixels: [UInt8]
  }

  package private(set) var images: [UInt32: Image] = [:]
  package private(set) var deleted: [UInt32] = []
  /// The longest payload of a command.
  package private(set) var longest = 0
  private var open: (keys: [String: String], text: String)?

  package init() {}

  package mutating func take(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let begin = Array("\u{1B}_G".utf8)
    let end = Array("\u{1B}\\".utf8)
    while let start = rest.firstRange(of: begin) {
      let body = rest[start.upperBound...]
      guard let stop = body.firstRange(of: end) else { return }
      take(command: String(decoding: body[..<stop.lowerBound], as: UTF8.self))
      rest = rest[stop.upperBound...]
    }
  }

  private mutating func take(command: String) {
    let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let payload = parts.count > 1 ? String(parts[1]) : ""
    longest = max(longest, payload.utf8.count)
    var keys: [String: String] = [:]
    for pair in parts[0].split(separator: ",") {
      let sides = pair.split(separator: "=")
      if sides.count == 2 { keys[String(sides[0])] = String(sides[1]) }
    }
    if keys["a"] == "d" {
      guard let number = keys["i"].flatMap(UInt32.init) else { return }
      images[number] = nil
      deleted.append(number)
      return
    }
    if keys["a"] == "q" { return }
    open = (open?.keys ?? keys, (open?.text ?? "") + payload)
    guard keys["m"] != "1", let whole = open else { return }
    open = nil
    func number(_ key: String) -> Int { whole.keys[key].flatMap { Int($0) } ?? 0 }
    images[UInt32(number("i"))] = Image(
      width: number("s"), height: number("v"), columns: number("c"), rows: number("r"),
      pixels: Array(Data(base64Encoded: whole.text) ?? Data()))
  }

  /// What tmux hands on of some bytes: the contents of its passthrough.
  package static func passed(byTmux bytes: [UInt8]) -> [UInt8] {
    var passed: [UInt8] = []
    var rest = bytes[...]
    let begin = Array("\u{1B}Ptmux;".utf8)
    while let start = rest.firstRange(of: begin) {
      var index = start.upperBound
      // Each Escape of the contents is doubled; a single one before a backslash ends them.
      while index + 1 < rest.endIndex, !(rest[index] == 0x1B && rest[index + 1] == UInt8(ascii: "\\")) {
        passed.append(rest[index])
        index += rest[index] == 0x1B ? 2 : 1
      }
      rest = rest[min(rest.endIndex, index + 2)...]
    }
    return passed
  }
}
