import InboxCore
import InboxModel

/// A gesture as a recording keeps it.
extension InboxGesture {
  var members: [String: JSONValue] {
    .init([
      "gesture": kind.rawValue, "time": RecordedDate.json(time), "person": person.storageKey,
      "session": session, "center": message?.center.rawValue, "message": message?.id.rawValue,
    ])
  }

  /// Reads ``members`` back.
  init(_ fields: inout RecordingFields) throws(RecordingFlaw) {
    let name = try fields.text("gesture")
    guard let kind = Kind(rawValue: name) else {
      throw RecordingFlaw("there is no gesture “\(name.prefix(40))”")
    }
    // To the last bit: rules have borders.
    guard let time = fields.value("time").flatMap(RecordedDate.read) else {
      throw RecordingFlaw("time is not a time")
    }
    let key = try fields.text("person")
    guard let person = Identity(storageKey: key) else {
      throw RecordingFlaw("person is neither user:… nor device:…")
    }
    var message: MessageKey?
    if let id = fields.optionalText("message") {
      let center = fields.optionalText("center").map { CenterName($0) } ?? .primary
      message = MessageKey(center: center, id: MessageID(id))
    }
    self.init(kind, at: time, by: person, session: fields.optionalInteger("session"), message: message)
  }

  func masked(by mask: SecretMask) -> InboxGesture {
    var gesture = self
    gesture.person = person.masked(by: mask)
    gesture.message = message.map {
      MessageKey(
        center: CenterName(mask.known(in: $0.center.rawValue)),
        id: MessageID(mask.known(in: $0.id.rawValue)))
    }
    return gesture
  }
}

extension Identity {
  func masked(by mask: SecretMask) -> Identity { Identity(storageKey: mask.known(in: storageKey)) ?? self }
}
