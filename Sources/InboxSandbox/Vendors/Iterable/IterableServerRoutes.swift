import InboxCore
import InboxModel

/// What a server does for one user: sending a campaign, taking it back, reading what was recorded (wires.md §2.6).
struct IterableServerRoutes: Sendable {
  let calls: IterableCalls
  private var account: Account { calls.account }

  var all: [APIRoute] {
    // The vendor's number; a name from a campaign file is accepted as well.
    let campaign = [("campaignId!", APISchema.either(.whole(0), .filledText))]
    let event: APISchema = ["createdAt!": .text, "eventType!": .text]
    return [
      calls.post(
        "inApp/target", "Sends a campaign to one user", isServers: true, toRecipient: true,
        campaign + [("dataFields?", .map(.any)), ("allowRepeatMarketingSends?", .flag), ("sendAt?", .text)],
        act: target),
      calls.post(
        "inApp/cancel", "Withdraws a campaign from one user", isServers: true, campaign, act: cancel),
    ]
      + calls.server(
        "events", "What was recorded of a user", faults: .recorded, query: [.init("limit", .whole(1, 200))],
        returns: .json(["events!": .list(event)])
      ) { request, user in
        let messages = try await account.messages(for: .iterable, identity: user.identity)
        let campaigns = Dictionary(
          messages.map { ($0.id.rawValue, IterableWire.campaignID($0)) },
          uniquingKeysWith: { first, _ in first })
        let recorded = try await account.recorded(by: .iterable, of: user.identity) {
          value($0, of: user, campaigns)
        }
        let newest = await calls.world.faults.listed(recorded, newestFirst: true, now: account.now()) {
          ["createdAt": WireDate.format($0).json]
        }
        return .members([
          "events": Array(newest.prefix(request.iterableQuery("limit").flatMap { Int($0) } ?? 30))
        ])
      }
  }

  /// Sends a campaign to one user now, only by Iterable: one of the campaign files, or one that the sandbox was sent.
  @Sendable private func target(_ post: IterableCalls.Post) async throws {
    guard (post.body["sendAt"]?.text ?? "").isEmpty else {
      throw IterableStatus.badParams("This sandbox sends at once: leave sendAt out")
    }
    let id = campaignID(post)
    let campaigns = try await account.campaigns(besides: calls.world.campaigns)
    let known = campaigns.first { $0.goes(to: .iterable) && IterableWire.campaignNumber($0.id) == id }
    guard var campaign = known else {
      throw IterableStatus.badParams("Campaign \(post.body["campaignId"]?.text ?? "\(id)") does not exist")
    }
    campaign.audience = [.only(post.user.identity)]
    campaign.vendors = [.iterable]
    try await account.send(campaign.sentNow)
  }

  /// Withdraws every message of a campaign from one user.
  @Sendable private func cancel(_ post: IterableCalls.Post) async throws {
    let (id, identity) = (campaignID(post), post.user.identity)
    let messages = try await calls.messages(of: post.user)
      .filter { IterableWire.campaignID($0) == .integer(id) }
    if messages.isEmpty { throw IterableStatus.badParams("Campaign \(id) has no message of this user") }
    try await account.mark(messages.map(\.id), .deleted, of: identity, at: .iterable)
    for message in messages {
      try await account.publish(
        VendorChange(id: message.id, center: message.center, extras: message.extras, isWithdrawn: true),
        to: [.iterable], [.only(identity)])
    }
  }

  private func campaignID(_ post: IterableCalls.Post) -> Int64 {
    let id = post.body["campaignId"]
    return id?.integer.map(Int64.init) ?? IterableWire.campaignNumber(id?.text ?? "")
  }

  /// Nil where the vendor records no event, as of a message that was consumed without `deleteAction`.
  private func value(
    _ source: RecordedEvent.Source, of user: IterableUser, _ campaigns: [String: JSONValue]
  ) -> [String: JSONValue]? {
    var members = user.member
    switch source {
    case .receipt(let receipt):
      guard let name = receipt.detail["eventName"] else { return nil }
      members.merge(receipt.detail) { own, _ in own }
      (members["eventType"], members["messageId"]) = (name, receipt.messageID?.json)
      members["campaignId"] = receipt.messageID.flatMap { campaigns[$0] }
    case .tracked(let tracked):
      guard user.isNamed(by: tracked.customerIDs) else { return nil }
      (members["eventName"], members["eventType"]) = (tracked.type.json, "customEvent".json)
      members["dataFields"] = .object(tracked.properties)
    }
    return members
  }
}
