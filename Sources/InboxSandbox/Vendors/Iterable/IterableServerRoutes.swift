import struct Foundation.Date
import HTTPTypes
import InboxCore

/// What a server does for one user: sending a campaign, taking it back, reading what was recorded (wires.md §2.6).
struct IterableServerRoutes: Sendable {
  let calls: IterableCalls
  private var project: IterableProject { calls.project }

  var all: [APIRoute] {
    // The vendor's number; the name in a campaign file is taken as well.
    let campaign = APISchema.either(.whole(0), .filledText)
    let limit = APIOperation.Parameter(name: "limit", schema: .whole(1, 200))
    let event = APISchema.object(["createdAt!": .text, "eventType!": .text])
    return [
      calls.post(
        "inApp/target", "Sends a campaign to one user", by: .server,
        of: IterableUser.Names(email: "recipientEmail", userID: "recipientUserId"),
        [
          "campaignId!": campaign, "dataFields?": .map(.any), "allowRepeatMarketingSends?": .flag,
          "sendAt?": .text,
        ], act: target),
      calls.post(
        "inApp/cancel", "Takes a campaign back from one user", by: .server, ["campaignId!": campaign],
        act: cancel),
    ]
      + calls.server(
        .get, "events", "What was recorded of a user", faults: .recorded, query: [limit],
        returns: .object(["events!": .list(event)])
      ) { request, user in
        let limit = request.iterableNumber("limit") ?? 30
        // Of the same second, the last to arrive first.
        let sorted = try await events(of: user).reversed().sorted { $0.time > $1.time }
        let entries = sorted.enumerated().map { place, event in
          // Counted from the first, so that what comes later changes no key.
          RecordedFlaw.Entry(
            value: JSONValue.object(event.members), key: "\(sorted.count - place) \(event.time)",
            received: event.received)
        }
        let newest = await calls.faults.flawed(entries, now: project.account.clock.date) { [$0, $0] }
        return .object(["events": .array(Array(newest.prefix(limit)))])
      }
  }

  /// Launches a campaign of the campaign files to one user, now, by Iterable alone.
  @Sendable private func target(_ post: IterablePost) async throws {
    guard post.text("sendAt") == nil else {
      throw IterableStatus.badParams("This sandbox sends at once: leave sendAt out")
    }
    let id = campaignID(post)
    let campaigns = project.campaigns.filter { $0.goes(to: .iterable) }
    guard var campaign = campaigns.first(where: { IterableWire.campaignNumber($0.id) == id }) else {
      throw IterableStatus.badParams("Campaign \(id) does not exist")
    }
    campaign.audience = [.only(post.user.identity)]
    campaign.vendors = [.iterable]
    _ = try await project.account.launch(campaign.sentNow)
  }

  /// Takes every message of a campaign back from one user.
  @Sendable private func cancel(_ post: IterablePost) async throws {
    let (id, identity) = (campaignID(post), post.user.identity)
    let messages = try await project.messages(of: post.user)
      .filter { IterableWire.campaignID($0) == .integer(id) }
    if messages.isEmpty { throw IterableStatus.badParams("Campaign \(id) has no message of this user") }
    _ = try await project.account.mark(messages.map(\.id), .deleted, of: identity, at: .iterable)
    for message in messages {
      try await project.account.publish(
        VendorChange(id: message.id, center: message.center, extras: message.extras, isWithdrawn: true),
        to: [.iterable], [.only(identity)])
    }
  }

  private func campaignID(_ post: IterablePost) -> Int64 {
    let number = post.body["campaignId"]?.integer.map(Int64.init)
    return number ?? IterableWire.campaignNumber(post.text("campaignId") ?? "")
  }

  private typealias Event = (time: String, received: Date, members: [String: JSONValue])

  /// What was recorded since the last reset, in the order of arrival, with its time.
  private func events(of user: IterableUser) async throws -> [Event] {
    let filter = ReceiptFilter(identity: user.identity.storageKey, vendor: .iterable)
    let messages = try await project.account.messages(for: .iterable, identity: user.identity)
    var events: [Event] = []
    for receipt in try await project.account.receipts(filter).events {
      guard let name = receipt.detail["eventName"] else { continue }
      let time = receipt.time ?? receipt.received
      let message = messages.first { $0.id.rawValue == receipt.messageID }
      var event = receipt.detail.merging(["eventType": name, "createdAt": .string(time)]) { $1 }
      event["messageId"] = receipt.messageID.map { .string($0) }
      event["campaignId"] = message.map(IterableWire.campaignID)
      let received = WireDate.parse(receipt.received) ?? project.account.clock.date
      // The vendor counts what comes again as another event.
      for _ in 0..<receipt.count { events.append((time, received, event.merging(user.member) { $1 })) }
    }
    for record in try await project.account.receipts(ReceiptFilter()).tracking
    where record.customerIDs == user.member {
      let event: [String: JSONValue] = [
        "eventName": .string(record.type), "eventType": .string("customEvent"),
        "dataFields": .object(record.properties), "createdAt": .string(record.time),
      ]
      let received = WireDate.parse(record.received) ?? project.account.clock.date
      events.append((record.time, received, event.merging(user.member) { $1 }))
    }
    return events
  }
}
