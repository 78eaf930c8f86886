import AsyncHTTPClient
import Foundation
import InboxCore
import InboxVendors
import NIOCore

/// The line to the push service.
extension Transport {
  func pushes(_ identity: Identity) -> AsyncThrowingStream<Push, any Error> {
    let line = PushLine { queue in
      do {
        var request = try configured(settings.backEnd + Endpoint.pushes)
        sign(&request, identity)
        try await receive(request, into: queue)
        throw InboxError.noNetwork("the push service closed the line")
      } catch { throw meaning(of: error) }
    }
    return AsyncThrowingStream { try await line.queue.next() }
  }

  private static let longestPush = 65_536

  /// Reads one JSON object a line; a line that cannot be read is passed over, the next push is not lost for it.
  ///
  /// Nothing is read while nobody takes what was read before.
  private func receive(_ request: HTTPClientRequest, into queue: PushQueue) async throws {
    let response = try await line(request)
    try check(Exchange(response), center: nil)
    var pending = ByteBuffer()
    for try await part in response.body {
      pending.writeImmutableBuffer(part)
      while let length = pending.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
        let line = pending.readBytes(length: length - pending.readerIndex) ?? []
        pending.moveReaderIndex(forwardBy: 1)
        guard !line.isEmpty, line.count < Self.longestPush else { continue }
        let push: Push
        do { push = try PushWire.decode(Data(line)) } catch { continue }
        try await queue.put(push)
      }
      pending.discardReadBytes()
      guard pending.readableBytes < Self.longestPush else {
        throw InboxError.invalidPayload("a push of more than \(Self.longestPush) bytes")
      }
    }
  }
}
