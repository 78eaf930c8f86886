import AsyncHTTPClient
import Foundation
import InboxCore
import InboxModel
package import InboxVendors
import NIOCore
import NIOHTTP1

/// Sends what vendors ask for; it knows none of them.
extension Transport {
  package var wire: WirePort {
    WirePort(
      send: { request async throws(InboxError) in
        switch request.source {
        case .profile: try await sendToProfile(request)
        case .message: try await sendToMessage(request)
        }
      }, listen: { request, reader in listen(request, reader) })
  }

  private func sendToProfile(_ wanted: WireRequest) async throws(InboxError) -> WireResponse {
    do {
      return try await send(wanted, wanted.changes ? .optional : .whole)
    } catch {
      let meaning = meaning(of: error, wanted)
      // What changes something may have been carried out, whatever became of the response.
      if wanted.changes, case .noNetwork(let reason) = meaning, !Self.neverLeft(error) {
        throw .responseLost(reason)
      }
      throw meaning
    }
  }

  /// Content on the web: https only, and nothing of this machine or its network (``PrivateAddresses``).
  private func sendToMessage(_ wanted: WireRequest) async throws(InboxError) -> WireResponse {
    let url = wanted.url
    guard url.lowercased().hasPrefix("https://") else {
      throw .contentUnavailable(url: url, reason: "only https addresses are fetched")
    }
    let isGuarded = isForeign(url)
    if isGuarded, let reason = refusal(of: url) { throw .contentUnavailable(url: url, reason: reason) }
    do {
      return try await send(wanted, .whole, isGuarded: isGuarded)
    } catch let error as PrivateAddressGuard.Refused {
      throw .contentUnavailable(url: url, reason: refusal(of: url, leadingTo: error.address))
    } catch {
      throw .contentUnavailable(url: url, reason: Self.reason(error))
    }
  }

  private func send(
    _ wanted: WireRequest, _ rule: BodyRule, isGuarded: Bool = false
  ) async throws -> WireResponse {
    response(
      try await exchange(
        try clientRequest(for: wanted), isGuarded: isGuarded, seconds: seconds(of: wanted),
        limit: wanted.limit, rule, sent: wanted.body, about: wanted.about))
  }

  /// Seconds that a request may take.
  func seconds(of wanted: WireRequest) -> Int { wanted.seconds ?? settings.timeout }

  /// A vendor's request as the client takes it.
  ///
  /// - Throws: `WebLink.Flaw` for a URL that names no place.
  private func clientRequest(for wanted: WireRequest) throws(WebLink.Flaw) -> HTTPClientRequest {
    var request = try request(wanted.url, method: wanted.method)
    for header in wanted.headers { request.headers.add(name: header.name, value: header.value) }
    request.headers.add(name: Self.acceptEncoding, value: BodyCoding.accepted)
    if let body = wanted.body { request.body = .bytes(ByteBuffer(bytes: body)) }
    return request
  }

  private func response(_ exchange: Exchange) -> WireResponse {
    var response = WireResponse(
      status: exchange.status, headers: exchange.headers.map { WireHeader($0.name, $0.value) },
      body: exchange.body)
    let wait = exchange.headers.first(name: "Retry-After")
    // A date is one of the server's clock.
    let now = settings.now()
    let sent = exchange.headers.first(name: "Date").flatMap { RetryAfter.date($0[...], at: now) }
    response.retryAfter = wait.flatMap { RetryAfter.seconds($0, at: sent ?? now) }
    response.flaw = exchange.flaw?.reason
    if !response.isSuccess { response.detail = detail(exchange.body) }
    return response
  }

  /// The beginning of what a server says, without the tokens that it may repeat; of JSON, the sentence in it.
  private func detail(_ body: Data) -> String {
    // Masked first: of a secret that the cut divides, no one would know the first half.
    let text =
      ServerSentence.text(in: body.prefix(4_096)).map(mask.text)
      ?? String(decoding: mask.body(body).prefix(4_096), as: UTF8.self)
    return String(text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(160))
  }

  // MARK: - The line to the push service

  private static let longestPush = 65_536

  private func listen(
    _ wanted: WireRequest, _ reader: PushReader
  ) -> AsyncThrowingStream<Push, any Error> {
    let line = PushLine { queue in
      do {
        var request = try clientRequest(for: wanted)
        // Its lines are read as they come.
        request.headers.remove(name: Self.acceptEncoding)
        try await receive(request, reader, into: queue)
        throw InboxError.noNetwork("the push service closed the line")
      } catch { throw meaning(of: error, wanted) }
    }
    return AsyncThrowingStream { try await line.queue.next() }
  }

  /// The beginning of a body, as far as it comes within the time of a request.
  private func beginning(of response: HTTPClientResponse) async -> Data {
    let seconds = settings.timeout
    return await withTaskGroup(of: Data?.self) { group in
      group.addTask {
        var body = Data()
        do {
          for try await part in response.body {
            body.append(contentsOf: part.readableBytesView.prefix(Self.longestPush - body.count))
            if body.count >= Self.longestPush { break }
          }
        } catch { return body }
        return body
      }
      group.addTask {
        // The time that the body races against.
        do { try await Task.sleep(for: .seconds(seconds)) } catch { return nil }
        return nil
      }
      var body = await group.next() ?? nil
      group.cancelAll()
      // One that was cut off gives what has come.
      if body == nil { body = await group.next() ?? nil }
      return body ?? Data()
    }
  }

  /// Reads a push a line; a line that cannot be read is passed over, the next push is not lost for it.
  ///
  /// Nothing is read until what was read before is taken.
  private func receive(
    _ request: HTTPClientRequest, _ reader: PushReader, into queue: PushQueue
  ) async throws {
    let opened = try await line(request)
    var exchange = Exchange(opened)
    // What it says of a refusal tells a token from a key.
    if !(200..<300).contains(exchange.status) { exchange.body = await beginning(of: opened) }
    try reader.check(response(exchange))
    var pending = ByteBuffer()
    for try await part in opened.body {
      pending.writeImmutableBuffer(part)
      while let length = pending.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
        let line = pending.readBytes(length: length - pending.readerIndex) ?? []
        pending.moveReaderIndex(forwardBy: 1)
        guard !line.isEmpty, line.count < Self.longestPush else { continue }
        let push: Push
        do { push = try reader.read(Data(line)) } catch { continue }
        try await queue.put(push)
      }
      pending.discardReadBytes()
      guard pending.readableBytes < Self.longestPush else {
        throw InboxError.invalidPayload("a push of more than \(Self.longestPush) bytes")
      }
    }
  }
}
