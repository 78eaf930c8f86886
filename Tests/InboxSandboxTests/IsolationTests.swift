import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

/// What a tester does in one space, under fire in fifty others (TS-2).
@Suite("Fifty spaces", .queued)
struct IsolationTests {
  private static let spaces = 50
  /// How many events each of them gets, and how often it sets its badge.
  private static let load = 4

  /// One space over HTTP, at the ports of the sandboxes that serve it.
  private struct Holder: Sendable {
    let name: String
    let ports: [Int]
    let tokens: JSONValue

    private func client(_ headers: [String], _ number: Int) -> RawClient {
      RawClient(port: ports[number % ports.count], headers: headers)
    }

    func control(_ number: Int = 0) -> RawClient {
      client(["Authorization: Bearer \(tokens["controlToken"]?.text ?? "")"], number)
    }

    func app(_ number: Int) -> RawClient {
      let tokens = [
        "X-App-Token: \(tokens["appToken"]?.text ?? "")",
        "X-Account-Token: \(tokens["accountToken"]?.text ?? "")",
      ]
      return client(tokens + ["X-Identity: user:maria"], number)
    }

    func path(_ path: String) -> String { "/s/\(name)\(path)" }

    /// What the load of one of the fifty is: none of its requests may notice anything.
    func fire() async throws {
      for number in 1...load {
        let sent = try await app(number).send(
          "POST", path("/mc/v1/engagements"), body: SharedBench.upload(number))
        #expect(sent.status == 200, "\(name): \(sent.body)")
        let badge = try await app(number + 1).send(
          "PUT", path("/mc/v1/badge"), body: #"{"count":\#(number)}"#)
        #expect(badge.status == 200, "\(name): \(badge.body)")
      }
    }

    /// Resets, faults and clocks, one after the other.
    func disturb(_ round: Int) async throws {
      for (method, place, body) in [
        ("POST", "/sandbox/faults", "all 503"), ("POST", "/sandbox/clock", "+1d"),
        ("POST", "/sandbox/reset", ""),
        ("POST", "/sandbox/faults", "badge offline"), ("POST", "/sandbox/clock", "stop"),
      ] {
        let reply = try await control(round).send(method, path(place), body: body)
        #expect(reply.status == 200, "\(place): \(reply.body)")
      }
    }

    /// Generation, engagements, repeats, badges, held badge, faults, clock, late: as they can be seen.
    func state() async throws -> [String] {
      let receipts = try await control().get(path("/sandbox/receipts")).json
      let clock = try await control(1).get(path("/sandbox/clock")).json
      return [
        "generation \(receipts["generation"]?.integer ?? 0)",
        "\(receipts["engagements"]?.elements?.count ?? -1) engagements",
        "\(receipts["duplicates"]?.integer ?? -1) repeats", "\(receipts["late"]?.integer ?? -1) late",
        "\(receipts["badge"]?.elements?.count ?? -1) badges",
        "held \(try await control().get(path("/sandbox/badge?identity=user:maria")).json["count"]?.integer ?? -1)",
        "\(try await control(1).get(path("/sandbox/faults")).json.elements?.count ?? -1) faults",
        "ahead \(clock["ahead_s"]?.number.map { Int($0) } ?? -1) running \(clock["running"] == .bool(true))",
      ]
    }
  }

  private static let untouched = [
    "generation 1", "\(load) engagements", "0 repeats", "0 late", "\(load) badges", "held \(load)",
    "0 faults",
    "ahead 0 running true",
  ]

  private func holders(_ makers: [RawClient]) async throws -> [Holder] {
    var holders: [Holder] = []
    for number in 0...Self.spaces {
      let name = "space-\(number)"
      let made = try await makers[number % makers.count].send("POST", "/sandbox/spaces/\(name)")
      #expect(made.status == 200, "\(made.body)")
      holders.append(Holder(name: name, ports: makers.map(\.port), tokens: try made.json))
    }
    return holders
  }

  private func undisturbed(_ makers: [RawClient]) async throws {
    let holders = try await holders(makers)
    let rounds = try await withThrowingTaskGroup(of: Void.self) { group in
      for holder in holders.dropFirst() { group.addTask { try await holder.fire() } }
      let fire = Task { [holders] in
        var round = 0
        while !Task.isCancelled {
          try await holders[0].disturb(round)
          round += 1
        }
        return round
      }
      do { try await group.waitForAll() } catch {
        fire.cancel()
        throw error
      }
      fire.cancel()
      return try await fire.value
    }
    #expect(rounds > 0)
    for holder in holders.dropFirst() {
      let state = try await holder.state()
      #expect(state == Self.untouched, "\(holder.name): \(state)")
    }
    let disturbed = try await holders[0].control().get(holders[0].path("/sandbox/receipts")).json
    #expect(disturbed["generation"]?.integer == rounds + 1)
  }

  @Test("TS-2 resets, faults and clocks of one are noticed by none of fifty others under fire, in SQLite")
  func sqlite() async throws {
    let sandbox = try await Sandbox.start(SandboxOptions(), campaigns: [])
    do { try await undisturbed([RawClient(port: URL(string: sandbox.endpoint.httpURL)?.port ?? 0)]) } catch {
      await sandbox.stop()
      throw error
    }
    await sandbox.stop()
  }

  @Test("TS-2 TS-1 nor in PostgreSQL, where two processes serve all of them")
  func postgres() async throws {
    try await SharedBench.with { bench in try await undisturbed([bench.control(0), bench.control(1)]) }
  }
}
