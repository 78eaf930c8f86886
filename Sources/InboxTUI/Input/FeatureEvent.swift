/// An event of one feature, in the past tense.
///
/// A recording uses the name of the case for a line, so no two features may share one.
protocol FeatureEvent: Equatable, Sendable, Codable {}
