import Foundation
import InboxCore
import InboxModel
import Testing

@testable import InboxDomains

struct SiteAssociationFetchTests {
  private static let wellKnown = "https://shop.brand.example/.well-known/apple-app-site-association"
  private static let root = "https://shop.brand.example/apple-app-site-association"
  private static let file = #"{"applinks":{"details":[{"appID":"T.a","paths":["*"]}]}}"#
  private static let missing = LinkHop.Response(status: 404, location: nil, body: Data(), milliseconds: 3)

  private static func response(
    _ status: Int = 200, _ body: String = file, location: String? = nil
  ) -> Result<LinkHop.Response, LinkHop.Failure> {
    .success(.init(status: status, location: location, body: Data(body.utf8), milliseconds: 12))
  }

  /// A port that knows some addresses; every other one is missing.
  private static func fetch(
    _ responses: [String: Result<LinkHop.Response, LinkHop.Failure>]
  ) async throws -> SiteAssociationFetch.Outcome {
    let hop = LinkHop { request throws(LinkHop.Failure) in
      try (responses[request.url] ?? .success(missing)).get()
    }
    return try await SiteAssociationFetch(hop: hop).fetch(domain: "shop.brand.example")
  }

  @Test("UL-7 the file at .well-known is enough; the root is not asked")
  func wellKnownPlace() async throws {
    let outcome = try await Self.fetch([
      Self.wellKnown: Self.response(), Self.root: .failure(.transport("must not be asked")),
    ])
    #expect(
      outcome.attempts == [.init(url: Self.wellKnown, status: 200, milliseconds: 12, problem: nil)])
    #expect(outcome.place == Self.wellKnown)
    #expect(outcome.association?.appIDs == ["T.a"])
  }

  @Test("UL-7 the root is asked next")
  func rootPlace() async throws {
    let outcome = try await Self.fetch([Self.root: Self.response()])
    #expect(
      outcome.attempts == [
        .init(url: Self.wellKnown, status: 404, milliseconds: 3, problem: "there is no file (status 404)"),
        .init(url: Self.root, status: 200, milliseconds: 12, problem: nil),
      ])
    #expect(outcome.place == Self.root)
    #expect(outcome.association?.appIDs == ["T.a"])
  }

  @Test("UL-7 what is asked: https, JSON accepted, 10 s, 128 KiB; a domain in capitals is the same domain")
  func request() async throws {
    let hop = LinkHop { request throws(LinkHop.Failure) in
      #expect(request.headers == [.init("Accept", "application/json"), .init("Accept-Encoding", "identity")])
      #expect(request.timeout == 10)
      #expect(request.limit == 131_072)
      throw .transport(request.url)
    }
    let outcome = try await SiteAssociationFetch(hop: hop).fetch(domain: "SHOP.brand.example")
    #expect(outcome.attempts.map(\.url) == [Self.wellKnown, Self.root])
    #expect(
      outcome.attempts.map(\.problem) == [Self.wellKnown, Self.root].map { "it cannot be reached: \($0)" })
  }

  @Test(
    "UL-7 what makes a place unusable, in words; the other place is tried then",
    arguments: [
      (
        response(301, location: "https://www.brand.example/.well-known/apple-app-site-association"), 301, 12,
        #"it redirects (status 301) to "https://www.brand.example/.well-known/apple-app-site-association"; "#
          + "Apple follows no redirect"
      ),
      (response(302), 302, 12, "it responds with status 302, a redirect; Apple follows none"),
      (
        response(308, location: "/\u{1B}[2J"), 308, 12,
        #"it redirects (status 308) to "/\u001b[2J"; Apple follows no redirect"#
      ),
      (response(404), 404, 12, "there is no file (status 404)"),
      (response(500), 500, 12, "it responds with status 500 instead of 200"),
      (response(204), 204, 12, "it responds with status 204 instead of 200"),
      (response(200, ""), 200, 12, "the file cannot be used: it is empty"),
      (
        response(200, "<html>"), 200, 12,
        "the file cannot be used: it is not JSON at line 1, column 1: “<” stands where a value should be"
      ),
      (response(200, "[]"), 200, 12, "the file cannot be used: it is a list, not an object"),
      (
        response(200, file + String(repeating: " ", count: 131_072)), 200, 12,
        "the file cannot be used: it is 131128 bytes long; iOS takes at most 131072"
      ),
      (
        .success(.init(status: 200, location: nil, body: Data(), isCut: true, milliseconds: 12)), 200, 12,
        "the file is larger than 131072 bytes; iOS takes no more"
      ),
      (.failure(.transport("no such host")), nil, 0, "it cannot be reached: no such host"),
      (.failure(.interrupted("reset")), nil, 0, "the connection broke: reset"),
      (.failure(.timedOut), nil, 10_000, "there was no response within 10 s"),
    ] as [(Result<LinkHop.Response, LinkHop.Failure>, Int?, Int, String)])
  func unusable(
    response: Result<LinkHop.Response, LinkHop.Failure>, status: Int?, milliseconds: Int, problem: String
  ) async throws {
    let attempt = SiteAssociationFetch.Attempt(
      url: Self.wellKnown, status: status, milliseconds: milliseconds, problem: problem)
    let found = try await Self.fetch([Self.wellKnown: response, Self.root: Self.response()])
    #expect(found.attempts.first == attempt)
    #expect(found.place == Self.root)
    let lost = try await Self.fetch([Self.wellKnown: response])
    #expect(lost.attempts.count == 2)
    #expect(lost.association == nil)
    #expect(lost.place == nil)
  }

  @Test("UL-7 a compressed file is named as such, whether its response says so or not")
  func compressed() async throws {
    let gzip = Data([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0])
    for (coding, body, name) in [
      ("gzip", gzip, "gzip"), (nil, gzip, "gzip"), ("br", Data("x".utf8), "br"),
      ("zstd", Data(Self.file.utf8), "zstd"),
    ] {
      let response = LinkHop.Response(
        status: 200, location: nil, contentEncoding: coding, body: body, milliseconds: 1)
      let outcome = try await Self.fetch([Self.wellKnown: .success(response)])
      let problem = outcome.attempts.first?.problem ?? ""
      #expect(problem.contains("compressed with \(name), which was not requested"), "\(problem)")
    }
    let plain = LinkHop.Response(
      status: 200, location: nil, contentEncoding: "identity", body: Data(Self.file.utf8), milliseconds: 1)
    #expect(try await Self.fetch([Self.wellKnown: .success(plain)]).association != nil)
  }

  @Test(
    "UL-7 what is not a host name is not asked",
    arguments: [
      ("", "has no host"), ("https://brand.example", "holds a URL; write the host alone"),
      ("brand.example/x", "has a path; an entry is for a whole host"),
      ("brand.example@evil.example", "has a user name; write the host alone"),
      ("bränd.example", "is not ASCII; write the host as punycode (xn--…)"),
      ("brand.example\r\nX: y", "has a port; an entry has none"),
    ] as [(String, String)])
  func domain(domain: String, problem: String) async {
    let hop = LinkHop { _ throws(LinkHop.Failure) in throw .transport("must not be asked") }
    let shown = JSONValue.string(domain).serialized
    await #expect(throws: InboxError.configuration("The domain \(shown) \(problem).")) {
      try await SiteAssociationFetch(hop: hop).fetch(domain: domain)
    }
  }
}
