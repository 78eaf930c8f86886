import Foundation
import InboxCore
import InboxModel
import InboxVendors

/// Whatever a back end, or whoever sits between, can answer.
///
/// What was read is written and read again; nothing that is written can steer a terminal.
nonisolated enum WireFuzzer {
  static func run(_ input: FuzzInput) {
    json(input.data)
    messages(input.data)
    smallResponses(input.data)
    engagements(input.data)
    pushes(input)
    dates(input.text)
  }

  private static func json(_ data: Data) {
    let value = attempt { () throws(InboxError) in try JSONValue.parse(data) }
    if let flaw = JSONFlaw(in: data) {
      let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
      require((1...max(1, lines)).contains(flaw.line) && flaw.column > 0, "a flaw outside the text: \(flaw)")
    } else {
      // What the scanner takes for JSON the decoder takes as well, or whoever is told would look in vain.
      require(value != nil || data.isEmpty || isBeyondNumbers(data), "no flaw in what is not read")
    }
    guard let value else { return }
    let text = value.serialized
    require(Harmless.isText(text), "written JSON steers a terminal")
    requireSame(
      text, attempt { () throws(InboxError) in try JSONValue.parse(Data(text.utf8)) }?.serialized, "JSON")
    require(!value.indented.isEmpty, "nothing is written")
  }

  /// Numbers beyond every measure are JSON, and no decoder takes them.
  private static func isBeyondNumbers(_ data: Data) -> Bool {
    data.contains { ("0"..."9").contains(Character(Unicode.Scalar($0))) }
  }

  private static func messages(_ data: Data) {
    guard
      let response = attempt({ () throws(InboxError) in
        try FetchedPage(RawResponse(body: data, requestURL: ""), center: .primary)
      })
    else { return }
    for message in response.messages {
      let written = MessageWire.encode(message)
      guard let again = attempt({ () throws(InboxError) in try MessageWire.decode(written) }) else {
        fatalError("a message that was read is not read again: \(written.serialized)")
      }
      require(
        message.id == again.id && message.subject == again.subject && message.body == again.body
          && message.center == again.center && message.custom == again.custom
          && message.richHTML == again.richHTML && message.deepLink == again.deepLink
          && abs(message.sent.timeIntervalSince(again.sent)) < 0.001,
        "a message changed: \(written.serialized) \(MessageWire.encode(again).serialized)")
    }
  }

  private static func smallResponses(_ data: Data) {
    if let badge = attempt({ () throws(InboxError) in try BadgeWire.decodeResponse(data) }) {
      requireSame(
        badge,
        attempt { () throws(InboxError) in try BadgeWire.decodeResponse(BadgeWire.encodeResponse(badge)) },
        "a badge")
    }
    if let link = attempt({ () throws(InboxError) in try PubWebResponse(body: data) }) {
      let body = Data(link.value.serialized.utf8)
      requireSame(
        link, attempt { () throws(InboxError) in try PubWebResponse(body: body) }, "a link's answer")
    }
  }

  private static func engagements(_ data: Data) {
    _ = attempt { () throws(InboxError) in try EngagementWire.decodeResponse(data) }
    guard let events = attempt({ () throws(InboxError) in try EngagementWire.decodeRequest(data) }) else {
      return
    }
    let body = EngagementWire.encode(events, sent: Date(timeIntervalSince1970: 0))
    let again = attempt { () throws(InboxError) in try EngagementWire.decodeRequest(body) }
    requireSame(events.map(\.id), again?.map(\.id), "engagements")
    requireSame(events.map(\.identity), again?.map(\.identity), "engagements")
    requireSame(events.map(\.message), again?.map(\.message), "engagements")
  }

  private static func pushes(_ input: FuzzInput) {
    for line in input.bytes.split(separator: UInt8(ascii: "\n")).prefix(50) {
      _ = attempt { () throws(InboxError) in try PushWire.decode(Data(line)) }
      guard let push = attempt({ () throws(InboxError) in try SandboxLine(Data(line)) }) else { continue }
      let written = push.data
      let again = attempt { () throws(InboxError) in try SandboxLine(written) }
      // A clock that stands is written to the millisecond, and one that runs says what time it is.
      if case .clock(.stopped) = push {
        requireSame(written, again.map(\.data), "a clock")
      } else {
        requireSame(push, again, "a push")
      }
    }
  }

  private static func dates(_ text: String) {
    for line in text.split(separator: "\n").prefix(20) {
      _ = RetryAfter.seconds(String(line), at: Date(timeIntervalSince1970: 1_795_255_200))
      guard let date = WireDate.parse(String(line)) else { continue }
      let again = WireDate.parse(WireDate.format(date))
      require(again.map { abs($0.timeIntervalSince(date)) < 0.001 } == true, "a date changed: \(line)")
    }
  }
}
