import InboxCore
import InboxModel
import Synchronization

/// The last place of each list that was counted, from which the next one is counted: scrolling costs the rows passed,
/// not all that lie before.
final class CountedPlaces: Sendable {
  /// Which list of whom.
  struct List: Hashable {
    var identity: Identity
    var scope: WindowRequest.Scope
  }

  /// A place, and how many rows came before it.
  struct Counted {
    var place: ListPlace
    var before: Int
    /// What `messageOrder` was then: another one where anything has come into a list, left one, or moved.
    var version: Int64
    /// When rows were counted, in seconds since 1970: what has ended since then is in no list any more.
    var now: Double
  }

  private let lists = Mutex<[List: Counted]>([:])

  subscript(list: List) -> Counted? {
    get { lists.withLock { $0[list] } }
    set { lists.withLock { $0[list] = newValue } }
  }
}

/// A place in the order of a list: a row at or behind it has this or a later key.
struct ListPlace {
  var sent: Double
  var id: String
  var center: String
}
