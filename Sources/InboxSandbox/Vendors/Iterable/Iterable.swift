/// Iterable: the mobile inbox, embedded messages, their events, and what a server reads back (wires.md §2).
struct Iterable: StandIn {
  let account: Account
  let tokens: SandboxTokens
  let faults: FaultBoard
  let campaigns: [Campaign]
  let vendor: VendorName? = .iterable

  var routes: [APIRoute] {
    let project = IterableProject(account: account, tokens: tokens, campaigns: campaigns)
    return IterableWire.Form.allCases.flatMap { form in
      let calls = IterableCalls(project: project, faults: faults, form: form)
      return IterableMessageRoutes(calls: calls).all + IterableEventRoutes(calls: calls).all
        + IterableUserRoutes(calls: calls).all + IterableServerRoutes(calls: calls).all
    }
  }

  let note: String? = """
    Iterable, under /iterable, with Api-Key and email= or userId= (endpoint.json has the keys; tokenKey also asks for
    Authorization: Bearer JWT, users, events/EMAIL, inApp/target and inApp/cancel for serverKey); under
    /iterable/older/api in-app messages have their older form:
    """
}
