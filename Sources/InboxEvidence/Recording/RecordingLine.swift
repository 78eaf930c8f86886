public import struct Foundation.Date
public import InboxCore

/// One line of a recording: a JSON object with `t` (seconds since the start), `ts` (time of day) and `type`.
///
/// What a later version adds, a type or a member, is kept and written back.
public struct RecordingLine: Hashable, Sendable {
  /// The version of the format, which the first line names.
  public static let version = 1

  /// What happened.
  public enum Content: Hashable, Sendable {
    /// The run began.
    case start(RecordingStart)
    /// A key was pressed, in the notation of `--keys`: `j`, `<c-r>`.
    case key(String)
    /// A request was answered, or failed.
    case exchange(HTTPExchange)
    /// A why line.
    case journal(RecordedEntry)
    /// The front's state machine was told something: the type's name, and what it carries.
    ///
    /// In the payload, members named as secrets are masked; a member named just `key` or `keys` is not.
    case event(name: String, payload: JSONValue)
    /// A picture was drawn.
    case frame(RecordedFrame)
    /// The run ended with this exit status.
    case end(status: Int)
    /// A type that this version does not know; ``RecordingLine/extra`` has its members.
    case unknown(type: String)
  }

  /// How long after the start.
  public var milliseconds: Int
  /// The time of day by the machine's clock, to the millisecond.
  public var time: Date
  /// What happened.
  public var content: Content
  /// The time by the clock that the front follows, for what a replay needs it for: keys, events and frames.
  public var now: Date?
  /// Members that this version does not know.
  public var extra: [String: JSONValue] = [:]

  /// Makes a line.
  public init(_ content: Content, at time: Date, milliseconds: Int, now: Date? = nil) {
    self.content = content
    self.time = time
    self.milliseconds = milliseconds
    self.now = now
  }

  /// Makes a line of a run that began at a date.
  public init(_ content: Content, at time: Date, since start: Date, now: Date? = nil) {
    let passed = time.timeIntervalSince(start) * 1_000
    self.init(content, at: time, milliseconds: abs(passed) < 1e15 ? Int(passed.rounded()) : 0, now: now)
  }

  /// The line without secrets.
  public func masked(by mask: SecretMask = SecretMask()) -> RecordingLine {
    var line = self
    switch content {
    case .start(let start): line.content = .start(start.masked(by: mask))
    case .key(let notation): line.content = .key(mask.text(notation))
    case .exchange(let exchange): line.content = .exchange(exchange.masked(by: mask))
    case .journal(let entry): line.content = .journal(entry.masked(by: mask))
    case .event(let name, let payload):
      line.content = .event(name: mask.text(name), payload: mask.json(payload, isOwn: true))
    case .unknown(let type): line.content = .unknown(type: mask.known(in: type))
    case .frame, .end: break
    }
    if case .object(let members) = mask.json(.object(extra)) { line.extra = members }
    return line
  }
}
