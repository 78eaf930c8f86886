import InboxModel

/// Lets each gesture through once (EN-5, UL-16): a repeat while the first is in flight is the same gesture.
public struct InFlightGuard<Gesture: Hashable & Sendable>: Hashable, Sendable {
  private var inFlight: Set<Gesture> = []

  /// A guard with nothing in flight.
  public init() {}

  /// - Returns: true when this is a gesture of its own; call ``finished(_:)`` when all of it has happened.
  public mutating func begin(_ gesture: Gesture) -> Bool { inFlight.insert(gesture).inserted }

  /// The next one is a new gesture.
  public mutating func finished(_ gesture: Gesture) { inFlight.remove(gesture) }
}

/// Opening a message: for each person, by id alone, as the SDK's call takes only the id (MC-20).
struct OpenGesture: Hashable, Sendable {
  var person: Identity
  var message: MessageID
}
