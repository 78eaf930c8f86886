import InboxCore
package import InboxModel

extension RecordingLine {
  /// The line as it is written, without a line feed; no control character is in it.
  package var text: String { json.serialized }

  package var json: JSONValue {
    var members = extra
    members.merge(contentMembers) { _, own in own }
    members["t"] = .number(Double(milliseconds) / 1_000)
    members["ts"] = .string(WireDate.format(time))
    members["type"] = .string(type)
    members["now"] = now.map(RecordedDate.json)
    return .object(members)
  }

  /// The name of what happened.
  package var type: String {
    switch content {
    case .start: "start"
    case .key: "key"
    case .exchange: "exchange"
    case .journal: "journal"
    case .gesture: "gesture"
    case .event: "event"
    case .frame: "frame"
    case .end: "end"
    case .unknown(let type): type
    }
  }

  private var contentMembers: [String: JSONValue] {
    switch content {
    case .start(let start): start.members
    case .key(let notation): ["key": .string(notation)]
    case .exchange(let exchange): exchange.members
    case .journal(let entry): entry.members
    case .gesture(let gesture): gesture.members
    case .event(let name, let payload): ["event": .string(name), "payload": payload]
    case .frame(let frame): frame.members
    case .end(let status): ["status": .integer(Int64(status))]
    case .unknown: [:]
    }
  }

  init(_ json: JSONValue) throws(RecordingFlaw) {
    guard case .object(let members) = json else {
      throw RecordingFlaw("it is \(json.kindName), not an object")
    }
    var fields = RecordingFields(members)
    let type = try fields.text("type")
    milliseconds = try fields.milliseconds("t")
    time = try fields.date("ts")
    now = fields.value("now").flatMap(RecordedDate.read)
    content = try Self.content(type, &fields)
    extra = fields.rest
  }

  private static func content(_ type: String, _ fields: inout RecordingFields) throws(RecordingFlaw)
    -> Content
  {
    switch type {
    case "start": .start(try RecordingStart(&fields))
    case "key": .key(try fields.text("key"))
    case "exchange": .exchange(try HTTPExchange(&fields))
    case "journal": .journal(try RecordedEntry(&fields))
    case "gesture": .gesture(try InboxGesture(&fields))
    case "event": .event(name: try fields.text("event"), payload: fields.value("payload") ?? .null)
    case "frame": .frame(RecordedFrame(&fields))
    case "end": .end(status: try fields.integer("status"))
    default: .unknown(type: type)
    }
  }
}
