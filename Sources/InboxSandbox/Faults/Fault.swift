/// What goes wrong at an endpoint (SB-3): `{"endpoint":"messages","status":500}`.
///
/// Without status, body and drop the true answer is given, after the delay.
package struct Fault: Hashable, Sendable, Codable {
  /// Where.
  package var endpoint: FaultEndpoint
  /// The status to answer with; nil with a body is 200.
  package var status: Int?
  /// How long to wait before anything else happens.
  package var delayMilliseconds: Int?
  /// The body to answer with, whole JSON or not; nil with a status is empty.
  package var body: String?
  /// After how many requests it is over; nil is never.
  package var times: Int?
  /// Seconds for the `Retry-After` header.
  package var retryAfter: Int?
  /// Closes the connection without any answer.
  package var drop: Bool?
  /// Sends the head and the body so far, and then nothing more.
  package var stall: Bool?
  /// Carries the request out first: it counts, and only its answer goes wrong.
  package var after: Bool?

  private enum CodingKeys: String, CodingKey {
    case endpoint, status, body, times, drop, stall, after
    case delayMilliseconds = "delay_ms"
    case retryAfter = "retry_after"
  }

  /// Makes a fault.
  package init(
    _ endpoint: FaultEndpoint, status: Int? = nil, delayMilliseconds: Int? = nil, body: String? = nil,
    times: Int? = nil, retryAfter: Int? = nil, drop: Bool? = nil, stall: Bool? = nil, after: Bool? = nil
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
  }
}
