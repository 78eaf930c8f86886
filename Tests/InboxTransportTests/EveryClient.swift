import Foundation
import InboxCore
import InboxDomains
import InboxModel
import InboxPictures
import InboxTestSupport
import InboxTransport
import InboxVendors

/// Everything in the program that asks a server, against one server of a test.
struct EveryClient: Sendable {
  /// Who asks; those that ask over https alone know it.
  enum Kind: String, CaseIterable, Sendable {
    case fetch, ownRich, hostedRich, report, badge, pushes, control, link, redirect, picture, association,
      tracking

    var needsTLS: Bool { [.hostedRich, .picture, .association].contains(self) }
    /// Whether a part of a body is enough: what is longer is cut, and not refused.
    var cuts: Bool { [.link, .redirect, .picture, .association].contains(self) }
  }

  static let host = "news.example.com"
  static let identity = Identity.device("d")

  let transport: Transport
  private let port: Int
  private let seconds: Int

  /// - Parameters:
  ///   - port: Of the server without TLS.
  ///   - tls: Of the one with it, and its authority.
  ///   - seconds: That a request may take.
  init(port: Int, tls: (port: Int, authority: TestAuthority)? = nil, seconds: Int = 20) throws {
    self.port = port
    self.seconds = seconds
    let target = HostMap.Target(address: "127.0.0.1", port: port)
    var targets = [HostMap.Place(host: Self.host, port: port): target]
    if let tls {
      targets[HostMap.Place(host: Self.host, port: 443)] = .init(address: "127.0.0.1", port: tls.port)
    }
    transport = try Transport(
      TransportSettings(
        origins: ["http://127.0.0.1:\(port)"], hosts: HostMap(targets),
        authorities: tls.map { [try $0.authority.rootPEM] } ?? [], timeout: seconds))
  }

  private var hop: LinkHop {
    let (hop, seconds) = (transport.linkHop, seconds)
    return LinkHop { request async throws(LinkHop.Failure) in
      var request = request
      request.timeout = min(request.timeout, seconds)
      return try await hop.get(request)
    }
  }

  /// Asks once; what came of it, in words.
  func ask(_ kind: Kind) async -> String {
    do throws(InboxError) { return try await outcome(kind) } catch { return "error: \(error.description)" }
  }

  private func outcome(_ kind: Kind) async throws(InboxError) -> String {
    let backEnd = transport.responsys
    let base = "http://127.0.0.1:\(port)"
    switch kind {
    case .fetch:
      return "\(try await backEnd.fetch(FetchRequest(.primary, Self.identity)).raw.body.count) bytes"
    case .ownRich:
      let url = "http://127.0.0.1:\(port)/rich"
      return "\(try await backEnd.richContent(MessageID("m"), url, Self.identity).utf8.count) bytes"
    case .hostedRich:
      let url = "https://\(Self.host)/rich"
      return "\(try await backEnd.richContent(MessageID("m"), url, Self.identity).utf8.count) bytes"
    case .report: return "\(try await backEnd.report([Self.event], Date()))"
    case .badge: return "\(try await backEnd.setBadge(3, Self.identity))"
    case .pushes: return try await pushes()
    case .control:
      let sandbox = SandboxCommander(SandboxRequests(base: base), over: transport.wire)
      return "status \(try await sandbox.send("GET", "/sandbox/clock", seconds: seconds).status)"
    case .link, .redirect: return await link(kind)
    case .picture:
      let outcome = await PictureLoader(hop: hop) { .failed("\($0.count) bytes") }
        .load("https://\(Self.host)/a.png")
      return "\(outcome)"
    case .association:
      let outcome = try await SiteAssociationFetch(hop: hop).fetch(domain: Self.host)
      return outcome.attempts.map { $0.problem ?? "good" }.joined(separator: "; ")
    case .tracking:
      let project = TrackingSettings(base: base, project: "p", authorization: "Token t")
      let tracker = EventTracker.bloomreach(CampaignSettings(cookie: "c"), at: project, over: transport.wire)
      try await tracker.send?(
        VendorEvent(
          .sessionStart, id: UUID(), identity: Self.identity, customerIDs: ["cookie": "c"], at: Date(),
          properties: [:]))
      return "sent"
    }
  }

  private func link(_ kind: Kind) async -> String {
    let settings =
      kind == .link
      ? LinkSettings(brandedDomains: [Self.host])
      : LinkSettings(appsFlyer: EmailLinkPolicy(emailDomains: [Self.host]))
    // An app link is https alone; what is asked is the same over http.
    let (hop, port) = (hop, port)
    let plain = LinkHop { request async throws(LinkHop.Failure) in
      var request = request
      request.url = request.url.replacing("https://\(Self.host)/", with: "http://\(Self.host):\(port)/")
      return try await hop.get(request)
    }
    let trail = await LinkResolver(settings: settings, hop: plain).resolve(
      LinkRequest("https://\(Self.host)/pub/acc?_ri_=1", from: .mail))
    return "\(trail.branch): \(trail.reason)"
  }

  /// What is said on the line until it breaks, at most a thousand times.
  private func pushes() async throws(InboxError) -> String {
    var count = 0
    do {
      for try await _ in transport.responsys.pushes(Self.identity) {
        count += 1
        if count == 1_000 { break }
      }
    } catch let error as InboxError { throw error } catch { return "\(error)" }
    return "\(count) pushes"
  }

  private static let event = EngagementEvent(
    id: UUID(), kind: .open, identity: identity, session: nil,
    message: MessageKey(center: .primary, id: MessageID("m")), time: Date())
}
