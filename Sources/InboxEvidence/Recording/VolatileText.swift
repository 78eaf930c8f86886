import struct Foundation.Date

/// A text taken apart into what has to agree between two runs, and the ids, whose structure has to.
///
/// Times, also as numbers near the moment of the line, durations in milliseconds and ports of this machine are replaced
/// by their names.
struct VolatileText: Hashable {
  /// What stands before, between and behind the ids.
  private(set) var pieces: [String] = []
  /// UUIDs, in lower case, and device ids.
  private(set) var ids: [String] = []

  /// - Parameter moment: When it was written; nil where no number is taken for a time.
  init(_ text: String, at moment: Date? = nil) {
    let bytes = Array(text.utf8)
    var piece: [UInt8] = []
    var index = 0
    while index < bytes.count {
      switch VolatileToken.first(in: bytes, at: index, near: moment) {
      case .id(let length):
        pieces.append(String(decoding: piece, as: UTF8.self))
        piece = []
        ids.append(String(decoding: bytes[index..<index + length], as: UTF8.self).lowercased())
        index += length
      case .name(let name, let length):
        piece += name.utf8
        index += length
      case nil:
        piece.append(bytes[index])
        index += 1
      }
    }
    pieces.append(String(decoding: piece, as: UTF8.self))
  }

  func text(_ name: (String) -> String) -> String {
    var text = pieces[0]
    for (id, piece) in zip(ids, pieces.dropFirst()) { text += name(id) + piece }
    return text
  }
}
