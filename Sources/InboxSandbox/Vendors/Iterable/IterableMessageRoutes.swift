import Hummingbird
import InboxModel

/// The whole inbox and the embedded messages of a user (wires.md §2.2, §2.4).
struct IterableMessageRoutes: Sendable {
  let calls: IterableCalls

  private static let messages = APIOperation.Content.json(["inAppMessages!": .list(IterableWire.inAppSchema)])

  var all: [APIRoute] {
    [
      ("inApp/getMessages", "The whole inbox"), ("inApp/web/getMessages", "The whole inbox, for browsers"),
    ].map { path, summary in
      let count = APIOperation.Parameter("count", .whole(1, Int64(Int32.max)), isRequired: true)
      return calls.get(path, summary, query: [count], returns: Self.messages) { request, user in
        response(try await inbox(of: user).prefix(request.iterableQuery("count").flatMap { Int($0) } ?? 0))
      }
    } + [
      calls.get(
        "inApp/getPriorityMessage", "The unread message that comes first", returns: Self.messages
      ) { _, user in
        let unread = try await inbox(of: user).filter { !$0.isRead }
        let first = unread.min { (IterableWire.priority($0), $0.sent) < (IterableWire.priority($1), $1.sent) }
        return response(first.map { [$0] } ?? [])
      },
      calls.get(
        "embedded-messaging/messages", "The embedded messages by placement: the centers but Primary from 1",
        query: [.init("placementIds", .list(.whole(1))), .init("currentMessageIds", .list(.text))],
        returns: .json(["placements!": .list(IterableWire.placementSchema)]), embedded),
      calls.get(
        "pushes", "Ours: silent pushes, one JSON object a line, until the client goes", faults: .pushes,
        returns: .text("application/x-ndjson")
      ) { request, user in
        try await calls.account.pushes(
          to: user.identity, at: .iterable, of: request, saying: IterableWire.push)
      },
    ]
  }

  private func inbox(of user: IterableUser) async throws -> [VendorMessage] {
    try await calls.account.countFetch(.iterable, center: "inApp", of: user.identity)
    return try await calls.messages(of: user).filter { !IterableWire.isEmbedded($0.center, $0.extras) }
  }

  private func response(_ messages: some Sequence<VendorMessage>) -> Response {
    .json(.members(["inAppMessages": messages.map { IterableWire.inApp($0, form: calls.form) }]))
  }

  /// Every placement that has messages, or those that are asked for, with messages or without.
  @Sendable private func embedded(_ request: Request, _ user: IterableUser) async throws -> Response {
    let asked = request.iterableQueries("placementIds").compactMap { Int($0) }
    let known = Set(request.iterableQueries("currentMessageIds"))
    try await calls.account.countFetch(.iterable, center: "embedded", of: user.identity)
    let messages = try await calls.placements(of: try await calls.messages(of: user))
    let placements = Set(asked.isEmpty ? Array(messages.keys) : asked).sorted().map { number in
      let list = (messages[number] ?? []).sorted { IterableWire.priority($0) < IterableWire.priority($1) }
      return IterableWire.placement(number, list, known: known)
    }
    return .json(.members(["placements": placements]))
  }
}
