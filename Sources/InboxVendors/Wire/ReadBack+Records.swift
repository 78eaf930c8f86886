import struct Foundation.Date
import InboxCore
import InboxModel

extension ReadBack.Page {
  /// The events among the records of a response; the others are counted.
  init(_ records: [JSONValue], since start: Date?, _ event: (JSONValue) -> RecordedEvent?) {
    let events = records.compactMap(event)
    self.init(events: events, otherCount: records.count - events.count, since: start)
  }
}

extension WirePort {
  /// The port that reads back: what others use of a server's rate may be all of it.
  func forReadingBack(_ time: TimeSource) -> WirePort {
    WireRetry(delays: [1, 2, 4]) { $0.status == 429 || $0.status >= 500 }.over(self) { await time.sleep($0) }
  }
}
