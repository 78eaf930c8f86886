import Hummingbird
import InboxCore
import InboxVendors

/// Everything that the HTTP listener answers.
enum BackEndRouter {
  static func make(
    _ account: Account, _ faults: FaultBoard, _ tokens: SandboxTokens, campaigns: [Campaign],
    hosts: Set<String>, clock: ClockControl, control: ControlToken?,
    patience: any Clock<Duration>
  ) -> Router<SandboxContext> {
    let credentials = Credentials(tokens: tokens)
    let router = Router(context: SandboxContext.self)
    router.add(middleware: JournalMiddleware(account: account))
    router.add(middleware: ControlMiddleware(token: control))
    MessageRoutes(account: account, credentials: credentials, faults: faults).add(to: router)
    RichRoutes(account: account, credentials: credentials, faults: faults).add(to: router)
    EngagementRoutes(account: account, credentials: credentials, faults: faults).add(to: router)
    BadgeRoutes(account: account, credentials: credentials, faults: faults).add(to: router)
    PushRoutes(account: account, credentials: credentials, faults: faults).add(to: router)
    TrackingRoutes(account: account, tokens: tokens, faults: faults).add(to: router)
    MailRoutes(account: account).add(to: router)
    ReceiptRoutes(account: account, patience: patience).add(to: router)
    ClockRoutes(clock: clock).add(to: router)
    CampaignRoutes(account: account, campaigns: campaigns, hosts: hosts).add(to: router)
    FaultRoutes(faults: faults).add(to: router)
    OverviewRoutes(account: account).add(to: router)
    return router
  }
}
