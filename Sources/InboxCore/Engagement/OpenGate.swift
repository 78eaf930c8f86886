/// Lets each opening gesture through once (EN-5): a repeat while the first is in flight is the same gesture.
///
/// By id alone, as the SDK's call takes only the id (MC-20).
public struct OpenGate: Hashable, Sendable {
  private var inFlight: Set<MessageID> = []

  /// A gate with nothing in flight.
  public init() {}

  /// - Returns: true when this is a gesture of its own; call ``finished(_:)`` when its open is durable.
  public mutating func begin(_ message: MessageID) -> Bool { inFlight.insert(message).inserted }

  /// Whether an open of a message is in flight.
  public func isOpen(_ message: MessageID) -> Bool { inFlight.contains(message) }

  /// The open is durable and the message is shown: the next Enter is a new gesture.
  public mutating func finished(_ message: MessageID) { inFlight.remove(message) }
}
