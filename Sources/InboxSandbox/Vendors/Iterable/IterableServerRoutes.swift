import InboxCore
import InboxModel

/// What a server does for one user: sending a campaign, taking it back, reading what was recorded (wires.md §2.6).
struct IterableServerRoutes: Sendable {
  let calls: IterableCalls
  private var account: Account { calls.account }

  var all: [APIRoute] {
    // The vendor's number; a name from a campaign file is accepted as well.
    let campaign = [("campaignId!", APISchema.either(.whole(0), .filledText))]
    let event = APISchema.object(["createdAt!": .text, "eventType!": .text])
    return [
      calls.post(
        "inApp/target", "Sends a campaign to one user", isServers: true, of: IterableUser.recipient,
        campaign + [
          ("dataFields?", .map(.any)), ("allowRepeatMarketingSends?", .flag), ("sendAt?", .text),
        ], act: target),
      calls.post(
        "inApp/cancel", "Withdraws a campaign from one user", isServers: true, campaign, act: cancel),
    ]
      + calls.server(
        "events", "What was recorded of a user", faults: .recorded,
        query: [.init(name: "limit", schema: .whole(1, 200))], returns: .object(["events!": .list(event)])
      ) { request, user in
        let recorded = try await account.recorded(by: .iterable, of: user.identity) { source in
          if case .tracked(let tracked) = source { user.isNamed(by: tracked.customerIDs) } else { true }
        }
        // Without deleteAction the vendor records no event.
        let events = recorded.filter { $0.receipt.map { $0.detail["eventName"] != nil } ?? true }
        let newest = await calls.world.faults.listed(events, newestFirst: true, now: account.now())
        let messages = try await account.messages(for: .iterable, identity: user.identity)
        let listed = newest.prefix(request.iterableNumber("limit") ?? 30)
        return .members(["events": listed.map { value($0, of: user, messages) }])
      }
  }

  /// Sends a campaign to one user now, only by Iterable: one of the campaign files, or one that the sandbox was sent.
  @Sendable private func target(_ post: IterableCalls.Post) async throws {
    guard (post.body["sendAt"]?.text ?? "").isEmpty else {
      throw IterableStatus.badParams("This sandbox sends at once: leave sendAt out")
    }
    let id = campaignID(post)
    let campaigns = try await account.campaigns(besides: calls.world.campaigns)
    guard
      var campaign = campaigns.first(where: {
        $0.goes(to: .iterable) && IterableWire.campaignNumber($0.id) == id
      })
    else {
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

  private func value(
    _ event: RecordedEvent, of user: IterableUser, _ messages: [VendorMessage]
  ) -> JSONValue {
    var members = user.member
    members["createdAt"] = .string(WireDate.format(event.time))
    switch event.source {
    case .receipt(let receipt):
      members.merge(receipt.detail) { own, _ in own }
      members["eventType"] = receipt.detail["eventName"]
      members["messageId"] = receipt.messageID?.json
      let message = messages.first { $0.id.rawValue == receipt.messageID }
      members["campaignId"] = message.map(IterableWire.campaignID)
    case .tracked(let tracked):
      members["eventName"] = .string(tracked.type)
      members["eventType"] = .string("customEvent")
      members["dataFields"] = .object(tracked.properties)
    }
    return .object(members)
  }
}
