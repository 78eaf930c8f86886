/// Lets each opening gesture through once (EN-5): a repeat while the first is in flight is the same gesture.
public struct OpenGate: Hashable, Sendable {
  private var inFlight: Set<MessageKey> = []

  /// A gate with nothing in flight.
  public init() {}

  /// - Returns: true when this is a gesture of its own; call ``finished(_:)`` when its open is durable.
  public mutating func begin(_ message: MessageKey) -> Bool { inFlight.insert(message).inserted }

  /// The open is durable and the message is shown: the next Enter is a new gesture.
  public mutating func finished(_ message: MessageKey) { inFlight.remove(message) }
}
