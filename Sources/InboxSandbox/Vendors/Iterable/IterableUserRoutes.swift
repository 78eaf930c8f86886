import HTTPTypes
import InboxCore

/// The profiles of users, and what an SDK calls besides (the public Users API).
struct IterableUserRoutes: Sendable {
  let calls: IterableCalls

  var all: [APIRoute] {
    let account = calls.project.account
    return [
      calls.post(
        "users/update", "The fields of a user", ["dataFields?": .map(.any), "mergeNestedObjects?": .flag]
      ) { post in
        try await account.updateProfile(
          of: post.user.key, at: .iterable, fields: post.object("dataFields"),
          mergesObjects: post.body["mergeNestedObjects"]?.flag ?? false)
      },
      calls.route(
        APIOperation(
          .get, "mobile/getRemoteConfiguration", "What an SDK asks for as it starts",
          returns: .json(.map(.flag)))
      ) { _, _ in
        .json(
          .object(["offlineMode": .bool(false), "offlineModeBeta": .bool(false), "autoRetry": .bool(false)]))
      },
    ] + ignored
      + calls.server(.get, "users", "A user", returns: .object(["user": .map(.any)])) { _, user in
        // An empty object for somebody of whom nothing was ever said.
        guard let fields = try await account.profile(of: user.key, at: .iterable) else { return .object([:]) }
        let profile = user.member.merging(["dataFields": .object(fields.merging(user.member) { $1 })]) { $1 }
        return .object(["user": .object(profile)])
      }
      + calls.server(.delete, "users", "Forgets a user") { _, user in
        try await account.deleteProfile(of: user.key, at: .iterable)
        return nil
      }
  }

  /// What an SDK calls as it starts or is tapped on: checked, taken, and of no consequence here.
  private var ignored: [APIRoute] {
    [
      ("users/registerDeviceToken", "A device of a user; of no consequence here"),
      ("users/disableDevice", "A device is gone; of no consequence here"),
      ("events/trackPushOpen", "A push was tapped on; of no consequence here"),
    ].map { path, summary in calls.post(path, summary) { _ in } }
  }
}
