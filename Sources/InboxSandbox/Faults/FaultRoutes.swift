import struct Foundation.Data
import class Foundation.JSONDecoder
import Hummingbird

/// `/sandbox/faults`: faults on demand (SB-3).
struct FaultRoutes: Sendable {
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
    router.get("sandbox/faults") { _, _ in try Response.json(encoding: await faults.all) }
    router.post("sandbox/faults") { request, _ in
      await faults.set(try Self.decode(try await request.bodyData()))
      return try Response.json(encoding: await faults.all)
    }
    router.delete("sandbox/faults") { _, _ in
      await faults.clear()
      return try Response.json(encoding: await faults.all)
    }
  }

  private static func decode(_ body: Data) throws -> Fault {
    do {
      let fault = try JSONDecoder().decode(Fault.self, from: body)
      guard let status = fault.status, !(200...599).contains(status) else { return fault }
      throw Refusal(status: .unprocessableContent, error: "status \(status) is not within 200…599.")
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
