/// One line of the head of a request or a response.
public struct WireHeader: Hashable, Sendable {
  /// The name as it is sent.
  public var name: String
  /// The value as it is sent.
  public var value: String

  /// Takes its parts as they are; nothing is checked.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// JSON goes and comes.
  static let json = [Self("Accept", "application/json"), Self("Content-Type", "application/json")]
}

extension [WireHeader] {
  /// The value of the first header of a name, whose case does not matter.
  package func first(_ name: String) -> String? { all(name).first }

  /// The values of every header of a name, in order.
  package func all(_ name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}
