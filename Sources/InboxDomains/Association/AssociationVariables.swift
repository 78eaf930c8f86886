/// The variables that patterns may use: Apple's own and those of `applinks.substitutionVariables`.
///
/// Names are case-sensitive and cannot hold `$`, `(` or `)`; values may hold `?` and `*` but no variables
/// (Apple's reference). A name of the file goes before a built-in one.
struct AssociationVariables: Hashable, Sendable {
  private struct Key: Hashable, Sendable {
    let name: String
    let foldsCase: Bool
  }

  private let custom: [String: [String]]
  /// Made once each: a hostile file can name a long list thousands of times.
  private var made: [Key: AssociationVocabulary] = [:]

  init(custom: [String: [String]]) { self.custom = custom }

  /// The words of a variable; nil if there is no such variable.
  mutating func vocabulary(_ name: String, foldsCase: Bool) -> AssociationVocabulary? {
    let key = Key(name: name, foldsCase: foldsCase)
    if let known = made[key] { return known }
    guard let values = custom[name] ?? Self.builtIn(name) else { return nil }
    let vocabulary = AssociationVocabulary(values, foldsCase: foldsCase)
    made[key] = vocabulary
    return vocabulary
  }

  private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
  private static let lower = "abcdefghijklmnopqrstuvwxyz".map(String.init)
  private static let digit = "0123456789".map(String.init)

  private static func builtIn(_ name: String) -> [String]? {
    switch name {
    case "upper": upper
    case "lower": lower
    case "alpha": upper + lower
    case "digit": digit
    case "alnum": upper + lower + digit
    case "xdigit": digit + "ABCDEFabcdef".map(String.init)
    case "region": AssociationCodes.regions
    case "lang": AssociationCodes.languages
    default: nil
    }
  }
}
