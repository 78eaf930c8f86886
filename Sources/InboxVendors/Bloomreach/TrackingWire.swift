import struct Foundation.Date
public import InboxCore
public import InboxModel

/// Bloomreach's tracking requests, as its SDK publishes them (UL-11; vendors.md B.3).
public enum TrackingWire {
  /// The path of an event's endpoint in a project.
  public static func path(_ kind: VendorEvent.TrackingKind, project: String) -> String {
    "/track/v2/projects/\(URLText.encode(project))/\(endpoint(kind))"
  }

  /// The same in a data stream, with the query that names it (wires.md 1.1).
  static func path(_ kind: VendorEvent.TrackingKind, stream: String) -> String {
    "/track/u/v1/\(endpoint(kind))?stream_id=\(URLText.encode(stream))"
  }

  private static func endpoint(_ kind: VendorEvent.TrackingKind) -> String {
    kind == .campaignClick ? "campaigns/clicks" : "customers/events"
  }

  /// The body of an event; its time is in seconds since 1970, to the millisecond.
  ///
  /// - Parameter url: Of a campaign click, the whole link, whose parameters the server reads.
  static func body(
    _ type: String, of ids: [String: String], at time: Date, _ properties: [String: JSONValue],
    url: String? = nil
  ) -> JSONValue {
    .members([
      "customer_ids": ids, "timestamp": (time.timeIntervalSince1970 * 1_000).rounded() / 1_000,
      "properties": properties, "event_type": type, "url": url,
    ])
  }

  /// The request that uploads an event.
  ///
  /// - Throws: ``InboxError/unsupported(_:)`` for a kind of event that the vendor does not have: it is refused, and
  ///   those behind it are sent.
  public static func request(
    _ event: VendorEvent, _ settings: TrackingSettings
  ) throws(InboxError) -> WireRequest {
    try unsigned(event) { settings.base + path($0, project: settings.project) }
      .adding("Authorization", settings.authorization)
  }

  /// The same without its authorization, to the address of its kind.
  static func unsigned(
    _ event: VendorEvent, url: (VendorEvent.TrackingKind) -> String
  ) throws(InboxError) -> WireRequest {
    guard let kind = VendorEvent.TrackingKind(rawValue: event.kind) else {
      throw .unsupported("Bloomreach has no event “\(event.kind)”.")
    }
    let body = body(event.kind, of: event.customerIDs, at: event.time, event.properties, url: event.url)
    return .post(url(kind), body, of: event.identity, changes: true)
  }

  /// Refuses what says that the event was not taken.
  ///
  /// The SDK takes a redirect for a success; a server that redirects has not taken the event.
  public static func check(_ response: WireResponse) throws(InboxError) {
    switch response.status {
    case 401, 403, 404:
      throw .credentialsRefused(
        "Bloomreach refuses the project or its authorization (status \(response.status)). Correct project-token and "
          + "authorization in the profile; campaign events wait until then.")
    default: try response.check()
    }
    try response.checkTaken()
  }
}
