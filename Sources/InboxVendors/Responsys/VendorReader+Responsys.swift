import struct Foundation.Data
import InboxCore
import InboxModel

extension VendorReader {
  /// The message centers in the wire of ours (SB-6).
  static let responsys = VendorReader(
    capabilities: ResponsysBackEnd.capabilities, lists: .centers,
    place: { method, path in
      guard let part = part(path) else { return nil }
      return switch part.first {
      case "centers" where part.count == 3 && part[2] == "messages": .messages
      case "rich" where part.count == 2: .rich
      case "engagements" where method == "POST": .engagements
      case "badge": .badge
      case "pushes": .pushes
      default: nil
      }
    },
    read: { actions($0) },
    judge: { _, response, action, _ throws(InboxError) in
      switch action.kind {
      case .display, .open:
        let receipt = try ResponsysResponses.receipt(response)
        guard let id = action.id, receipt.accepted.contains(id) else {
          throw .invalidPayload("its receipt does not list the event")
        }
      case .badge: _ = try ResponsysResponses.badge(response)
      default: try ResponsysResponses.check(response)
      }
    })

  private static func actions(_ passed: Passed) -> [AppAction] {
    guard let part = part(passed.path) else { return [] }
    let identity = passed.request.headers.first(Endpoint.identityHeader).flatMap(Identity.init(storageKey:))
    switch part.first {
    case "centers" where part.count == 3:
      let center = CenterName(PercentCoding.decode(String(part[1])))
      var action = AppAction.fetch("messages of \(center)", by: identity, of: passed) {
        () throws(InboxError) in
        try FetchedPage(passed.raw, center: center)
      }
      action.detail = center.rawValue
      return [action]
    case "rich": return [AppAction(.rich, "rich content of \(part.last ?? "")", by: identity)]
    case "engagements": return engagements(passed)
    case "badge": return [badge(passed, identity)]
    case "pushes": return [AppAction(.pushes, "line of pushes", by: identity)]
    default: return []
    }
  }

  /// What stands behind `/mc/v1`.
  private static func part(_ path: [Substring]) -> ArraySlice<Substring>.SubSequence? {
    guard let start = path.indices.first(where: { path[$0...].starts(with: ["mc", "v1"]) }) else {
      return nil
    }
    return Array(path[(start + 2)...])[...]
  }

  private static func engagements(_ passed: Passed) -> [AppAction] {
    AppAction.read(.tracking, "engagements", hidesEvents: true) { () throws(InboxError) in
      try EngagementWire.decodeRequest(passed.request.body ?? Data()).map { event in
        var action = AppAction(
          AppAction.Kind(rawValue: event.kind.rawValue) ?? .tracking, event.kind.rawValue, by: event.identity,
          message: event.message, at: event.time, id: event.id)
        (action.session, action.sessionNumber) = (event.session?.id.uuidString, event.session?.number)
        return action
      }
    }
  }

  private static func badge(_ passed: Passed, _ identity: Identity?) -> AppAction {
    let sets = passed.request.method == "PUT"
    var action = AppAction(.badge, sets ? "badge set" : "badge asked for", by: identity)
    do throws(InboxError) {
      action.badge = try BadgeWire.decode((sets ? passed.request.body : passed.response?.body) ?? Data())
    } catch {
      // Of a request it is the app that is wrong, and not a response.
      if sets || passed.isSuccess { action.problem = "the \(sets ? "request" : "response"): \(error.clause)" }
    }
    return action
  }
}
