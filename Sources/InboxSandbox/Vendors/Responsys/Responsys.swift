import Hummingbird
import InboxVendors

/// Oracle Responsys: the message center's back end, which is ours (SB-6), and branded domains as published.
struct Responsys: StandIn {
  let account: Account
  let tokens: SandboxTokens
  let faults: FaultBoard
  let linkHosts: [any LinkHost] = [BrandedDomain()]

  func add(to router: RouterGroup<SandboxContext>) {
    let credentials = Credentials(tokens: tokens)
    MessageCenterRoutes(account: account, credentials: credentials, faults: faults).add(to: router)
    PushRoutes(account: account, credentials: credentials, faults: faults).add(to: router)
  }

  var overview: String? {
    """
    The message-center back end (ours; Oracle publishes no wire format), with the headers
    \(Endpoint.appTokenHeader), \(Endpoint.accountTokenHeader) and \(Endpoint.identityHeader): user:NAME or device:ID
    (engagements name theirs inside).
      GET    /mc/v1/centers/CENTER/messages   the 20 newest unexpired messages
      GET    /mc/v1/rich/ID                   rich content, once; then 410
      POST   /mc/v1/engagements               {"sent_ts":…,"events":[…]}
      PUT    /mc/v1/badge                     {"count":3}; returns what is held, capped at the maximum
      GET    /mc/v1/badge                     the same without a change
      GET    /mc/v1/pushes                    open answer, one JSON object a line
    """
  }
}
