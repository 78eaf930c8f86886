/// What a person can do, by its name in key maps, recordings, scenarios and documents.
///
/// Each feature declares those of its own actions.
package struct ActionID: RawRepresentable, Hashable, Sendable, Codable {
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name }
}
