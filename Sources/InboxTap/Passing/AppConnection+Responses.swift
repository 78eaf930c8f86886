import InboxEvidence
import InboxModel
import InboxSandbox
import NIOCore
import NIOHTTP1

/// What the tap itself does to a request: faults, and responses where the vendor gives none.
extension AppConnection {
  /// Asks whether a fault strikes, and passes the request on.
  func decide(_ head: HTTPRequestHead) {
    guard line.faults.mayStrike, let context else { return connect(head) }
    let app = NIOLoopBound(self, eventLoop: context.eventLoop)
    let (faults, loop) = (line.faults, context.eventLoop)
    let place = faults.place(head.method.rawValue, head.uri)
    Task {
      let fault = await faults.board.take(place)
      loop.execute { app.value.strike(fault, head) }
    }
  }

  private func strike(_ fault: Fault?, _ head: HTTPRequestHead) {
    guard context != nil, passage != nil, let fault else { return connect(head) }
    passage?.strike(fault)
    let isBefore = fault.isResponse && fault.after != true
    if isBefore { passage?.intervention.reachedVendor = false }
    if fault.isResponse {
      passage?.response = .replaced(fault)
    } else if let bytes = fault.truncate {
      passage?.response = .cut(CutBody(to: bytes))
    }
    wait(fault.delayMilliseconds) { app in
      if isBefore { app.respond(with: fault) } else { app.connect(head) }
    }
  }

  /// Goes on after a delay, as slowly as was requested.
  private func wait(_ milliseconds: Int?, _ next: @escaping (AppConnection) -> Void) {
    guard let milliseconds, milliseconds > 0, let context else { return next(self) }
    let app = NIOLoopBound((self, next), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) {
      let (connection, next) = app.value
      if connection.context != nil { next(connection) }
    }
  }

  /// Passes a request on, over a new connection where none is open.
  private func connect(_ head: HTTPRequestHead) {
    guard let context else { return }
    if let vendor {
      sendHead(of: head)
      process()
      // The app may send its body only after the vendor has seen the head.
      return vendor.flush()
    }
    let app = NIOLoopBound(self, eventLoop: context.eventLoop)
    line.connect(app, on: context.eventLoop).assumeIsolated().whenComplete { result in
      switch result {
      case .success(let channel): self.connected(channel, head)
      case .failure(let error): self.failed(error)
      }
    }
  }

  private func connected(_ channel: any Channel, _ head: HTTPRequestHead) {
    guard context != nil else { return channel.close(promise: nil) }
    vendor = channel
    line.take(channel)
    sendHead(of: head)
    process()
    channel.flush()
  }

  /// Says that there is no vendor: 502, with a sentence in the body.
  func failed(_ error: any Error) {
    let reason = VendorFailure.reason(error)
    refuse(
      .badGateway, "The tap cannot reach \(line.origin.text): \(reason). Nothing was sent.", failure: reason)
  }

  /// Responds with a sentence of the tap's own.
  ///
  /// - Parameter failure: Why there is no response of the vendor; nil where none was requested.
  func refuse(_ status: HTTPResponseStatus, _ sentence: String, failure: String? = nil) {
    let body = JSONValue.members(["error": sentence]).serialized + "\n"
    passage?.intervention.reachedVendor = false
    passage?.fail(failure ?? sentence)
    invite()
    respond(status, [], body)
    finish()
    process()
  }

  /// Lets the app send a body that it holds back: what it sends is evidence, whether or not the vendor responds.
  func invite() {
    guard passage?.holdsBody == true else { return }
    passage?.invite()
    context?.writeAndFlush(
      wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
  }

  /// Responds as a fault says, which is not the vendor's doing.
  func respond(with fault: Fault) {
    invite()
    // A vendor that responded early waits for the rest of this request, which it does not get.
    if phase == .passing, passage?.isRequestOver == false { letVendorGo() }
    phase = .responding
    passage?.response = .dropped
    if fault.drop == true {
      // What the app sent is evidence: the connection is closed when its request is over.
      passage?.fail(TapIntervention.closed)
      passage?.isResponseOver = true
      closesAfterwards = true
      finish()
      return process()
    }
    let status = HTTPResponseStatus(statusCode: fault.status ?? 200)
    let headers = fault.retryAfter.map { [("Retry-After", String($0))] } ?? []
    if fault.stall == true {
      passage?.fail(TapIntervention.stalled)
      var encoder = MessageEncoder()
      let framing =
        passage?.isOld == true ? ("Connection", "close") : ("Transfer-Encoding", "chunked")
      var bytes = encoder.head(Self.head(status, framing, headers))
      let start = fault.body ?? "{"
      // A chunk without bytes would be the end.
      if !start.isEmpty { bytes.writeImmutableBuffer(encoder.body(ByteBuffer(string: start))) }
      context?.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
      passage?.intervention.status = Int(status.code)
      return process()
    }
    respond(status, headers, fault.body ?? "")
    finish()
    process()
  }

  private func respond(
    _ status: HTTPResponseStatus, _ headers: [(String, String)], _ body: String
  ) {
    phase = .responding
    if passage?.isOld == true { closesAfterwards = true }
    var encoder = MessageEncoder()
    var bytes = encoder.head(Self.head(status, ("Content-Length", String(body.utf8.count)), headers))
    if passage?.method != .HEAD { bytes.writeString(body) }
    context?.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    passage?.intervention.status = Int(status.code)
    passage?.response = .dropped
    passage?.isResponseOver = true
  }

  /// The head of a response of the tap's own.
  private static func head(
    _ status: HTTPResponseStatus, _ framing: (String, String), _ more: [(String, String)]
  ) -> HTTPResponseHead {
    let headers = [("Content-Type", "application/json"), framing, ("Via", "inbox-tap")] + more
    return HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(headers))
  }

  // MARK: - A response that is cut

  /// The head of a response of which only the beginning passes, as if that were all.
  func cutHead(_ head: HTTPResponseHead) {
    guard case .cut? = passage?.response else { return }
    var head = head
    for name in ["content-length", "transfer-encoding", "connection"] { head.headers.remove(name: name) }
    head.headers.add(name: "Connection", value: "close")
    var encoder = MessageEncoder()
    context?.write(wrapOutboundOut(encoder.head(head)), promise: nil)
  }

  func cutBody(_ body: ByteBuffer) { cut { $0.take(body) } }

  /// Ends it, and with it the connection.
  func cutEnd() {
    cut { $0.end() }
    closesAfterwards = true
    guard passage?.isRequestOver == false else { return }
    // The app may wait for this end before it sends the rest, and the vendor for a rest that never comes.
    letVendorGo()
    close(.output)
  }

  private func cut(_ take: (inout CutBody) -> ByteBuffer?) {
    guard case .cut(var body)? = passage?.response else { return }
    let part = take(&body)
    passage?.response = .cut(body)
    if let part { context?.write(wrapOutboundOut(part), promise: nil) }
  }
}

extension Fault {
  /// Whether the tap responds in the place of the vendor.
  fileprivate var isResponse: Bool { drop == true || stall == true || status != nil || body != nil }
}
