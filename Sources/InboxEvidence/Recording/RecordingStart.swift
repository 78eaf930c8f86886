import InboxCore

/// The first line of a recording: what ran, and how.
public struct RecordingStart: Hashable, Sendable {
  /// The version of the program that recorded.
  public var program: String
  /// The name of the profile.
  public var profile: String
  /// What stood behind the program's name on the command line.
  public var arguments: [String]
  /// The terminal's width in cells; nil without a terminal.
  public var columns: Int?
  /// The terminal's height in cells; nil without a terminal.
  public var rows: Int?
  /// The seed of everything random, if it was set.
  public var seed: UInt64?

  /// Makes a start.
  public init(
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
    var members: [String: JSONValue] = [
      "v": .integer(Int64(RecordingLine.version)), "program": .string(program), "profile": .string(profile),
      "zone": .string("UTC"), "arguments": .array(arguments.map { .string($0) }),
    ]
    members["columns"] = columns.map { .integer(Int64($0)) }
    members["rows"] = rows.map { .integer(Int64($0)) }
    members["seed"] = seed.map { .string(String($0)) }
    return members
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
        throw RecordingFlaw("the seed “\(text.prefix(40))” is no number")
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
