import Hummingbird

/// `/sandbox/mail`: the links that a mail of a campaign would hold.
struct MailRoutes: Sendable {
  let account: Account

  func add(to router: Router<SandboxContext>) {
    router.get("sandbox/mail") { request, _ in
      try Response.json(encoding: try await account.mail(of: request.query("message")))
    }
  }
}
