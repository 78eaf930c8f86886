import struct Foundation.Data
package import InboxEvidence
import InboxModel

/// Writes the steps of a front as the lines of a recording.
package struct FrontTranscript: Sendable {
  private var last: RecordedFrame?
  /// The campaigns that were listed last.
  private var campaigns: CampaignFacts?

  package init() {}

  package mutating func content(of step: FrontStep) -> RecordingLine.Content {
    switch step {
    case .began(let start): return Self.event(Self.began, start)
    case .happened(.keyPressed(let key)) where Key(notation: key.notation) == key: return .key(key.notation)
    case .happened(let event):
      if case .presenting(.campaignsListed(let new)) = event {
        defer { campaigns = new }
        if let campaigns { return Self.event(Self.campaignsChanged, CampaignsChange(new, since: campaigns)) }
      }
      guard case .event(_, .object(let members)) = Self.event("", event), let name = members.keys.first
      else { return Self.event("unwritten", JSONValue.null) }
      return .event(name: name, payload: members[name] ?? .null)
    case .drew(let frame):
      let picture = RecordedFrame(frame)
      guard picture != last else { return .frame(RecordedFrame(text: nil)) }
      last = picture
      return .frame(picture)
    }
  }

  static let began = "began"
  private static let campaignsChanged = "campaignsChanged"

  /// An event that cannot be encoded has no payload: a replay reports that.
  private static func event(_ name: String, _ value: some Encodable) -> RecordingLine.Content {
    do {
      return .event(name: name, payload: try JSONValue.parse(RecordedDate.encoder().encode(value)))
    } catch {
      return .event(name: name, payload: .null)
    }
  }

  /// The step of an event's line.
  ///
  /// - Parameter campaigns: Those that were listed last before it; afterwards those of the step, where it lists any.
  static func step(
    _ name: String, _ payload: JSONValue, behind campaigns: inout CampaignFacts?
  ) throws -> FrontStep {
    if name == began { return .began(try value(payload)) }
    if name == campaignsChanged {
      let change: CampaignsChange = try value(payload)
      guard let list = change.applied(to: campaigns) else {
        throw InboxError.invalidPayload("no such list of campaigns comes before it")
      }
      campaigns = list
      return .happened(.presenting(.campaignsListed(list)))
    }
    let event: AppEvent = try value(.object([name: payload]))
    if case .presenting(.campaignsListed(let list)) = event { campaigns = list }
    return .happened(event)
  }

  /// The sandbox's faults, which earlier recordings have in the core's snapshot.
  static func formerFaults(_ name: String, _ payload: JSONValue) -> [String]? {
    guard name == "coreTold" else { return nil }
    return payload["_0"]?["snapshot"]?["_0"]?["faults"]?.elements?.compactMap(\.text)
  }

  private static func value<Value: Decodable>(_ payload: JSONValue) throws -> Value {
    guard isSane(payload) else { throw InboxError.invalidPayload("a number is beyond any measure") }
    return try RecordedDate.decoder().decode(Value.self, from: Data(payload.serialized.utf8))
  }
}

extension FrontTranscript {
  /// No window has more columns or rows.
  private static let mostCells = 2_000

  /// Whether sums computed from the numbers cannot overflow, whatever the file says.
  private static func isSane(_ payload: JSONValue) -> Bool {
    switch payload {
    case .integer(let value): value.magnitude <= 1_000_000_000_000
    case .number(let value): value.magnitude <= 1e12
    case .huge: false
    case .array(let values): values.allSatisfy(isSane)
    case .object(let members):
      members.allSatisfy { name, value in
        isSane(value)
          && (!["columns", "rows"].contains(name) || (value.integer ?? 0).magnitude <= mostCells)
      }
    case .null, .bool, .string: true
    }
  }
}

extension RecordedFrame {
  /// The part of a frame that a recording stores.
  package init(_ frame: Frame) {
    let grid = frame.styleGrid()
    self.init(
      text: Self.fingerprint(frame.lines),
      styles: Self.fingerprint(grid.lines + grid.legend.map { "\($0.0) \($0.1)" }))
  }

  /// Equal for equal lines.
  private static func fingerprint(_ lines: [String]) -> String {
    String(lines.reduce(FNV1a.basis) { FNV1a.hash($1 + "\n", from: $0) }, radix: 16)
  }
}
