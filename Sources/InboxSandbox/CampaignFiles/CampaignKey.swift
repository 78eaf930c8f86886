import InboxModel
import InboxTOML

/// What a key of a vendor's own table in a campaign holds.
enum CampaignKey: Sendable {
  case flag
  case text
  case whole(ClosedRange<Int>)
  case choice([String])

  /// The value of a key; nil where it is not there.
  func read(_ fields: TOMLFields, _ key: String) throws(TOMLFileError) -> JSONValue? {
    switch self {
    case .flag: return try fields.flag(key).map { .bool($0) }
    case .text: return try fields.filledText(key).map { .string($0) }
    case .whole(let bounds): return try fields.whole(key, bounds).map { .integer(Int64($0)) }
    case .choice(let known):
      guard let text = try fields.text(key) else { return nil }
      guard known.contains(text) else {
        let hint = NearestName.hint(text, among: known)
        throw fields.error(
          key, "“\(text)” is unknown. Known are: \(known.joined(separator: ", ")).\(hint)")
      }
      return .string(text)
    }
  }
}
