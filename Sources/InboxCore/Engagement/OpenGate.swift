/// Lets each opening gesture through once (EN-5): a repeat while the first is in flight is the same gesture.
///
/// For each person, by id alone, as the SDK's call takes only the id (MC-20).
public struct OpenGate: Hashable, Sendable {
  private struct Gesture: Hashable, Sendable {
    var person: Identity
    var message: MessageID
  }

  private var inFlight: Set<Gesture> = []

  /// A gate with nothing in flight.
  public init() {}

  /// - Returns: true when this is a gesture of its own; call ``finished(_:of:)`` when its open is durable.
  public mutating func begin(_ message: MessageID, of person: Identity) -> Bool {
    inFlight.insert(Gesture(person: person, message: message)).inserted
  }

  /// Whether an open of a message is in flight.
  public func isOpen(_ message: MessageID, of person: Identity) -> Bool {
    inFlight.contains(Gesture(person: person, message: message))
  }

  /// The open is durable and the message is shown: the next Enter is a new gesture.
  public mutating func finished(_ message: MessageID, of person: Identity) {
    inFlight.remove(Gesture(person: person, message: message))
  }
}
