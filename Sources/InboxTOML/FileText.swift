/// The bytes of a file as text.
package enum FileText {
  /// The most bytes of a text that is read whole.
  private static let limit = 16 << 20

  /// Reads bytes as UTF-8.
  ///
  /// - Throws: ``TOMLFileError/notUTF8(file:line:column:offset:)`` with the first place where they are not, and
  ///   ``TOMLFileError/unreadable(file:reason:)`` for more of them than such a file has.
  package static func read(_ bytes: some Collection<UInt8>, of file: String) throws(TOMLFileError) -> String {
    guard bytes.count <= limit else {
      throw .unreadable(file: file, reason: "it is larger than \(limit >> 20) MiB")
    }
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var parser = Unicode.UTF8.ForwardParser()
    var left = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &left) { offset += scalar.count }
    let place = TOMLPositions.position(of: offset, in: bytes)
    throw .notUTF8(file: file, line: place.line, column: place.column, offset: offset)
  }
}
