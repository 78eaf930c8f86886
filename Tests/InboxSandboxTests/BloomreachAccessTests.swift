import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// Who may ask Bloomreach's stand-in, and where it is found.
///
/// The customer tokens were signed elsewhere.
@Suite("Access to Bloomreach's stand-in", .queued)
struct BloomreachAccessTests {
  private static let body = #"{"customer_ids":{"cookie":"c1","registered":"maria"}}"#

  private static let header = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxIn0"
  private static let claims = "eyJzdWIiOnsicmVnaXN0ZXJlZCI6Im1hcmlhIn0sImV4cCI6MTc5NTI2NjAwMH0"
  private static let ben =
    "\(header).eyJzdWIiOnsicmVnaXN0ZXJlZCI6ImJlbiJ9LCJleHAiOjE3OTUyNjYwMDB9."
    + "dZ0zC_uP3_PsQvZiayT2F8OjwyEGHdGzEc12WkRIa_Q"
  /// Until 12:00, which is now.
  private static let expired =
    "\(header).eyJzdWIiOnsicmVnaXN0ZXJlZCI6Im1hcmlhIn0sImV4cCI6MTc5NTI2MjQwMH0."
    + "i5PdQ2H5SI7iODsRkYsyJajtM4tuoc93R_H2wpNtmy4"
  private static let otherKey =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsyIn0.\(claims).YUYm7M_fWVLw4BhluZqeUZ3lX94Z9L4Ft_IL8v9VmYY"
  private static let forged = "\(header).\(claims).ZHEuPmO9eeimkptSU5_yoC1Lmc17_DmJR68PFZyYI-8"
  private static let unsigned =
    "eyJhbGciOiJub25lIiwidHlwIjoiSldUIiwia2lkIjoiazEifQ.\(claims).xT_vufL-5BAGPRyyAd6gpwtWk6wtkuzW2GRsTnXeYLw"
  private static let endless =
    "\(header).eyJzdWIiOnsicmVnaXN0ZXJlZCI6Im1hcmlhIn19.mpukLuH20dbpOu9yJ_SWVyehIvyVRzIdks5v2tIKcpc"
  private static let named =
    "\(header).eyJzdWIiOiJtYXJpYSIsImV4cCI6MTc5NTI2NjAwMH0.KJeMGGlsBNjzT8wH-R6GNculXqAcKKqN4Ig9jhV0V70"
  private static let cookie =
    "\(header).eyJzdWIiOnsiY29va2llIjoiYzEifSwiZXhwIjoxNzk1MjY2MDAwfQ.u90f3xb1hGK2knGvWIAR8crwk2PyVCctskmEnhc90ts"

  /// In milliseconds, not valid yet, made in the future, and for no one.
  private static let refused = [
    "eyJzdWIiOnsicmVnaXN0ZXJlZCI6Im1hcmlhIn0sImV4cCI6MTc5NTI2NjAwMDAwMH0.uMIBCwouAO8kKHKtud6f_xIJHiE9qO95sVNwQZgtfko",
    "eyJzdWIiOnsicmVnaXN0ZXJlZCI6Im1hcmlhIn0sIm5iZiI6MTc5NTI2MjQwMSwiZXhwIjoxNzk1MjY2MDAwfQ.XxVpRissEL0MeCJPXtR38dHpVqzQofQ33j4C3FSJCBQ",
    "eyJzdWIiOnsicmVnaXN0ZXJlZCI6Im1hcmlhIn0sImlhdCI6MTc5NTI2MjQ2MSwiZXhwIjoxNzk1MjY2MDAwfQ.d2IG-2sPv7rBVy0bJZXvTvhDtp5ge_UaNWRGTyFGVeI",
    "eyJzdWIiOnt9LCJleHAiOjE3OTUyNjYwMDB9.y2LoBGT0njJ3cHF5165thtN8xpCetTA6y28h7oQEvbo",
    "eyJzdWIiOnsicmVnaXN0ZXJlZCI6NX0sImV4cCI6MTc5NTI2NjAwMH0.lDBp_BB8vQooEGLaMbLZKOuk2ey8Ty9N6KSLObZU8OY",
  ]

  @Test(
    "VE-7 VE-9 VE-13 a customer token that ‘inbox token’ says is rejected gets a 401, on which a new one is asked for",
    arguments: refused)
  func wrong(token: String) async throws {
    try await BloomreachBench.with { bench in
      for place in ["projects/p1", "streams/s1"] {
        let response = try await bench.post(
          "/bloomreach/webxp/\(place)/appinbox/fetch", Self.body,
          authorization: "Bearer \(Self.header).\(token)")
        #expect(response.status == 401)
        #expect(response.compact == #"{"error":"Could not authenticate","success":false}"#)
      }
    }
  }

  @Test(
    "VE-9 VE-13 a project takes its key or a customer token, a stream a customer token alone",
    arguments: [
      ("projects/p1", "Token key1", 200, ""), ("projects/p1", "token  key1", 200, ""),
      ("projects/p1", "Bearer \(BloomreachBench.maria)", 200, ""),
      ("streams/s1", "Bearer \(BloomreachBench.maria)", 200, ""),
      ("projects/p2", "Token key1", 404, "Invalid project id"),
      ("streams/s2", "Bearer \(BloomreachBench.maria)", 404, "Invalid stream id"),
      ("projects/p1", nil, 401, "Access key not provided"),
      ("projects/p1", "Token key2", 401, "Access key not found"),
      ("projects/p1", "key1", 401, "Access key not found"),
      ("projects/p1", "Basic azE6MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", 401, "Access key not found"),
      ("projects/p1", "Bearer key1", 401, "Could not authenticate"),
      ("streams/s1", nil, 401, "Could not authenticate"),
      ("streams/s1", "Token key1", 401, "Could not authenticate"),
      ("projects/p1", "Bearer \(expired)", 401, "The customer token has expired."),
      ("streams/s1", "Bearer \(expired)", 401, "The customer token has expired."),
      ("projects/p1", "Bearer \(otherKey)", 401, "Access key not found"),
      ("projects/p1", "Bearer \(forged)", 403, "invalid secret"),
      ("projects/p1", "Bearer \(unsigned)", 401, "Could not authenticate"),
      ("projects/p1", "Bearer \(endless)", 401, "Could not authenticate"),
      ("projects/p1", "Bearer \(named)", 401, "Could not authenticate"),
      ("projects/p1", "Bearer \(ben)", 403, "The customer token is for other customer ids."),
      ("streams/s1", "Bearer \(ben)", 403, "The customer token is for other customer ids."),
      ("projects/p1", "Bearer \(cookie)", 403, "The customer token is for other customer ids."),
    ] as [(String, String?, Int, String)])
  func authorization(place: String, header: String?, status: Int, error: String) async throws {
    try await BloomreachBench.with { bench in
      let path = "/bloomreach/webxp/\(place)/appinbox/fetch"
      let response = try await bench.post(path, Self.body, authorization: header)
      #expect(response.status == status)
      if status != 200 { #expect(response.compact == #"{"error":"\#(error)","success":false}"#) }
    }
  }

  @Test("VE-9 the example app's server hands out a token that is taken until it runs out")
  func exampleApp() async throws {
    try await BloomreachBench.with { bench in
      let path = "/bloomreach/webxp/exampleapp/customertokens"
      for key in ["key1", "k1"] {
        let response = try await bench.post(
          path, #"{"project_id":"p1","kid":"\#(key)","sub":{"registered":"maria"}}"#, authorization: nil)
        let value = try JSONValue.parse(Data(response.body.utf8))
        #expect(response.status == 200 && value["expire_time"] == .integer(1_795_266_000))
        let token = try #require(value["customer_token"]?.text)
        let fetch = try await bench.post(
          "/bloomreach/webxp/streams/s1/appinbox/fetch", Self.body, authorization: "Bearer \(token)")
        #expect(fetch.status == 200)
      }
      let short = try await bench.post(
        path, #"{"project_id":"p1","kid":"k1","sub":{"registered":"maria"},"exp":1795262460}"#)
      #expect(short.body.contains(#""expire_time":1795262460"#))
      for (body, status) in [
        (#"{"project_id":"p2","kid":"k1","sub":{"registered":"maria"}}"#, 404),
        (#"{"project_id":"p1","kid":"k2","sub":{"registered":"maria"}}"#, 401),
        (#"{"project_id":"p1","kid":"k1"}"#, 400), ("{}", 404),
      ] {
        #expect(try await bench.post(path, body).status == status)
      }
    }
  }

  @Test("VE-13 it is found at the root, under its path, and over HTTPS also on a host of its own")
  func places() async throws {
    try await BloomreachBench.with(Bench.campaign("a")) { bench in
      for base in ["", "/bloomreach"] {
        #expect(try await bench.listed(base: base).ids == ["a"])
      }
      let endpoint = bench.bench.sandbox.endpoint
      #expect(try endpoint.vendor(.bloomreach).baseURL == endpoint.httpURL + "/bloomreach")
      #expect(endpoint.hosts.contains("bloomreach.sandbox.test"))
      let transport = try Transport(
        TransportSettings(
          origins: [endpoint.httpURL],
          hosts: HostMap(
            https: endpoint.hosts + ["localhost"], to: .init(address: "127.0.0.1", port: endpoint.tlsPort)),
          authorities: [endpoint.caCertificatePEM]))
      let path = "/webxp/projects/p1/appinbox/fetch"
      var statuses: [Int] = []
      for url in [
        "https://bloomreach.sandbox.test\(path)", "https://localhost/bloomreach\(path)",
        // A brand's host is the brand's.
        "https://news.tarnvelo.example/bloomreach\(path)",
      ] {
        let request = WireRequest(
          "POST", url, headers: [WireHeader("Authorization", "Token key1")], body: Data(Self.body.utf8))
        statuses.append(try await transport.wire.send(request).status)
      }
      await transport.close()
      #expect(statuses == [200, 200, 405])
      let journal = try await bench.bench.sandbox.requests().suffix(3)
      #expect(journal.map(\.path) == [path, "/bloomreach" + path, "/bloomreach" + path])
    }
  }
}
