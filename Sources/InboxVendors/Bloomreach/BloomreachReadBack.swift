import struct Foundation.Data
import struct Foundation.Date
public import InboxCore
public import InboxModel

/// What Bloomreach says that it recorded of a customer, with a private key (VE-14; Data API, “Export events”).
public enum BloomreachReadBack {
  /// How many events a request asks for, the newest first.
  static let batch = 500
  /// How many of the events that are known a further request asks for again, to find its place by them.
  static let overlap = 20
  /// How many requests are made for one customer at most.
  static let requests = 20
  /// Seconds until an event that was taken is expected in the export: the vendor gives no figure; this one is ours.
  public static let settling = 60.0

  /// The port; nothing is asked before its first use, the key neither.
  ///
  /// - Parameters:
  ///   - project: The project's token: a stream has no export.
  ///   - key: Gives a private key as `KEY_ID:SECRET`; the public key of an app exports nothing.
  public static func port(
    _ settings: BloomreachSettings, project: String, key: TokenSource, settling: Double = settling,
    over wire: WirePort, time: TimeSource = .system
  ) -> ReadBack {
    let patient = wire.forReadingBack(time)
    var port = ReadBack([.open, .click], settling: settling, resolution: 0.001, device: settings.cookie) {
      identity, since async throws(InboxError) in
      let key = try pair(try await key.token(false))
      var (known, start, moved) = ([JSONValue](), Date?.none, 0)
      for _ in 0..<requests {
        let request = request(
          of: identity, settings, project, key: key, skipping: max(0, known.count - overlap) + moved)
        let page = try records(try await patient.send(request))
        let last = known.suffix(overlap)
        // Events that came meanwhile have moved all others on. None has an id, and two may be equal in everything: the
        // place is found by several in a row.
        guard let place = (0...page.count).first(where: { page.dropFirst($0).starts(with: last) }) else {
          // They have moved further than a page: all is asked for again.
          (known, start, moved) = ([], time.now(), 0)
          continue
        }
        moved += place
        known += page.dropFirst(place + last.count)
        let times = page.compactMap { $0["timestamp"]?.number }.compactMap(WireDate.date)
        start = page.count >= batch ? times.min() : nil
        guard let start, start >= since else {
          return ReadBack.Page(known, since: start) { event($0, of: identity) }
        }
      }
      var most = ReadBack.Page(known, since: start) { event($0, of: identity) }
      most.limit = "only the newest \(known.count) events of a customer were read"
      return most
    }
    port.link = ClickLink.frozen
    return port
  }

  /// The request for a part of a customer's events of messages.
  private static func request(
    of identity: Identity, _ settings: BloomreachSettings, _ project: String, key: String, skipping count: Int
  ) -> WireRequest {
    let all = CustomerIDs.ids(of: identity, cookie: settings.cookie)
    // The cookie of a person may be another customer's by now.
    let hard = all.filter { $0.key != CustomerIDs.cookie }
    let ids = hard.isEmpty ? all : hard
    let body = JSONValue.members([
      "customer_ids": ids, "event_types": ["campaign"], "order": "desc", "limit": batch, "skip": count,
    ])
    let url = "\(settings.base)/data/v2/projects/\(URLText.encode(project))/customers/events"
    return .post(url, body, of: identity, changes: false)
      .adding("Authorization", "Basic \(Data(key.utf8).base64EncodedString())")
  }

  /// Reads `{"success":true,"data":[{"type":…,"timestamp":…,"properties":{…}}]}`.
  private static func records(_ response: WireResponse) throws(InboxError) -> [JSONValue] {
    switch response.status {
    case 401, 403:
      throw .credentialsRefused(
        "This key cannot read events: Bloomreach refuses private-key of the profile (status \(response.status)). "
          + "Reading them takes the private access of an API group, written as KEY_ID:SECRET, with the permission "
          + "“Events: Get” for campaign; the public key of an app cannot.")
    case 404:
      // A customer of whom nothing was tracked is not known.
      if response.detail.lowercased().contains("customer") { return [] }
      throw .configuration(
        "\(BloomreachBackEnd.unknownProject) Correct base-url and project-token in the profile.")
    default: try response.check()
    }
    let body = try JSONPiece(response.body).value()
    guard body["success"]?.flag == true else {
      let errors = (body["errors"]?.elements ?? [body["errors"] ?? .null]).compactMap(\.text)
      throw .refused(status: response.status, detail: errors.joined(separator: ", "))
    }
    return try body.requiredList("data")
  }

  private static func event(_ record: JSONValue, of identity: Identity) -> RecordedEvent? {
    let properties = record["properties"] ?? .null
    guard let event = AppInboxEvent.recorded(record["type"]?.text, properties),
      let kind = RecordedEvent.Kind(rawValue: event.kind.rawValue)
    else { return nil }
    let names = ["campaign_name", "utm_campaign", "campaign_id"].lazy.compactMap { properties[$0]?.text }
    let link = ClickLink.link(properties)
    let words = [names.first, link].compactMap { $0 }.filter { !$0.isEmpty }
    return RecordedEvent(
      kind, name: event.name, identity: identity,
      time: record["timestamp"]?.number.flatMap(WireDate.date),
      device: properties["device_id"]?.text, link: link,
      about: words.isEmpty ? nil : words.joined(separator: " "))
  }

  private static func pair(_ key: String?) throws(InboxError) -> String {
    guard let key, let colon = key.firstIndex(of: ":"), colon != key.startIndex,
      key.index(after: colon) != key.endIndex
    else {
      throw .credentialsRefused(
        "private-key of the profile is not of the form KEY_ID:SECRET, both from the private access of an API group of "
          + "Bloomreach. Nothing was sent.")
    }
    return key
  }
}
