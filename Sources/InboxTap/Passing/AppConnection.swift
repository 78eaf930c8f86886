import InboxEvidence
import InboxSandbox
import NIOCore
import NIOHTTP1

/// One connection of an app, and what passes between it and its own connection to the vendor.
///
/// Each connection of an app has one to the vendor, on the same event loop: what one side ends or holds up, the other
/// side notices as if nothing stood between. A request is passed on when the response before it is over.
final class AppConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = ByteBuffer

  /// How the request at the front of the queue stands.
  enum Phase {
    /// There is none.
    case idle
    /// Its head is here, and it is not decided or not connected yet.
    case preparing
    /// It passes.
    case passing
    /// The tap itself responds; what the app still sends of it is dropped.
    case responding
  }

  let line: TapLine
  var context: ChannelHandlerContext?
  var vendor: (any Channel)?
  /// The connections themselves, as an address may come again.
  private var letGo: [any Channel] = []
  var phase = Phase.idle
  var passage: Passage?
  private var queue = CircularBuffer<HTTPServerRequestPart>()
  /// Whether responses cannot be distinguished any more: everything passes unread.
  private var isOpaque = false
  /// Whether both sides have left HTTP, as for a WebSocket: bytes pass, and are counted.
  private(set) var isTunnel = false
  /// Whether the app's connection ends with the response that is under way.
  var closesAfterwards = false

  init(_ line: TapLine) { self.line = line }

  // MARK: - From the app

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    queue.append(unwrapInboundIn(data))
    process()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    vendor?.flush()
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    regulate()
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // An app that closes within a request: that is said when the connection is gone.
    if case HTTPParserError.invalidEOFState = error, phase != .idle { return }
    if let error = error as? HTTPParserError, phase == .idle {
      passage = passage(of: HTTPRequestHead(version: .http1_1, method: .RAW(value: "?"), uri: "/"))
      passage?.isRequestOver = true
      let (status, sentence) = RequestFlaw.response(to: error, by: "The tap")
      refuse(status, "\(sentence) Nothing was sent to the vendor.")
    } else if VendorFailure.isHandshake(error), phase == .idle {
      passage = passage(of: HTTPRequestHead(version: .http1_1, method: .RAW(value: "TLS"), uri: "/"))
      passage?.intervention.reachedVendor = false
      end(error: Self.handshakeReason)
    } else if error is HTTPParserError {
      passage?.fail("what the app sent next cannot be read (\(error)), so the tap closed the connection")
    }
    close()
  }

  /// Why an app broke off before it sent anything, which is the first thing that goes wrong on a device: it may say why
  /// in a way that cannot be read before keys are agreed on.
  private static let handshakeReason =
    "the app broke off TLS: most often its device does not trust the tap's authority, or asks for a name that the certificate lacks (--name)"

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    if phase == .preparing {
      // Nothing was sent yet; what the app wanted to send is evidence all the same.
      passage?.intervention.reachedVendor = false
      passage?.intervention.reachedApp = false
      for case .body(let body) in queue.prefix(while: { if case .head = $0 { false } else { true } }) {
        passage?.send(body)
      }
    }
    let side = line.hasEnded ? "the tap ended" : "the app closed the connection"
    let isWhole = isTunnel || passage?.isResponseOver == true
    end(error: isWhole ? nil : "\(side) before the response was whole")
    vendor?.close(promise: nil)
    vendor = nil
    context.fireChannelInactive()
  }

  /// Takes what may be taken of what the app sent.
  func process() {
    while let part = queue.first {
      switch (part, phase) {
      case (.head, .passing) where !isOpaque, (.head, .responding), (_, .preparing): return regulate()
      default: break
      }
      queue.removeFirst()
      switch part {
      case .head(let head): begin(head)
      case .body(let body): send(body)
      case .end(let trailers): endRequest(trailers)
      }
    }
    regulate()
  }

  private func begin(_ head: HTTPRequestHead) {
    let isLast = !head.isKeepAlive
    let head = outgoing(head)
    passage = passage(of: head)
    guard !isOpaque else { return sendHead(of: head) }
    if isLast { closesAfterwards = true }
    phase = .preparing
    guard head.method != .CONNECT else {
      return refuse(
        .notImplemented,
        "The tap serves only \(line.origin.text): set it as the base address of the vendor's SDK, not as the proxy of the device."
      )
    }
    guard context.map({ line.comesFromHere($0.channel) }) != true else {
      return refuse(
        .loopDetected,
        "The tap stands in front of itself: \(line.origin.text) leads back to it. Give another port with --listen."
      )
    }
    decide(head)
  }

  private func passage(of head: HTTPRequestHead) -> Passage {
    Passage(head, url: line.origin.text + head.uri, number: line.next(), limit: line.bodyLimit)
  }

  /// The request as the vendor gets it: with its host, its path, and without an offer of HTTP/2, which could not be
  /// read.
  private func outgoing(_ head: HTTPRequestHead) -> HTTPRequestHead {
    var head = head
    head.uri = line.origin.target(head.uri)
    let offers = head.headers[canonicalForm: "upgrade"]
    // What comes behind an offer is not read as a request.
    if !offers.isEmpty { closesAfterwards = true }
    let isHTTP2 = offers.contains { $0.lowercased().hasPrefix("h2") }
    head.headers = HTTPHeaders(
      head.headers.compactMap { name, value in
        switch name.lowercased() {
        case "host": (name, line.origin.authority)
        case "upgrade" where isHTTP2, "http2-settings": nil
        case "connection" where isHTTP2: nil
        default: (name, value)
        }
      })
    return head
  }

  private func send(_ body: ByteBuffer) {
    passage?.send(body)
    guard phase == .passing else { return }
    vendor?.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
  }

  private func endRequest(_ trailers: HTTPHeaders?) {
    passage?.isRequestOver = true
    if phase == .passing { vendor?.writeAndFlush(HTTPClientRequestPart.end(trailers), promise: nil) }
    guard !isOpaque else { return end(error: "its response passed unread: one before it could not be read") }
    finish()
  }

  /// Passes the head of a request on, over the connection that is there.
  func sendHead(of head: HTTPRequestHead) {
    phase = .passing
    vendor?.write(HTTPClientRequestPart.head(head), promise: nil)
  }

  // MARK: - From the vendor

  /// Whether a connection to the vendor was not let go of: one that was may still bring something.
  func isServed(by channel: any Channel) -> Bool { !letGo.contains { $0 === channel } }

  /// Gives up the connection to the vendor, which still waits for something.
  func letVendorGo() {
    guard let former = vendor else { return }
    letGo.append(former)
    vendor = nil
    former.close(promise: nil)
    // What it was too slow for holds up the rest of the request no longer.
    regulate()
  }

  /// Bytes of a response, before they are read.
  func pass(_ bytes: ByteBuffer) {
    if isTunnel { passage?.tunnel?.down += bytes.readableBytes }
    guard case .passed? = passage?.response ?? .passed else { return }
    context?.write(wrapOutboundOut(bytes), promise: nil)
  }

  func flush() { context?.flush() }

  func read(_ part: HTTPClientResponsePart) {
    switch part {
    case .head(let head) where head.isInterim:
      // Of these only 100 invites.
      guard head.status == .continue else { break }
      if case .passed? = passage?.response { passage?.invite() } else { invite() }
    case .head(let head):
      cutHead(head)
      passage?.receive(head)
    case .body(let body):
      cutBody(body)
      passage?.receive(body)
    case .end: endResponse()
    }
  }

  private func endResponse() {
    switch passage?.response {
    case .passed where passage?.status == 101: return leaveHTTP()
    case .cut: cutEnd()
    case .replaced(let fault):
      respond(with: fault)
      return
    default: break
    }
    passage?.isResponseOver = true
    flush()
    finish()
  }

  /// The vendor takes an offer: from now on both sides speak something else.
  private func leaveHTTP() {
    isTunnel = true
    passage?.isResponseOver = true
    passage?.tunnel = (0, 0)
    flush()
  }

  /// What came with the head of the response that ended HTTP.
  func count(behindHead bytes: ByteBuffer) {
    let view = bytes.readableBytesView
    guard let head = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
    passage?.tunnel?.down += view.endIndex - head.upperBound
  }

  /// Bytes of the app, behind what was HTTP.
  func tunnel(_ bytes: ByteBuffer) {
    passage?.tunnel?.up += bytes.readableBytes
    vendor?.write(HTTPClientRequestPart.body(.byteBuffer(bytes)), promise: nil)
    regulate()
  }

  /// The response passes, although it cannot be read.
  func vendorIsUnreadable(_ reason: String) {
    // Behind a response there was more: what follows cannot be read either.
    if phase == .idle { isOpaque = true }
    guard phase == .passing else { return }
    switch passage?.response {
    case .replaced(let fault):
      passage?.fail("the response cannot be read: \(reason)")
      closesAfterwards = true
      respond(with: fault)
    case .cut:
      end(error: "the response cannot be read: \(reason)")
      close()
    default:
      end(error: "the response cannot be read, and passed as it was: \(reason)")
      isOpaque = true
      process()
    }
  }

  func vendorClosed(_ error: (any Error)?) {
    guard vendor != nil else { return }
    vendor = nil
    // A request that waits goes over a new connection.
    guard phase != .preparing else { return }
    if let error, VendorFailure.isHandshake(error), phase == .passing, passage?.isUntouched == true {
      return failed(error)
    }
    if let passage, phase == .passing {
      let reason = error.map { VendorFailure.reason($0) } ?? "the vendor closed the connection"
      end(error: passage.isResponseOver ? nil : "\(reason) before the response was whole")
    }
    // What the tap itself says goes out first; the app's connection is as over as the vendor's.
    guard phase != .responding else { return closesAfterwards = true }
    close()
  }

  // MARK: - Both

  /// Ends the exchange that is under way, and takes the next request when both halves are over.
  func finish() {
    guard let passage, passage.isRequestOver, passage.isResponseOver else { return }
    end(error: nil)
    phase = .idle
    if closesAfterwards { close() } else { process() }
  }

  /// Reports the exchange that is under way, and is done with it.
  ///
  /// - Parameter error: Why it is not whole, where nothing else is the reason; nil where it is.
  func end(error: String?) {
    if let passage { line.report(passage.result(error: error)) }
    passage = nil
  }

  /// Closes the app's connection, or what goes to it, when everything that was written is on its way.
  func close(_ mode: CloseMode = .all) {
    guard let context else { return }
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: nil) }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
  }

  /// One side is read only as fast as the other takes it, and requests only as far as the next one.
  func regulate() {
    guard let context else { return }
    set(context.channel, reads: queue.isEmpty && vendor?.isWritable ?? true)
    if let vendor { set(vendor, reads: context.channel.isWritable) }
  }

  private func set(_ channel: any Channel, reads: Bool) {
    do {
      guard let options = channel.syncOptions, try options.getOption(.autoRead) != reads else { return }
      try options.setOption(.autoRead, value: reads)
    } catch {
      // The channel is closed: it reads nothing.
    }
  }
}

extension HTTPResponseHead {
  /// Whether another response to the same request follows (RFC 9110 §15.2); after 101 none of HTTP does.
  fileprivate var isInterim: Bool { (100..<200).contains(status.code) && status != .switchingProtocols }
}
