/// What goes wrong at an endpoint (SB-3): `{"endpoint":"messages","status":500}`.
///
/// Without status, body and drop the usual response is sent, after the delay.
package struct Fault: Hashable, Sendable, Codable {
  package var endpoint: FaultEndpoint
  /// The status of the response; nil with a body is 200.
  package var status: Int?
  /// How long to wait before anything else happens.
  package var delayMilliseconds: Int?
  /// The body of the response, whole JSON or not; nil with a status is empty.
  package var body: String?
  /// After how many requests it is over; nil is never.
  package var times: Int?
  /// Seconds for the `Retry-After` header of a response of its own.
  package var retryAfter: Int?
  /// Closes the connection without any response.
  package var drop: Bool?
  /// Sends the head, with the status, and the body so far, and then nothing more.
  package var stall: Bool?
  /// Carries the request out first: it counts, and only the response goes wrong.
  package var after: Bool?
  /// Sends no more than this many bytes of the response, as if that were all.
  package var truncate: Int?
  /// How many of a hundred requests it strikes; nil is every one.
  package var percent: Int?
  /// What is wrong with a list of what was recorded; then ``percent`` is of its events.
  package var flaw: RecordedFlaw?
  /// What the dice of ``percent`` begin with; nil lets the sandbox choose one and report it.
  package var seed: UInt64?

  /// The statuses that are a fault by themselves; a status of success needs a body of its own to be one.
  static let statuses = 300...599
  /// The statuses of responses without a body.
  static let bodiless = [204, 205, 304]
  /// How many requests it can be limited to.
  static let counts = 1...1_000_000
  static let percents = 1...100
  /// Seconds for the `Retry-After` header.
  static let retries = 0...86_400
  /// Seconds by which a response can be slow.
  static let delays = 1...3_600
  /// Seconds by which an event can come late into what is read back.
  static let latenesses = 1...86_400

  static let names = CodingKeys.allCases.map(\.rawValue)

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case endpoint, status, body, times, drop, stall, after, truncate, percent, flaw, seed
    case delayMilliseconds = "delay_ms"
    case retryAfter = "retry_after"
  }

  package init(
    _ endpoint: FaultEndpoint, status: Int? = nil, delayMilliseconds: Int? = nil, body: String? = nil,
    times: Int? = nil, retryAfter: Int? = nil, drop: Bool? = nil, stall: Bool? = nil, after: Bool? = nil,
    truncate: Int? = nil, percent: Int? = nil, flaw: RecordedFlaw? = nil, seed: UInt64? = nil
  ) {
    self.endpoint = endpoint
    self.status = status
    self.delayMilliseconds = delayMilliseconds
    self.body = body
    self.times = times
    self.retryAfter = retryAfter
    self.drop = drop
    self.stall = stall
    self.after = after
    self.truncate = truncate
    self.percent = percent
    self.flaw = flaw
    self.seed = seed
  }
}

/// Where a fault can be set.
package enum FaultEndpoint: String, Hashable, Sendable, Codable, CaseIterable {
  case messages
  /// Rich content that the back end serves.
  case rich
  /// The upload of displays and opens.
  case engagements
  case badge
  case pictures
  /// Tracked links: of the branded domains, the email services and the OneLinks.
  case links
  /// Bloomreach's tracking, and what vendors take besides messages and what happens to them: users, devices, settings.
  case tracking
  /// The open response that stands for the push service.
  case pushes
  /// What was recorded, as it is read back: vendors' exports of events, and the receipts for a report.
  ///
  /// A ``RecordedFlaw`` is in the receipts of every reader.
  case recorded
}
