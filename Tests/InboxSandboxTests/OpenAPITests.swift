import Foundation
import Hummingbird
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

@Suite("The OpenAPI document")
struct OpenAPITests {
  /// The router and its document as a sandbox has them.
  private func sandbox() throws -> (router: Router<SandboxContext>, document: OpenAPIDocument) {
    let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))
    let account = Account(
      store: try SQLiteStore.open(path: nil), centers: [], maximumBadge: 99, clock: clock)
    let faults = FaultBoard(clock: clock)
    let tokens = try SandboxTokens.load(BackEndRouter.tokens, SandboxOptions(), folder: nil)
    let vendors = BackEndRouter.standIns(
      SandboxWorld(account: account, tokens: tokens, faults: faults, campaigns: []))
    let overview = BackEndRouter.overview(
      vendors, account, faults, campaigns: [], hosts: [],
      clock: ClockControl(clock: clock, account: account, folder: nil), mask: tokens.mask, realTime: clock)
    return (BackEndRouter.make(overview.everything, account, .loopback), overview.document)
  }

  private func name(_ method: String, _ path: RouterPath) -> String { "\(method) \(path)" }

  @Test("VE-13 every path that is served is in the document, and nothing else is")
  func complete() throws {
    let (router, document) = try sandbox()
    let served = Set(router.routes.map { name($0.method.rawValue, $0.path) })
    let described = document.operations.filter { !$0.operation.isOnBrands }
      .map { name($0.operation.method.rawValue, RouterPath($0.base + $0.operation.path)) }
    #expect(served.subtracting(described) == [])
    #expect(Set(described).subtracting(served) == [])
    #expect(described.count == Set(described).count)
  }

  @Test("VE-13 the document is OpenAPI 3: each operation has responses, each part of a path is a parameter")
  func form() async throws {
    try await Bench.with { bench in
      let response = try await bench.curl.get("/sandbox/openapi.json")
      let value = try JSONValue.parse(Data(response.body.utf8))
      #expect(response.status == 200 && value["openapi"]?.text == "3.0.3")
      #expect(value["servers"]?.elements?.first?["url"]?.text == bench.sandbox.endpoint.httpURL)
      guard case .object(let paths)? = value["paths"],
        case .object(let ways)? = value["components"]?["securitySchemes"]
      else {
        Issue.record("the document has no paths")
        return
      }
      for (path, item) in paths {
        guard case .object(let operations) = item else { continue }
        for (method, operation) in operations {
          let place = "\(method) \(path)"
          #expect(path.hasPrefix("/") && operation["summary"]?.text?.isEmpty == false, "\(place)")
          #expect(operation["responses"]?["200"]?["description"]?.text != nil, "\(place)")
          let parameters = operation["parameters"]?.elements ?? []
          let inPath = parameters.filter { $0["in"]?.text == "path" }.compactMap { $0["name"]?.text }
          let parts = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
          }
          #expect(inPath == parts, "\(place)")
          for way in operation["security"]?.elements ?? [] {
            guard case .object(let names) = way else { continue }
            #expect(Set(names.keys).subtracting(ways.keys) == [], "\(place)")
          }
        }
      }
      let fetch = paths["/bloomreach/webxp/projects/{project}/appinbox/fetch"]?["post"]
      let schema = fetch?["requestBody"]?["content"]?["application/json"]?["schema"]
      #expect(schema?["required"] == .array([.string("customer_ids")]))
      #expect(schema?["properties"]?["application_id"]?["maxLength"] == .integer(50))
    }
  }

  @Test("SB-3 SB-4 SB-5 TS-2 none of the sandbox's own paths passes over a parameter that it does not have")
  func parameters() async throws {
    try await Bench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      let operations = try await bench.ownOperations()
        .filter { $0.path.hasPrefix("/sandbox") && $0.method != "HEAD" }
      #expect(operations.count == 22)
      for operation in operations {
        let path = operation.path.replacing("{id}", with: "a").replacing("{space}", with: "one")
        let reply = try await bench.curl.send(operation.method, path + "?nosuch=1", body: "+5m")
        let names = operation.query.joined(separator: ", ")
        let known = names.isEmpty ? "is none" : "are: \(names)"
        #expect(
          reply.status == 400 && reply.body.contains("“nosuch” is not a parameter. There \(known)."),
          "\(operation.method) \(path): \(reply.body)")
      }
      #expect(try await bench.ids() == ["a"])
      let near = try await bench.curl.send("DELETE", "/sandbox/faults?endpiont=messages")
      #expect(near.body.contains("Did you mean “endpoint”? There are: endpoint."))
      let twice = try await bench.curl.get("/sandbox/badge?identity=user:a&identity=user:b")
      #expect(twice.status == 400 && twice.body.contains("“identity” is given twice. Give it once."))
    }
  }
}
