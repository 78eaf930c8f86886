import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

@testable import InboxSandbox

@Suite("Iterable's keys and JWTs")
struct IterableAccessTests {
  private static let inbox = "/iterable/api/inApp/getMessages?count=1"
  private static let user = "&email=maria@tarnvelo.example"

  @Test("VE-7 VE-13 a wrong or missing key is 401 BadApiKey, before anything else is judged")
  func keys() async throws {
    try await Bench.with { bench in
      let body = { (path: String) in
        #"{"code":"BadApiKey","msg":"Invalid API key","params":{"endpoint":"\#(path)"}}"#
      }
      for headers in [[], ["Api-Key: wrong"], ["Api-Key: "]] {
        let client = RawClient(port: bench.port, headers: headers)
        for path in ["inApp/getMessages", "embedded-messaging/messages", "mobile/getRemoteConfiguration"] {
          let reply = try await client.get("/iterable/api/\(path)")
          #expect(reply.status == 401 && reply.compact == body("/api/\(path)"))
        }
        let reply = try await client.send("POST", "/iterable/api/events/trackInAppOpen", body: "no JSON")
        #expect(reply.status == 401 && reply.compact == body("/api/events/trackInAppOpen"))
      }
      #expect(try await bench.iterable(.server).get(Self.inbox + Self.user).status == 200)
    }
  }

  @Test("VE-13 what a server does is refused to the key of an app")
  func serverKey() async throws {
    try await Bench.with { bench in
      for key in [Bench.IterableKey.app, .token] {
        let client = try bench.iterable(key)
        for path in ["events/maria@tarnvelo.example", "events/byUserId/maria", "users/byUserId/maria"] {
          #expect(try await client.get("/iterable/api/\(path)").status == 401)
        }
        for path in ["inApp/target", "inApp/cancel"] {
          #expect(try await client.send("POST", "/iterable/api/\(path)", body: "{}").status == 401)
        }
      }
    }
  }

  @Test(
    "VE-6 a request names an email or a userId: neither, both and what is not an address are 400",
    arguments: [
      ("", "BadParams"), ("&email=a@b.example&userId=maria", "BadParams"), ("&email=", "BadParams"),
      ("&email=maria", "InvalidEmailAddressError"), ("&email=a@b@c", "InvalidEmailAddressError"),
      ("&userId=maria&platform=ios", "BadParams"),
    ])
  func users(query: String, code: String) async throws {
    try await Bench.with { bench in
      let reply = try await bench.iterable().get(Self.inbox + query)
      #expect(reply.status == 400)
      #expect(try reply.json["code"] == .string(code))
    }
  }

  @Test("VE-10 count is needed; limit is 1 to 200")
  func bounds() async throws {
    try await Bench.with { bench in
      for query in ["", "count=0&", "count=-1&", "count=all&"] {
        let reply = try await bench.iterable().get("/iterable/api/inApp/getMessages?\(query)userId=maria")
        #expect(reply.status == 400, "\(query)")
      }
      for limit in ["0", "201", "x"] {
        let reply = try await bench.iterable(.server).get(
          "/iterable/api/events/byUserId/maria?limit=\(limit)")
        #expect(reply.status == 400, "\(limit)")
      }
    }
  }

  /// Claims and a signature that was made elsewhere, with the secret of ``tokens``.
  private struct Token: Sendable {
    var claims: String
    var signature: String
    var code: String?
    var msg = ""
  }

  private static let claims = #"{"email":"maria@tarnvelo.example","iat":1795262340,"exp":1795266000}"#

  // HMAC-SHA256 over the Base64 of header and claims, computed with Python's hmac.
  private static let given = [
    Token(claims: claims, signature: "UhIcOmCW1Z5ziRs48fXJz1xVYxp1CIrR25OsAStFmzE"),
    // A whole year is not too long.
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262400,"exp":1826798400}"#,
      signature: "plvUZu69Ny0Jyrb4zFmKtjo18R50UTPiAh2Aip4NFlU"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262400,"exp":1826798401}"#,
      signature: "2CkGPzogO3i9K_zigchZDGcYZuC5XKNQ1-ov2YuVa0g", code: "InvalidJwtPayload",
      msg: "Exp must be less than 1 year from iat"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795258800,"exp":1795262400}"#,
      signature: "GENP0x0_6eHqgmxY7Pus1sMjCmtP62aVuUEbxiu3xW0", code: "InvalidJwtPayload",
      msg: "JWT token is expired"),
    Token(
      claims: #"{"iat":1795262340,"exp":1795266000}"#,
      signature: "eBr7mao9ElQtrJ5py9ar96841Y91UjMxMIfjqxoXPJE", code: "InvalidJwtPayload",
      msg: "JWT payload requires a value for userId or email"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","userId":"maria","iat":1795262340,"exp":1795266000}"#,
      signature: "sPpkzRsyMLkPJ-McNNCMABDyXL0ObxgjLM7KDhlfqBU", code: "InvalidJwtPayload",
      msg: "JWT payload requires a value for userId or email"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262340}"#,
      signature: "xSU7NHfV_WbnAFRnaScK3naqj29k8nlUJGC01ivf8EI", code: "InvalidJwtPayload",
      msg: "Invalid payload"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262340,"exp":"1795266000"}"#,
      signature: "CJCfv_aP1ZB6RU7NsS5mdSQhFuwKvx4yJRTwAR4aK9I", code: "InvalidJwtPayload",
      msg: "Invalid payload"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262340000,"exp":1795266000000}"#,
      signature: "DKY9JjggTEeG-pKmwNn3fe7sJuXvMpXCbvSZ9vrsXCo", code: "InvalidJwtPayload",
      msg: "Invalid payload"),
    // A fraction is a NumericDate as well (RFC 7519 §2), and a minute ahead is another clock's.
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262340.5,"exp":1795266000.25}"#,
      signature: "HVHhuxBUMDJGnqP8j_7zoJ3R5FkQOAywHAL4ZuurJDI"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262460,"exp":1795266000}"#,
      signature: "v6sUgA4tu5oTOEpe9fqgRfgGooWI0Q7cmk8qOCmGNmc"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262461,"exp":1795266000}"#,
      signature: "w3ey60Iyy99NPgpZD9L1sMDnXShP4OWfTkSWLszirP4", code: "InvalidJwtPayload",
      msg: "JWT is invalid"),
    Token(
      claims: #"{"email":"maria@tarnvelo.example","iat":1795262340,"nbf":1795262401,"exp":1795266000}"#,
      signature: "8wk74kE4kWJhWJiDdEbbSDeSYOKnAy3mtr9RSuB5DVA", code: "InvalidJwtPayload",
      msg: "JWT is invalid"),
    Token(
      claims: claims, signature: "oXca1vnAzDwD9PKJVsCt3rttK_4aUiQheT4EuglF3ZM", code: "InvalidJwtPayload",
      msg: "JWT is invalid"),
    Token(claims: claims, signature: "?", code: "InvalidJwtPayload", msg: "JWT format is invalid"),
    Token(
      claims: #"{"email":"ben@tarnvelo.example","iat":1795262340,"exp":1795266000}"#,
      signature: "ESaGBSbxVhY-6bOTB1KWbrZ0-ZMCKM31fLR6i20zgEs", code: "JwtUserIdentifiersMismatched",
      msg: "The email or userId of the request is not that of the JWT"),
    Token(
      claims: #"{"userId":"maria","iat":1795262340,"exp":1795266000}"#,
      signature: "by5qvIBt3fVW3Pw7U6xE3JhPA41IqamibGymqYNDkqk", code: "JwtUserIdentifiersMismatched",
      msg: "The email or userId of the request is not that of the JWT"),
  ]

  private static let header = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"

  private static func text(_ token: Token) -> String {
    let claims = Data(token.claims.utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return "\(header).\(claims).\(token.signature)"
  }

  private func with(_ body: (Bench) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"userTokenSecret":"the secret of the tests"}"#, to: "tokens.json")
    try await Bench.with(folder: folder.path, body)
  }

  @Test("VE-7 VE-13 a JWT is judged as published, on GET and POST alike", arguments: given)
  private func tokens(token: Token) async throws {
    try await with { bench in
      let client = try bench.iterable(.token, ["Authorization: Bearer \(Self.text(token))"])
      let body = #"{"email":"maria@tarnvelo.example","eventName":"looked"}"#
      for (path, reply) in [
        ("/api/inApp/getMessages", try await client.get(Self.inbox + Self.user)),
        ("/api/events/track", try await client.send("POST", "/iterable/api/events/track", body: body)),
      ] {
        guard let code = token.code else {
          #expect(reply.status == 200, "\(reply.compact)")
          continue
        }
        #expect(reply.status == 401)
        #expect(
          reply.compact == #"{"code":"\#(code)","msg":"\#(token.msg)","params":{"endpoint":"\#(path)"}}"#)
      }
    }
  }

  /// Each wrong in several ways, at 12:00 for Maria.
  private static let several = [
    Token(
      claims: #"{"exp":1795262400}"#,
      signature: "ehPDpAFulP34YLPdvHzFHzmosqMRc5Zmi1inAK17Tdc", code: "InvalidJwtPayload",
      msg: "JWT payload requires a value for userId or email"),
    Token(
      claims: #"{"email":"ben@tarnvelo.example","exp":1795262400}"#,
      signature: "WiqYTad3EAXv3ffGRR15Vaus9JNGP4YahmSK5ZhcHFo", code: "InvalidJwtPayload",
      msg: "Invalid payload"),
    Token(
      claims: #"{"email":"ben@tarnvelo.example","iat":1763726399,"exp":1795262400}"#,
      signature: "PNzT6bszdEG3ZxEw7JOmejsyxRcVf5B_QLCgnHBHzOk", code: "InvalidJwtPayload",
      msg: "Exp must be less than 1 year from iat"),
    Token(
      claims: #"{"email":"ben@tarnvelo.example","iat":1795258800,"exp":1795262400}"#,
      signature: "pcEsprQJKkdlZjWjqSMXvF0SitYUnSg5E5_VvUetRQ4", code: "InvalidJwtPayload",
      msg: "JWT token is expired"),
  ]

  @Test(
    "VE-7 VE-13 of several flaws ‘inbox token’ says first what the stand-in refuses first", arguments: several
  )
  private func order(token: Token) async throws {
    let text = Self.text(token)
    let maria = JWTExpectation.iterable(.email("maria@tarnvelo.example"))
    let now = Date(timeIntervalSince1970: 1_795_262_400)
    let findings = JWTInspection(text).findings(for: maria, at: now)
    #expect(findings.count > 1 && findings.first?.error == "InvalidJwtPayload: \(token.msg)")
    try await with { bench in
      let reply = try await bench.iterable(.token, ["Authorization: Bearer \(text)"]).get(
        Self.inbox + Self.user)
      #expect(reply.status == 401 && reply.compact.contains(#""msg":"\#(token.msg)""#))
    }
  }

  @Test("VE-7 without a Bearer token the key that asks for one is refused; a server's key needs none")
  func missingToken() async throws {
    try await with { bench in
      for headers in [[], ["Authorization: Basic abc"], ["Authorization: Bearer"]] {
        let reply = try await bench.iterable(.token, headers).get(Self.inbox + Self.user)
        #expect(reply.status == 401)
        #expect(
          reply.compact == """
            {"code":"BadAuthorizationHeader","msg":"JWT Authorization header is not set",\
            "params":{"endpoint":"/api/inApp/getMessages"}}
            """)
      }
      for key in [Bench.IterableKey.app, .server] {
        #expect(try await bench.iterable(key).get(Self.inbox + Self.user).status == 200)
      }
    }
  }

  @Test(
    "VE-7 VE-10 a line of pushes whose JWT is refused is opened once more with a new one, and says what is wrong"
  )
  func pushLine() async throws {
    let right = try #require(Self.given.first { $0.code == nil })
    try await with { bench in
      let endpoint = try bench.sandbox.endpoint.vendor(.iterable)
      let transport = try Transport(TransportSettings(origins: [bench.sandbox.endpoint.httpURL]))
      var settings = IterableSettings(
        base: try endpoint.baseURL + "/api", apiKey: try endpoint["tokenKey"], deviceID: "d1", isSandbox: true
      )
      settings.usesToken = true
      func first(_ renewed: String) async throws -> Push? {
        let token = TokenSource { renew in renew ? renewed : "no JWT" }
        // What the line says of the sandbox's clock is a sign of life.
        let backEnd = IterableBackEnd.backEnd(
          settings, token: token, over: transport.wire, read: { _ in .keepAlive })
        for try await push in backEnd.pushes(.user("maria@tarnvelo.example")) { return push }
        return nil
      }
      #expect(try await first(Self.text(right)) != nil)
      await #expect(
        throws: InboxError.credentialsRefused(
          "Iterable refuses the JWT, also a new one (InvalidJwtPayload: JWT format is invalid). ‘inbox token’ says what "
            + "is wrong with it; what waits in the outbox stays there until then.")
      ) { try await first("no JWT either") }
      await transport.close()
    }
  }

  @Test("VE-7 the sample JWT of the vendor's article is right until its second")
  func sample() async throws {
    // Support article 360050801231, “Sample JWT”.
    let header = """
      Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJlbWFpbCI6InRlc3RAaXRlcmFibGUuY29tIiwiaWF0IjoxNTk5N\
      jkzMjE4LCJleHAiOjE1OTk2OTMyMTl9.eDbexB7CnK2jGsXvHfYENrCEkblrLKxgMNbmlfJHXUA
      """
    let folder = try TemporaryFolder()
    try folder.write(#"{"userTokenSecret":"2EB6A2F34691492F81A819AEDA32427F"}"#, to: "tokens.json")
    try await Bench.with(folder: folder.path) { bench in
      for (time, code) in [("2020-09-09T23:13:38Z", nil), ("2020-09-09T23:13:39Z", "JWT token is expired")] {
        _ = try await bench.curl.send("POST", "/sandbox/clock", body: time)
        let reply = try await bench.iterable(.token, [header]).get(Self.inbox + "&email=test%40iterable.com")
        #expect(reply.status == (code == nil ? 200 : 401) && reply.compact.contains(code ?? "inAppMessages"))
      }
    }
  }
}
