import Hummingbird
import InboxCore

/// What a server does for one user: sending a campaign, taking it back, reading what was recorded (wires.md §2.6).
struct IterableServerRoutes: Sendable {
  let project: IterableProject

  func add(to routes: IterableRoutes) {
    routes.post("inApp/target") { request in try await target(try await body(of: request)) }
    routes.post("inApp/cancel") { request in try await cancel(try await body(of: request)) }
    for (path, kind) in [("events/:user", IterableUser.Kind.email), ("events/byUserId/:user", .userId)] {
      routes.on(.get, path) { request, context in
        try project.checkKey(request, isServer: true)
        let limit = try request.iterableNumber("limit", in: 1...200) ?? 30
        let user = try IterableUser(kind, try context.parameter("user"))
        // Of the same second, the last to arrive first.
        let newest = try await events(of: user).reversed().sorted { $0.time > $1.time }.prefix(limit)
        return .json(.object(["events": .array(newest.map { .object($0.members) })]))
      }
    }
  }

  private func body(of request: Request) async throws -> IterableBody {
    try project.checkKey(request, isServer: true)
    return try IterableBody(try await request.bodyData())
  }

  /// Launches a campaign of the campaign files to one user, now, by Iterable alone.
  private func target(_ body: IterableBody) async throws {
    let user = try body.user(email: "recipientEmail", userID: "recipientUserId")
    _ = try (body.object("dataFields"), body.flag("allowRepeatMarketingSends"))
    if try body.text("sendAt") != nil {
      throw IterableStatus.badParams("This sandbox sends at once: leave sendAt out")
    }
    let id = try campaignID(body)
    let campaigns = project.campaigns.filter { $0.goes(to: .iterable) }
    guard var campaign = campaigns.first(where: { IterableWire.campaignNumber($0.id) == id }) else {
      throw IterableStatus.badParams("Campaign \(id) does not exist")
    }
    campaign.audience = [.only(user.identity)]
    campaign.vendors = [.iterable]
    _ = try await project.account.launch(campaign.sentNow)
  }

  /// Takes every message of a campaign back from one user.
  private func cancel(_ body: IterableBody) async throws {
    let user = try body.user()
    let id = try campaignID(body)
    let messages = try await project.messages(of: user).filter { IterableWire.campaignID($0) == .integer(id) }
    if messages.isEmpty { throw IterableStatus.badParams("Campaign \(id) has no message of this user") }
    _ = try await project.account.mark(messages.map(\.id), .deleted, of: user.identity, at: .iterable)
    for message in messages {
      await project.account.publish(
        VendorChange(id: message.id, center: message.center, extras: message.extras, isWithdrawn: true),
        to: [.iterable], [.only(user.identity)])
    }
  }

  /// The vendor's number; the name in a campaign file is taken as well.
  private func campaignID(_ body: IterableBody) throws(IterableStatus) -> Int64 {
    if let name = body.members["campaignId"]?.text, !name.isEmpty { return IterableWire.campaignNumber(name) }
    return Int64(try body.required("campaignId", body.integer("campaignId")))
  }

  /// What was recorded since the last reset, in the order of arrival, with its time.
  private func events(of user: IterableUser) async throws -> [(time: String, members: [String: JSONValue])] {
    let filter = ReceiptFilter(identity: user.identity.storageKey, vendor: .iterable)
    let messages = try await project.account.messages(for: .iterable, identity: user.identity)
    var events: [(time: String, members: [String: JSONValue])] = []
    for receipt in try await project.account.receipts(filter).events {
      guard let name = receipt.detail["eventName"] else { continue }
      let time = receipt.time ?? receipt.received
      let message = messages.first { $0.id.rawValue == receipt.messageID }
      var event = receipt.detail.merging(["eventType": name, "createdAt": .string(time)]) { $1 }
      event["messageId"] = receipt.messageID.map { .string($0) }
      event["campaignId"] = message.map(IterableWire.campaignID)
      events.append((time, event.merging(user.member) { $1 }))
    }
    for record in try await project.account.receipts(ReceiptFilter()).tracking
    where record.customerIDs == user.member {
      let event: [String: JSONValue] = [
        "eventName": .string(record.type), "eventType": .string("customEvent"),
        "dataFields": .object(record.properties), "createdAt": .string(record.time),
      ]
      events.append((record.time, event.merging(user.member) { $1 }))
    }
    return events
  }
}
