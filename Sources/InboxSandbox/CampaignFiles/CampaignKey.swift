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
    case .flag: try fields.flag(key).map { .bool($0) }
    case .text: try fields.filledText(key).map { .string($0) }
    case .whole(let bounds): try fields.whole(key, bounds).map { .integer(Int64($0)) }
    case .choice(let known): try fields.choice(key, among: known).map { .string($0) }
    }
  }
}
