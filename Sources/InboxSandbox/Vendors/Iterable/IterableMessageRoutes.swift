import Hummingbird
import InboxCore

/// The whole inbox and the embedded messages of a user (wires.md §2.2, §2.4).
struct IterableMessageRoutes: Sendable {
  let project: IterableProject
  let form: IterableWire.Form

  func add(to routes: IterableRoutes) {
    for path in ["inApp/getMessages", "inApp/web/getMessages"] {
      routes.on(.get, path, .messages) { request, _ in
        let user = try project.user(of: request)
        guard let count = try request.iterableNumber("count", in: 1...Int(Int32.max)) else {
          throw IterableStatus.badParams("count is required")
        }
        return response(try await inbox(of: user).prefix(count))
      }
    }
    routes.on(.get, "inApp/getPriorityMessage", .messages) { request, _ in
      let unread = try await inbox(of: try project.user(of: request)).filter { !$0.isRead }
      let first = unread.min { (IterableWire.priority($0), $0.sent) < (IterableWire.priority($1), $1.sent) }
      return response(first.map { [$0] } ?? [])
    }
    routes.on(.get, "embedded-messaging/messages", .messages) { request, _ in try await embedded(request) }
    // Ours, in the place of the platform's push service; what the sandbox says of itself is among the lines.
    routes.on(.get, "pushes", .pushes) { request, _ in
      let (identity, account) = (try project.user(of: request).identity, project.account)
      let (lines, number) = await account.subscribe(identity, at: .iterable) { IterableWire.push($0) }
      return .lines(lines, of: request) { await account.unsubscribe(number) }
    }
  }

  private func inbox(of user: IterableUser) async throws -> [VendorMessage] {
    try await project.account.countFetch(.iterable, center: "inApp", of: user.identity)
    return try await project.messages(of: user).filter { !IterableWire.isEmbedded($0.center, $0.extras) }
  }

  private func response(_ messages: some Sequence<VendorMessage>) -> Response {
    .json(.object(["inAppMessages": .array(messages.map { IterableWire.inApp($0, form: form) })]))
  }

  /// Every placement that has messages, or those that are asked for, with messages or without.
  private func embedded(_ request: Request) async throws -> Response {
    let user = try project.user(of: request)
    let asked = try request.uri.queryParameters[values: "placementIds"].map { text in
      guard let number = Int(text), number > 0 else {
        throw IterableStatus.badParams("placementIds: “\(text)” is no placement")
      }
      return number
    }
    let known = Set(request.uri.queryParameters[values: "currentMessageIds"].map(String.init))
    try await project.account.countFetch(.iterable, center: "embedded", of: user.identity)
    let messages = try await project.placements(of: try await project.messages(of: user))
    let placements = Set(asked.isEmpty ? Array(messages.keys) : asked).sorted().map { number in
      let list = (messages[number] ?? []).sorted { IterableWire.priority($0) < IterableWire.priority($1) }
      return IterableWire.placement(number, list, known: known)
    }
    return .json(.object(["placements": .array(placements)]))
  }
}
