import Foundation
import GRDB
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

@Suite("A sandbox with a folder")
struct SandboxFolderTests {
  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "inbox-sandbox-" + UUID().uuidString
    do {
      try await body(folder)
    } catch {
      try FileManager.default.removeItem(atPath: folder)
      throw error
    }
    try FileManager.default.removeItem(atPath: folder)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("SB-1 another program finds a running sandbox by its folder; secrets are for the owner only")
  func endpoint() async throws {
    try await withFolder { folder in
      #expect(throws: SandboxError.notRunning(path: folder)) { try SandboxEndpoint.read(folder: folder) }
      try await Bench.with(folder: folder) { bench in
        let found = try SandboxEndpoint.read(folder: folder)
        #expect(found == bench.sandbox.endpoint)
        #expect(found.hosts.filter { $0.hasSuffix(".example") } == ["news.tarnvelo.example"])
        #expect(found.centers == ["Primary"])
        #expect(try permissions(folder) == 0o700)
        #expect(try permissions(folder + "/endpoint.json") == 0o600)
        #expect(try permissions(folder + "/tokens.json") == 0o600)
        #expect(try permissions(folder + "/ca-key.pem") == 0o600)
        #expect(try permissions(folder + "/ca.pem") == 0o644)
        let pem = try String(contentsOfFile: folder + "/ca.pem", encoding: .utf8)
        #expect(pem == found.caCertificatePEM && pem.hasPrefix("-----BEGIN CERTIFICATE-----"))
      }
      #expect(throws: SandboxError.notRunning(path: folder)) { try SandboxEndpoint.read(folder: folder) }
    }
  }

  @Test(
    "SB-1 a folder's token that is no text, or empty, is made anew, and no other",
    arguments: ["1", "\"\""])
  func tokens(replaced: String) async throws {
    try await withFolder { folder in
      let file = folder + "/tokens.json"
      let former = try await endpoint(in: folder)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try text.replacingOccurrences(of: "\"\(former.appToken)\"", with: replaced)
        .write(toFile: file, atomically: true, encoding: .utf8)
      let now = try await endpoint(in: folder)
      #expect(now.accountToken == former.accountToken)
      #expect(now.appToken != former.appToken && !now.appToken.isEmpty)
    }
  }

  /// What a sandbox with tokens of its own says of itself.
  private func endpoint(in folder: String) async throws -> SandboxEndpoint {
    let sandbox = try await Sandbox.start(SandboxOptions(folder: folder), campaigns: [])
    await sandbox.stop()
    return sandbox.endpoint
  }

  @Test("SB-1 a file that cannot be written is named with the reason, and no half of it is left")
  func unwritten() async throws {
    try await withFolder { path in
      let folder = try SandboxFolder.make(path)
      try FileManager.default.createDirectory(
        atPath: path + "/tokens.json", withIntermediateDirectories: true)
      let error = #expect(throws: SandboxError.self) {
        try folder.write(Data("x".utf8), to: "tokens.json", permissions: 0o600)
      }
      #expect(error?.description.contains("tokens.json cannot be written: Is a directory. Fix that") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["tokens.json"])
    }
  }

  @Test("SB-4 a clock whose change cannot be written for later clients stays what it was")
  func clock() async throws {
    try await withFolder { folder in
      try await Bench.with(folder: folder) { bench in
        let file = folder + "/endpoint.json"
        let before = try await bench.curl.get("/sandbox/clock").body
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        #expect(try await bench.curl.send("POST", "/sandbox/clock", body: "+5m").status != 200)
        #expect(try await bench.curl.get("/sandbox/clock").body == before)
        try FileManager.default.removeItem(atPath: file)
        #expect(try await bench.curl.send("POST", "/sandbox/clock", body: "+5m").status == 200)
        #expect(try await bench.curl.get("/sandbox/clock").body != before)
      }
    }
  }

  @Test("SB-4 SB-5 a clock whose change the store refuses stays what it was, also for later clients")
  func unkeptClock() async throws {
    try await withFolder { folder in
      try await Bench.with(folder: folder) { bench in
        let trigger = """
          CREATE TRIGGER full BEFORE UPDATE OF clock ON space BEGIN SELECT RAISE(ABORT, 'full'); END
          """
        let store = try DatabaseQueue(path: folder + "/sandbox.sqlite")
        try await store.write { try $0.execute(sql: trigger) }
        let before = try await bench.curl.get("/sandbox/clock").body
        let began = try await bench.sandbox.receipts().began
        for change in ["+5m", "2026-11-21T11:00:00Z"] {
          #expect(try await bench.curl.send("POST", "/sandbox/clock", body: change).status != 200)
          #expect(try await bench.curl.get("/sandbox/clock").body == before)
          #expect(try SandboxEndpoint.read(folder: folder).clock == bench.time.reading)
          #expect(try await bench.sandbox.receipts().began == began)
        }
        try await store.write { try $0.execute(sql: "DROP TRIGGER full") }
        try store.close()
        #expect(try await bench.curl.send("POST", "/sandbox/clock", body: "+5m").status == 200)
        #expect(try SandboxEndpoint.read(folder: folder).clock == bench.time.reading)
      }
    }
  }

  @Test("SB-1 tokens, authority, messages, badges and what was served outlive a restart")
  func restart() async throws {
    try await withFolder { folder in
      let toml =
        Bench.oneBrand + Bench.campaign("a", "badge = \"+1\"")
      let rich = Campaign(
        id: "guide", kind: .openRichMessage, subject: "S", message: "M", rich: .servedOnce(html: "<p>"),
        brand: Brand(name: "V", domain: "news.tarnvelo.example", scheme: "v"))
      var authority = ""
      try await Bench.with(toml, folder: folder) { bench in
        authority = bench.sandbox.endpoint.caCertificatePEM
        _ = try await bench.sandbox.launch(rich)
        #expect(try await bench.app().get("/mc/v1/rich/guide").status == 200)
        _ = try await bench.app().send("PUT", "/mc/v1/badge", body: #"{"count":5}"#)
      }
      try await Bench.with(toml, folder: folder) { bench in
        #expect(bench.sandbox.endpoint.caCertificatePEM == authority)
        #expect(try await bench.ids() == ["guide", "a"])
        #expect(try await bench.app().get("/mc/v1/rich/guide").status == 410)
        var lines = try bench.app().lines("/mc/v1/pushes").makeAsyncIterator()
        #expect(try await lines.next() == #"{"badge":5,"badge_version":1,"type":"state"}"#)
        var other = try bench.app("user:ben").lines("/mc/v1/pushes").makeAsyncIterator()
        #expect(try await other.next() == #"{"badge":1,"badge_version":1,"type":"state"}"#)
      }
    }
  }

  @Test("SB-1 tokens are made at the first start and kept")
  func tokens() async throws {
    try await withFolder { folder in
      let first = try await Sandbox.start(SandboxOptions(folder: folder), campaigns: [])
      await first.stop()
      let second = try await Sandbox.start(SandboxOptions(folder: folder), campaigns: [])
      await second.stop()
      #expect(first.endpoint.appToken == second.endpoint.appToken)
      #expect(first.endpoint.accountToken == second.endpoint.accountToken)
      #expect(first.endpoint.appToken.count == 32)
      #expect(first.endpoint.appToken != first.endpoint.accountToken)
    }
  }

  private func campaigns(_ centers: ClosedRange<Int>) -> String {
    centers.reduce(Bench.oneBrand) { $0 + Bench.campaign("c\($1)", "center = \"C\($1)\"") }
  }

  /// Why a sandbox does not start in a folder.
  private func refusal(_ campaigns: String, in folder: String) async -> String? {
    let error = await #expect(throws: SandboxError.self) {
      try await Bench.with(campaigns, folder: folder) { _ in }
    }
    return error?.description
  }

  @Test("MC-2 SB-1 campaigns that need a sixth center beside the kept ones are refused, and change nothing")
  func otherCampaigns() async throws {
    try await withFolder { folder in
      try await Bench.with(campaigns(1...4), folder: folder) { _ in }
      #expect(
        await refusal(campaigns(4...6), in: folder) == """
          The sandbox would have 7 message centers: Primary, C1, C2, C3, C4, C5, C6. An app has Primary and at most four \
          others. Primary, C1, C2, C3, C4 of them are kept: play campaigns with fewer other centers, or start without \
          --keep, which drops what is kept, or with another folder as XDG_STATE_HOME. Nothing was changed.
          """)
      try await Bench.with(campaigns(3...4), folder: folder) { bench in
        let first = try await bench.ids("C1")
        #expect(first == ["c1"])
        #expect(bench.sandbox.endpoint.centers == ["Primary", "C1", "C2", "C3", "C4"])
      }
    }
  }

  @Test(
    "MC-2 SB-1 a sandbox that an earlier version kept with six centers says what to do, and keeps its data")
  func sixCenters() async throws {
    try await withFolder { folder in
      try await Bench.with(campaigns(1...4), folder: folder) { bench in
        var sixth = Campaign.named("sixth")
        sixth.center = CenterName("C5")
        _ = try await bench.sandbox.launch(sixth)
      }
      let words = await refusal(Bench.oneBrand, in: folder)
      #expect(words?.contains("C4, C5. An app has Primary") == true, "\(words ?? "")")
      #expect(words?.contains("others. Start without --keep, which drops") == true, "\(words ?? "")")
      let store = try DatabaseQueue(path: folder + "/sandbox.sqlite")
      #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message") } == 5)
      try store.close()
    }
  }

  @Test("SB-1 a port that is in use is named with what to do")
  func portInUse() async throws {
    try await Bench.with { bench in
      let error = await #expect(throws: SandboxError.portInUse(bench.port, option: "--port")) {
        _ = try await Sandbox.start(SandboxOptions(port: bench.port), campaigns: [])
      }
      #expect(
        error?.description == """
          Port \(bench.port) on 127.0.0.1 is in use. Stop the program that listens there, or give another port with --port; \
          0 picks a free one.
          """)
      await #expect(throws: SandboxError.portInUse(bench.sandbox.endpoint.tlsPort, option: "--tls-port")) {
        _ = try await Sandbox.start(SandboxOptions(tlsPort: bench.sandbox.endpoint.tlsPort), campaigns: [])
      }
    }
  }

  @Test("SB-1 a folder that cannot be used is named")
  func unusable() async throws {
    await #expect(throws: SandboxError.folderUnusable(path: "/dev/null/x", reason: "it cannot be made")) {
      _ = try await Sandbox.start(SandboxOptions(folder: "/dev/null/x"), campaigns: [])
    }
  }
}
