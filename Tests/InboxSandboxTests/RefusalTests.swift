import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

/// Refusals tell nothing: the same response after the same work (TS-8).
@Suite("Refusals of spaces", .queued)
struct RefusalTests {
  /// A sandbox whose store is watched, with the spaces “one” and “two”; the tokens of “one” were rotated.
  private struct RefusalBench {
    let sandbox: Sandbox
    let watch: StoreWatch
    var former: JSONValue
    var now: JSONValue
    var other: JSONValue

    var port: Int { URL(string: sandbox.endpoint.httpURL)?.port ?? 0 }
    var curl: RawClient { RawClient(port: port) }

    /// A client that sends everything that lets someone in.
    func client(_ tokens: JSONValue?) -> RawClient {
      guard let tokens else { return curl }
      func text(_ path: String...) -> String {
        path.reduce(tokens as JSONValue?) { $0?[$1] }?.text ?? String(repeating: "0", count: 32)
      }
      return RawClient(
        port: port,
        headers: [
          "Authorization: Bearer \(text("controlToken"))", "X-App-Token: \(text("appToken"))",
          "X-Account-Token: \(text("accountToken"))", "X-Identity: user:maria",
          "Api-Key: \(text("iterable", "apiKey"))",
        ])
    }
  }

  private func with(_ kind: StoreKind, _ body: (RefusalBench) async throws -> Void) async throws {
    try await StoreBench.with(kind) { bench in
      let store = WatchedStore(store: bench.store, hears: false)
      let sandbox = try await Sandbox.start(
        SandboxOptions(clock: bench.clock, realTime: bench.clock), campaigns: [], over: store)
      do {
        let curl = RawClient(port: URL(string: sandbox.endpoint.httpURL)?.port ?? 0)
        func make(_ path: String) async throws -> JSONValue {
          try await curl.send("POST", "/sandbox/spaces/\(path)").json
        }
        let (former, other) = try await (make("one"), make("two"))
        let now = try await make("one/rotate")
        let bench = RefusalBench(
          sandbox: sandbox, watch: store.watch, former: former, now: now, other: other)
        // From here on each is served already.
        for name in ["one", "two", "nowhere"] { _ = try await curl.get("/s/\(name)/sandbox/clock") }
        try await body(bench)
      } catch {
        await sandbox.stop()
        throw error
      }
      await sandbox.stop()
    }
  }

  /// Paths that ask for a token, and how.
  private static let requests = [
    ("GET", "/sandbox/receipts"), ("POST", "/sandbox/reset"), ("GET", "/"), ("GET", "/receipts/1"),
    ("GET", "/live"), ("GET", "/page.css"), ("GET", "/sandbox/nothing"), ("GET", "/mc/v1/badge"),
    ("POST", "/mc/v1/engagements"), ("GET", "/mc/v1/pushes"),
    ("GET", "/iterable/api/inApp/getMessages?userId=maria&count=10&platform=iOS&SDKVersion=1&packageName=x"),
    ("POST", "/bloomreach/track/v2/projects/p/customers/events"), ("GET", "/nothing"),
  ]

  @Test(
    "TS-8 missing, wrong, another space's and rotated tokens, and no space at all: the same response after the same work",
    arguments: StoreKind.allCases)
  func same(_ kind: StoreKind) async throws {
    try await with(kind) { bench in
      let wrong = JSONValue.object([:])
      let senders: [JSONValue?] = [wrong, bench.other, bench.former]
      for (method, path) in Self.requests {
        // What is missing is said alike as well, but differently from what is wrong, as the vendors do.
        for senders in [[nil], senders] {
          var seen: Set<[String]> = []
          for sender in senders {
            for space in ["one", "nowhere", "main", "..%2Fone", "ONE", "%27%3B--"] {
              let before = await bench.watch.counts
              let reply = try await bench.client(sender).send(method, "/s/\(space)\(path)")
              let counts = await bench.watch.counts
              let work = StoreAccess.all.map { counts[$0, default: 0] - before[$0, default: 0] }
              #expect(reply.status >= 400, "\(space)\(path)")
              seen.insert([reply.head, reply.body, "\(work)"])
            }
          }
          #expect(seen.count == 1, "\(method) \(path): \(seen)")
        }
      }
      #expect(try await bench.client(bench.now).get("/s/one/sandbox/receipts").status == 200)
      #expect(try await bench.client(bench.now).get("/s/one/mc/v1/badge").status == 200)
    }
  }

  @Test("TS-8 the tokens of no space are compared as those of one are: by their hashes")
  func hashes() async throws {
    try await StoreBench.with(.sqlite) { bench in
      let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      let name = try #require(SpaceName("one"))
      _ = try await register.create(name, at: bench.clock.date)
      let record = try #require(try await register.record(of: name))
      let kept = SandboxTokens(
        hash: try #require(record.token), hashes: record.keys, BackEndRouter.tokens)
      func names(_ tokens: SandboxTokens) -> Set<String> { Set((tokens.hashes ?? [:]).keys) }
      #expect(names(kept) == names(.ofNobody(BackEndRouter.tokens)))
      #expect(!names(kept).isEmpty)
    }
  }

  /// Names that are SQL, paths or no text at all, as a path has them.
  private static let names = [
    "'; DROP TABLE space; --", "\" OR \"1\"=\"1", "$1", "one' --", "..", "../one", "one/../two", "%2e%2e%2f",
    "\u{0}",
    "one\u{0}", String(repeating: "n", count: 3_000), "оne", "ｏｎｅ", "one ", " one", "one\n", "one\\", "*",
    "%", "_",
    "-", "main", "MAIN", "one.", "one;two", "{one}", "💥", "\u{202E}eno",
  ]

  @Test(
    "TS-8 names that look like SQL or paths do nothing, wherever they stand", arguments: StoreKind.allCases)
  func oddNames(_ kind: StoreKind) async throws {
    try await with(kind) { bench in
      let (maker, holder) = (bench.curl, bench.client(bench.now))
      _ = try await holder.send(
        "POST", "/s/one/mc/v1/engagements", body: SharedBench.upload(1, at: Self.time))
      let before = try await holder.get("/s/one/sandbox/receipts").body
      for name in Self.names {
        let encoded = [URLText.encode(name), URLText.encode(URLText.encode(name))]
        for part in encoded {
          for (method, path) in [
            ("POST", "/sandbox/spaces/\(part)"), ("POST", "/sandbox/spaces/\(part)/rotate"),
            ("DELETE", "/sandbox/spaces/\(part)"), ("PATCH", "/sandbox/spaces/\(part)"),
          ] where !["main", "-"].contains(name) {
            let reply = try await maker.send(method, path)
            #expect([404, 422].contains(reply.status), "\(method) \(path): \(reply.status)")
          }
          #expect(try await holder.get("/s/\(part)/sandbox/receipts").status == 401, "\(part)")
          for path in [
            "/receipts/\(part)", "/messages/\(part)", "/reports/\(part)", "/sandbox/campaigns/\(part)/launch",
            "/sandbox/campaigns/\(part)/withdraw",
          ] {
            let method = path.hasPrefix("/sandbox") ? "POST" : "GET"
            #expect(try await holder.send(method, "/s/one\(path)").status == 404, "\(path)")
          }
          for query in ["message=\(part)", "identity=user:\(part)", "type=\(part)", "vendor=\(part)"] {
            let reply = try await holder.get("/s/one/sandbox/receipts?\(query)")
            #expect([200, 400].contains(reply.status), "\(query): \(reply.status)")
            #expect(!reply.body.contains("00000000-0000-0000-0000-000000000001"), "\(query)")
          }
          #expect(
            [200, 400, 422].contains(
              try await holder.get("/s/one/sandbox/badge?identity=user:\(part)").status))
        }
      }
      #expect(try await bench.client(bench.now).get("/s/one/sandbox/receipts").body == before)
      let spaces = try await maker.get("/sandbox/spaces").json.elements?.map { $0["space"]?.text }
      #expect(spaces == ["one", "two"])
    }
  }

  @Test("TS-8 a request that is refused before its body is read ends, however much of it is still coming")
  func unreadBody() async throws {
    try await Bench.with { bench in
      let body = String(repeating: "x", count: 12 << 20)
      for (path, status) in [("/nothing", 404), ("/mc/v1/engagements", 400)] {
        let reply = try await bench.curl.send("POST", path, body: body)
        #expect(reply.status == status)
      }
    }
  }

  @Test(
    "SB-1 a client's last request ends its connection, however it says so",
    arguments: [("HTTP/1.1", "Close"), ("HTTP/1.1", "TE, close"), ("HTTP/1.0", nil)])
  func lastRequests(version: String, connection: String?) async throws {
    try await Bench.with { bench in
      let client = RawClient(port: bench.port, version: version, connection: connection)
      let reply = try await client.get("/sandbox")
      #expect(reply.status == 200)
    }
  }

  private static let time = Date(timeIntervalSince1970: 1_795_262_400)
}

extension StoreAccess {
  fileprivate static let all: [StoreAccess] = [.reading, .noting, .adding, .changing]
}
