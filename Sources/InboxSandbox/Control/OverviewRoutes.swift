import Hummingbird
import InboxModel

/// `GET /sandbox`: what there is, for a person with curl; and the OpenAPI document of it.
struct OverviewRoutes: Sendable {
  let account: Account
  let vendors: [ServedVendor]
  /// Made when it is asked for: hardly anyone does, and every space would have its own.
  let document: @Sendable () -> OpenAPIDocument

  func add(to router: Router<SandboxContext>) {
    router.read("sandbox") { request, context in
      let centers = try await account.centers().map(\.rawValue).joined(separator: ", ")
      return Response.text(
        text(context.baseURL(of: request), centers: centers, kept: try await account.retentionWords()))
    }
    router.read("sandbox/openapi.json") { request, context in
      Response.json(document().value(server: context.baseURL(of: request)))
    }
  }

  private func text(_ base: String, centers: String, kept: String) -> String {
    """
    inbox sandbox on \(base); centers: \(centers)
    \(kept)

    \(vendors.compactMap(\.overview).joined(separator: "\n"))
    The sandbox itself, without tokens (with --listen beyond this machine: Authorization: Bearer CONTROL-TOKEN):
      GET    /sandbox/receipts                everything received; ?type=display&message=ID&identity=user:NAME
                                              &wait=N until N match (&timeout=SECONDS, 10); &of=clicks, badge,
                                              rich, tracking, fetches, pictures or events instead of engagements;
                                              &vendor=bloomreach its fetches and events;
                                              &limit=100 the newest 100 of each list
                                              &quiet_ms=300 until nothing has arrived for that long
      GET    /sandbox/mail                    the links of the mails, in each way they are tracked; ?message=ID
      GET    /sandbox/requests                the last 1000 requests, and 500 that were refused
      GET    /sandbox/lines                   open push lines, and how much was sent on each
      POST   /sandbox/reset                   forgets receipts and requests; returns the new generation,
                                              with ?with=receipts also the receipts of the one that ended
      GET    /sandbox/badge                   the badge: ?identity=user:NAME
      GET    /sandbox/campaigns               the campaigns that are loaded
      POST   /sandbox/campaigns               launches the campaigns of a TOML body now
      POST   /sandbox/campaigns/ID/launch     launches a listed campaign now, again if need be, in every center
                                              that has it; ?center=NAME one
      POST   /sandbox/campaigns/ID/withdraw   withdraws every message of a campaign
      GET    /sandbox/faults                  the faults that are set
      POST   /sandbox/faults                  words, such as “messages 503 retry-after 5”, “all offline”,
                                              “links stalled after”, “engagements 500 percent 30 seed 7”; or
                                              {"endpoint":"messages","status":500,"delay_ms":0,"body":"{\\"half",
                                              "times":1,"retry_after":5,"drop":true,"stall":true,"truncate":40,
                                              "percent":30,"seed":7,"after":true}; after: it counts first
      DELETE /sandbox/faults                  clears them; ?endpoint=messages one
      GET    /sandbox/clock                   the clock
      GET    /sandbox/openapi.json            all of this and the vendors' paths as OpenAPI 3
      POST   /sandbox/clock                   +5m, 2026-11-21T09:00:00Z, stop, run or reset: clients follow;
                                              or an earlier response of GET

    Over HTTPS on the other port, by host: /pub/acc and /pub/cc of the branded domains, /ls/click of the email
    services, OneLinks, /.well-known/apple-app-site-association, the pages that messages lead to, and the vendors
    with a path of their own: under that path, and at the root of VENDOR.sandbox.test.

    """
  }
}
