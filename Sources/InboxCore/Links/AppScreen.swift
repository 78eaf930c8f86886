/// A screen of the pretend app, where a deep link ends.
public struct AppScreen: Hashable, Sendable, Codable {
  /// A part of the link that the route names.
  public struct Parameter: Hashable, Sendable, Codable {
    /// The name in braces.
    public var name: String
    /// What the link says there.
    public var value: String

    /// Takes its parts as they are; nothing is checked.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What the screen is called.
  public var title: String
  /// The way to it: scheme, then the parts of the path.
  public var trail: [String]
  /// The values the link carries.
  public var parameters: [Parameter]
  /// The deep link itself.
  public var url: String
}
