import HTTPTypes
import InboxModel

/// The profiles of users, and what an SDK calls besides (the public Users API).
struct IterableUserRoutes: Sendable {
  let calls: IterableCalls

  /// The public `Device`.
  private static let device: APISchema = [
    "applicationName!": .filledText, "token!": .filledText,
    "platform!": .choice(["APNS", "APNS_SANDBOX", "GCM"]),
  ]

  var all: [APIRoute] {
    [
      calls.post(
        "users/update", "The fields of a user", [("dataFields?", .map(.any)), ("mergeNestedObjects?", .flag)]
      ) { post in
        let isKept = try await calls.account.updateProfile(
          of: post.user.key, at: .iterable, fields: post.body["dataFields"]?.members ?? [:],
          mergesObjects: post.body["mergeNestedObjects"]?.flag ?? false)
        guard isKept else { throw IterableStatus.badParams("The profile would be larger than a megabyte") }
      },
      calls.route(
        APIOperation(
          .get, "mobile/getRemoteConfiguration", "What an SDK asks for as it starts",
          returns: .json(.map(.flag)))
      ) { _, _ in .json(.members(["offlineMode": false, "offlineModeBeta": false, "autoRetry": false])) },
      // Calls of an SDK as it starts or is tapped on: they are checked and accepted, and have no effect here.
      calls.post(
        "users/registerDeviceToken", "A device of a user; has no effect here", [("device!", Self.device)]),
      calls.post(
        "events/trackPushOpen", "A push was tapped on; has no effect here",
        [("campaignId!", .whole(0)), ("messageId!", .filledText)]),
      calls.post(
        "users/disableDevice", "A device of a user, or of all users, is gone; has no effect here",
        needsUser: false, [("token!", .filledText)]),
    ]
      + calls.server("users", "A user", returns: .json(["user": .map(.any)])) { _, user in
        // An empty object for a user of whom nothing was ever reported.
        let fields = try await calls.account.profile(of: user.key, at: .iterable)
        guard let fields else { return .object([:]) }
        let profile = user.member.merging(["dataFields": .object(fields.merging(user.member) { $1 })]) { $1 }
        return .members(["user": profile])
      }
      + calls.server("users", "Forgets a user", method: .delete) { _, user in
        try await calls.account.deleteProfile(of: user.key, at: .iterable)
        return IterableStatus.success
      }
  }
}
