/// What happened in one feature, in the past tense.
///
/// A recording has its case as the name of a line, so the cases of all features have names of their own.
protocol FeatureEvent: Equatable, Sendable, Codable {}
