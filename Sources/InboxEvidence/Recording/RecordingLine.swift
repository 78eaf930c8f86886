package import struct Foundation.Date
package import InboxCore
package import InboxModel

/// One line of a recording: a JSON object with `t` (seconds since the start), `ts` (time of day) and `type`.
///
/// What a later version adds, a type or a member, is preserved and written back.
package struct RecordingLine: Hashable, Sendable {
  /// The version of the format, which the first line names.
  package static let version = 1

  /// What happened.
  package enum Content: Hashable, Sendable {
    /// The run began.
    case start(RecordingStart)
    /// A key was pressed, in the notation of `--keys`: `j`, `<c-r>`.
    case key(String)
    /// A request got its response, or failed.
    case exchange(HTTPExchange)
    /// A why line.
    case journal(RecordedEntry)
    /// Something that a person did or saw (QA-1).
    case gesture(InboxGesture)
    /// An event of the front's state machine: its type's name, and what it carries.
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
  package var milliseconds: Int
  /// The time of day by the machine's clock, to the millisecond.
  package var time: Date
  package var content: Content
  /// The time by the clock that the front follows, for what a replay needs it for: keys, events and frames.
  package var now: Date?
  /// Members that this version does not know.
  package var extra: [String: JSONValue] = [:]

  package init(_ content: Content, at time: Date, milliseconds: Int, now: Date? = nil) {
    self.content = content
    self.time = time
    self.milliseconds = milliseconds
    self.now = now
  }

  package init(_ content: Content, at time: Date, since start: Date, now: Date? = nil) {
    let passed = time.timeIntervalSince(start) * 1_000
    self.init(content, at: time, milliseconds: abs(passed) < 1e15 ? Int(passed.rounded()) : 0, now: now)
  }

  /// How many lines the run had written before this one, its end; nil where it does not say.
  package var linesBefore: Int? {
    get { extra["lines"]?.integer }
    set { extra["lines"] = newValue.map { .integer(Int64($0)) } }
  }

  /// The line without secrets.
  package func masked(by mask: SecretMask = SecretMask()) -> RecordingLine {
    var line = self
    switch content {
    case .start(let start): line.content = .start(start.masked(by: mask))
    case .key(let notation): line.content = .key(mask.text(notation))
    case .exchange(let exchange): line.content = .exchange(exchange.masked(by: mask))
    case .journal(let entry): line.content = .journal(entry.masked(by: mask))
    case .gesture(let gesture): line.content = .gesture(gesture.masked(by: mask))
    case .event(let name, let payload):
      line.content = .event(name: mask.text(name), payload: mask.json(payload, isOwn: true))
    case .unknown(let type): line.content = .unknown(type: mask.known(in: type))
    case .frame, .end: break
    }
    if case .object(let members) = mask.json(.object(extra)) { line.extra = members }
    return line
  }
}

/// Why a line of a recording cannot be read.
struct RecordingFlaw: Error, Hashable {
  /// A clause: “url is missing”.
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The first line of a recording: what ran, and how.
package struct RecordingStart: Hashable, Sendable {
  package var program: String
  package var profile: String
  /// What stood behind the program's name on the command line.
  package var arguments: [String]
  /// The terminal's width in cells; nil without a terminal.
  package var columns: Int?
  /// The terminal's height in cells; nil without a terminal.
  package var rows: Int?
  /// The seed of everything random, if it was set.
  package var seed: UInt64?

  package init(
    program: String, profile: String, arguments: [String] = [], columns: Int? = nil, rows: Int? = nil,
    seed: UInt64? = nil
  ) {
    self.program = program
    self.profile = profile
    self.arguments = arguments
    self.columns = columns
    self.rows = rows
    self.seed = seed
  }

  /// The members of the line; the seed is a text, as not every reader of JSON takes 64 bits.
  var members: [String: JSONValue] {
    .init([
      "v": RecordingLine.version, "program": program, "profile": profile, "zone": "UTC",
      "arguments": arguments, "columns": columns, "rows": rows, "seed": seed?.description,
    ])
  }

  /// Reads ``members`` back.
  init(_ fields: inout RecordingFields) throws(RecordingFlaw) {
    let version = try fields.integer("v")
    guard (1...RecordingLine.version).contains(version) else {
      throw RecordingFlaw("there is no version \(version)")
    }
    self.init(
      program: try fields.text("program"), profile: try fields.text("profile"),
      arguments: try fields.texts("arguments"), columns: fields.optionalInteger("columns"),
      rows: fields.optionalInteger("rows"))
    _ = fields.value("zone")
    if let text = fields.optionalText("seed") {
      guard let number = UInt64(text) else {
        throw RecordingFlaw("the seed “\(text.prefix(40))” is not a number")
      }
      seed = number
    }
  }

  func masked(by mask: SecretMask) -> RecordingStart {
    var start = self
    start.program = mask.text(program)
    start.profile = mask.text(profile)
    start.arguments = mask.arguments(arguments)
    return start
  }
}
