import struct Foundation.Data
import class Foundation.JSONDecoder
import Hummingbird
import InboxModel

/// `/sandbox/faults`: faults on demand (SB-3).
struct FaultRoutes: Sendable {
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
    router.get("sandbox/faults") { _, _ in try Response.json(encoding: await faults.all) }
    router.post("sandbox/faults") { request, _ in
      for fault in try Self.read(try await request.bodyData()) { try await faults.put(fault) }
      return try Response.json(encoding: await faults.all)
    }
    router.delete("sandbox/faults") { request, _ in
      let endpoint = try request.query("endpoint").map { name in
        guard let endpoint = FaultEndpoint(rawValue: name) else {
          throw Refusal(
            status: .unprocessableContent, error: "“\(name)” is not an endpoint: \(FaultText.forms).")
        }
        return endpoint
      }
      try await faults.remove(endpoint)
      return try Response.json(encoding: await faults.all)
    }
  }

  private static func read(_ body: Data) throws -> [Fault] {
    let text = String(decoding: body, as: UTF8.self)
    if text.contains("{") { return [try decode(body)] }
    do { return try FaultText.parse(text) } catch {
      throw Refusal(status: .unprocessableContent, error: error.description)
    }
  }

  private static func decode(_ body: Data) throws -> Fault {
    do {
      if case .object(let members)? = try? JSONValue.parse(body),
        let unknown = members.keys.sorted().first(where: { !Fault.names.contains($0) })
      {
        throw Refusal(status: .unprocessableContent, error: "A fault has no “\(unknown)”.")
      }
      let fault = try JSONDecoder().decode(Fault.self, from: body)
      guard let status = fault.status, !Fault.statuses.contains(status) else { return fault }
      guard (200..<300).contains(status) else {
        throw Refusal(status: .unprocessableContent, error: "status \(status) is not within 200…599.")
      }
      guard fault.body == nil else { return fault }
      throw Refusal(
        status: .unprocessableContent,
        error: "status \(status) without a body is not a fault: say with which body, which may be empty.")
    } catch is DecodingError {
      let known = FaultEndpoint.allCases.map(\.rawValue).joined(separator: "|")
      throw Refusal(
        status: .unprocessableContent,
        error:
          "A fault is {\"endpoint\":\"\(known)\",\"status\":500,\"delay_ms\":0,\"body\":\"…\",\"times\":1,"
          + "\"retry_after\":5,\"drop\":true,\"stall\":true,\"after\":true}; all but endpoint may be left out."
      )
    }
  }
}
