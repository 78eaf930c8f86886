import struct Foundation.Data
import NIOCore

/// What is retained of a body that passes: its beginning.
struct RetainedBody {
  private var bytes = ByteBuffer()
  /// How many bytes passed.
  private(set) var size = 0

  mutating func append(_ part: ByteBuffer, limit: Int) {
    size += part.readableBytes
    let room = limit - bytes.readableBytes
    guard room > 0, var part = part.getSlice(at: part.readerIndex, length: min(room, part.readableBytes))
    else { return }
    bytes.writeBuffer(&part)
  }

  /// Nil for a body that is not there.
  var data: Data? { size == 0 ? nil : Data(bytes.readableBytesView) }
}
