import Hummingbird
import InboxCore

/// The profiles of users, and what an SDK calls besides (the public Users API).
struct IterableUserRoutes: Sendable {
  let project: IterableProject

  func add(to routes: IterableRoutes) {
    routes.post("users/update") { request in
      let (body, user, _) = try await project.body(of: request)
      try await project.account.updateProfile(
        of: user.key, at: .iterable, fields: try body.object("dataFields")?.members ?? [:],
        mergesObjects: try body.flag("mergeNestedObjects") ?? false)
    }
    for (path, kind) in [("users/:user", IterableUser.Kind.email), ("users/byUserId/:user", .userId)] {
      routes.on(.get, path) { request, context in
        let user = try user(request, context, kind)
        // An empty object for somebody of whom nothing was ever said.
        guard let fields = try await project.account.profile(of: user.key, at: .iterable) else {
          return .json(.object([:]))
        }
        let profile = user.member.merging(["dataFields": .object(fields.merging(user.member) { $1 })]) { $1 }
        return .json(.object(["user": .object(profile)]))
      }
      routes.on(.delete, path) { request, context in
        let user = try user(request, context, kind)
        try await project.account.deleteProfile(of: user.key, at: .iterable)
        return IterableStatus.success.response()
      }
    }
    // What an SDK calls as it starts or is tapped on: checked, taken, and of no consequence here.
    for path in ["users/registerDeviceToken", "users/disableDevice", "events/trackPushOpen"] {
      routes.post(path) { request in _ = try await project.body(of: request) }
    }
    routes.on(.get, "mobile/getRemoteConfiguration") { request, _ in
      try project.checkKey(request)
      return .json(
        .object(["offlineMode": .bool(false), "offlineModeBeta": .bool(false), "autoRetry": .bool(false)]))
    }
  }

  /// Whom a server asks about.
  private func user(
    _ request: Request, _ context: SandboxContext, _ kind: IterableUser.Kind
  ) throws -> IterableUser {
    try project.checkKey(request, isServer: true)
    return try IterableUser(kind, try context.parameter("user"))
  }
}
