import struct Foundation.Data
import class Foundation.JSONDecoder
import Hummingbird
import InboxModel

/// `/sandbox/faults`: faults on demand (SB-3).
struct FaultRoutes: Sendable {
  let faults: FaultBoard

  private static let content = APIOperation.Content.json(.list(.map(.any)))
  private static let endpoint = APIOperation.Parameter(
    "endpoint", .choice([FaultText.everywhere] + FaultEndpoint.allCases.map(\.rawValue)),
    "one endpoint's, such as messages")

  var all: [APIRoute] {
    [
      .own(.get, "/sandbox/faults", "The faults that are set", returns: Self.content) { _, _ in
        try await list()
      },
      .own(
        .post, "/sandbox/faults", "Sets a fault, in words or as an object",
        details: """
          “messages 503 retry-after 5”, “all offline”, “links stalled after”,
          “engagements 500 percent 30 seed 7”; or {"endpoint":"messages","status":500,
          "delay_ms":0,"body":"{\\"half","times":1,"retry_after":5,"drop":true,"stall":true,
          "truncate":40,"percent":30,"seed":7,"after":true}; after: it counts first
          """, body: .text("text/plain"), returns: Self.content
      ) { request, _ in
        for fault in try Self.read(try await request.bodyData()) { try await faults.set(fault) }
        return try await list()
      },
      .own(
        .delete, "/sandbox/faults", "Clears one fault or all", query: [Self.endpoint], returns: Self.content
      ) { request, _ in
        try await faults.clear(request.query("endpoint").flatMap(FaultEndpoint.init(rawValue:)))
        return try await list()
      },
    ]
  }

  private func list() async throws -> Response { try Response.json(encoding: await faults.all) }

  private static func read(_ body: Data) throws -> [Fault] {
    let text = String(decoding: body, as: UTF8.self)
    if text.contains("{") { return [try decode(body)] }
    do { return try FaultText.parse(text) } catch { throw refusal(error.description) }
  }

  private static func decode(_ body: Data) throws -> Fault {
    let value = try? JSONValue.parse(body)
    if let value, let members = value.members {
      if let unknown = members.keys.sorted().first(where: { !Fault.names.contains($0) }) {
        throw refusal("A fault has no “\(unknown)”.")
      }
      if let mistake = Fault.mistake(in: value) { throw refusal(mistake) }
    }
    let fault: Fault
    do { fault = try JSONDecoder().decode(Fault.self, from: body) } catch {
      let known = FaultEndpoint.allCases.map(\.rawValue).joined(separator: "|")
      throw refusal(
        "A fault is {\"endpoint\":\"\(known)\",\"status\":500,\"delay_ms\":0,\"body\":\"…\",\"times\":1,"
          + "\"retry_after\":5,\"drop\":true,\"stall\":true,\"after\":true}; endpoint and something that goes "
          + "wrong are needed.")
    }
    if let mistake = fault.mistake { throw refusal(mistake) }
    return fault
  }

  private static func refusal(_ error: String) -> Refusal {
    Refusal(status: .unprocessableContent, error: error)
  }
}
