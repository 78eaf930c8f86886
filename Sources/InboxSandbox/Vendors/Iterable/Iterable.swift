import Hummingbird
import InboxCore

/// Iterable: the mobile inbox, embedded messages, their events, and what a server reads back (wires.md §2).
struct Iterable: StandIn {
  let account: Account
  let tokens: SandboxTokens
  let faults: FaultBoard
  let campaigns: [Campaign]
  let vendor: VendorName? = .iterable

  func add(to router: RouterGroup<SandboxContext>) {
    let project = IterableProject(account: account, tokens: tokens, campaigns: campaigns)
    for form in IterableWire.Form.allCases {
      let routes = IterableRoutes(group: router.group(RouterPath(form.rawValue)), faults: faults)
      IterableMessageRoutes(project: project, form: form).add(to: routes)
      IterableEventRoutes(project: project).add(to: routes)
      IterableServerRoutes(project: project).add(to: routes)
      IterableUserRoutes(project: project).add(to: routes)
    }
  }

  var overview: String? {
    """
    Iterable, with Api-Key and email= or userId= (endpoint.json has the keys; tokenKey also asks for Authorization:
    Bearer JWT); under /iterable/older/api/ in-app messages have their older form:
      GET    /iterable/api/inApp/getMessages  the whole inbox, up to count=; web/getMessages, getPriorityMessage
      GET    /iterable/api/embedded-messaging/messages   the centers but Primary, as placements 1, 2 …
      POST   /iterable/api/events/…           trackInAppDelivery, …Open, …Click, …Close, inAppConsume,
                                              trackInboxSession, track
      POST   /iterable/api/embedded-messaging/events/…   received, click, session
      POST   /iterable/api/users/update       the fields of a user
      GET    /iterable/api/pushes             ours: silent pushes, one JSON object a line on an open response
      With the server's key: POST inApp/target {"recipientEmail":…,"campaignId":…}, inApp/cancel; GET events/EMAIL,
      events/byUserId/ID; GET, DELETE users/EMAIL, users/byUserId/ID.
    """
  }
}
