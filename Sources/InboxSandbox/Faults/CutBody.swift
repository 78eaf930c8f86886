package import NIOCore

/// The body of a response that is truncated: its first bytes pass as if they were all, half of one that is no longer
/// than the most.
///
/// How long it is may be known only at its end, so nothing passes until there is more than the most.
package struct CutBody {
  private let most: Int
  /// What did not pass yet; nil when the beginning did.
  private var held: ByteBuffer? = ByteBuffer()

  /// - Parameter most: How many bytes pass.
  package init(to most: Int) { self.most = most }

  /// Takes the next bytes; returns the beginning where it passes with them.
  package mutating func take(_ bytes: ByteBuffer) -> ByteBuffer? {
    held?.writeImmutableBuffer(bytes)
    guard let whole = held, whole.readableBytes > most else { return nil }
    held = nil
    return whole.getSlice(at: whole.readerIndex, length: most)
  }

  /// Ends the body; returns what passes of a short one.
  package mutating func end() -> ByteBuffer? {
    defer { held = nil }
    return held.flatMap { $0.getSlice(at: $0.readerIndex, length: $0.readableBytes / 2) }
  }
}
