import struct Foundation.Data
import class Foundation.JSONDecoder
import Hummingbird
import InboxModel

/// `/sandbox/faults`: faults on demand (SB-3).
struct FaultRoutes: Sendable {
  let faults: FaultBoard

  func add(to router: Router<SandboxContext>) {
    router.read("sandbox/faults") { _, _ in try Response.json(encoding: await faults.all) }
    router.post("sandbox/faults") { request, _ in
      for fault in try Self.read(try await request.bodyData()) { try await faults.set(fault) }
      return try Response.json(encoding: await faults.all)
    }
    router.delete("sandbox/faults") { request, _ in
      try await faults.clear(Self.endpoint(request.query("endpoint")))
      return try Response.json(encoding: await faults.all)
    }
  }

  /// The endpoint of a name; nil for all of them.
  private static func endpoint(_ name: String?) throws -> FaultEndpoint? {
    guard let name, name != FaultText.everywhere else { return nil }
    guard let endpoint = FaultEndpoint(rawValue: name) else {
      throw refusal("“\(name)” is not an endpoint: \(FaultText.forms).")
    }
    return endpoint
  }

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
