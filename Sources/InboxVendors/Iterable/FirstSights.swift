import struct Foundation.Data
import struct Foundation.Date
import InboxCore
import InboxModel

/// When the device saw messages first that do not say when they were made, which the cursor of their list keeps.
struct FirstSights: Sendable {
  private var known: [String: Int64] = [:]
  private var used: [String: JSONValue] = [:]
  private let now: Int64

  init(_ cursor: FetchCursor?, now: Date) {
    self.now = Int64((now.timeIntervalSince1970 * 1_000).rounded())
    guard let cursor else { return }
    do {
      guard case .object(let members) = try JSONValue.parse(Data(cursor.text.utf8)) else { return }
      known = members.compactMapValues { $0.integer.map(Int64.init) }
    } catch {
      // Another version's mark: everything is seen for the first time.
    }
  }

  /// The moment for a message.
  ///
  /// - Parameter place: Its place among the messages of the page: the later ones of those that come at once are the older
  ///   ones, so that a list has them in the vendor's order.
  mutating func date(_ id: MessageID, place: Int) -> Date {
    let time = known[id.rawValue] ?? now - Int64(place)
    used[id.rawValue] = .integer(time)
    return Date(timeIntervalSince1970: Double(time) / 1_000)
  }

  /// The messages that were given a moment.
  var ids: Set<MessageID> { Set(used.keys.map { MessageID($0) }) }

  /// The mark for the next page; nil where no message needs one.
  var cursor: FetchCursor? { used.isEmpty ? nil : FetchCursor(JSONValue.object(used).serialized) }
}
