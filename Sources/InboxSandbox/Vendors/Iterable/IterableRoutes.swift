import HTTPTypes
import Hummingbird
import InboxCore

/// The vendor's paths under one base, with the vendor's body for whatever goes wrong.
struct IterableRoutes {
  let group: RouterGroup<SandboxContext>
  let faults: FaultBoard

  /// - Parameter endpoint: Whose faults strike here; nil for none.
  func on(
    _ method: HTTPRequest.Method, _ path: String, _ endpoint: FaultEndpoint? = nil,
    _ handler: @escaping @Sendable (Request, SandboxContext) async throws -> Response
  ) {
    group.on(RouterPath(path), method: method) { [faults] request, context in
      // As the vendor calls it: without the base of the stand-in.
      let path = request.uri.path.firstRange(of: "/api/").map { request.uri.path[$0.lowerBound...] } ?? ""
      let respond = { () async throws -> Response in
        do { return try await handler(request, context) } catch let status as IterableStatus {
          return status.response(path: String(path))
        }
      }
      guard let endpoint else { return try await respond() }
      let response = try await faults.respond(endpoint, context: context, truly: respond)
      // Only a fault sends an error without a body; the vendor never does.
      guard response.body.contentLength == 0, let fault = IterableStatus.fault(response.status) else {
        return response
      }
      var filled = fault.response(path: String(path))
      filled.headers[.retryAfter] = response.headers[.retryAfter]
      return filled
    }
  }

  /// A call that returns nothing but success.
  func post(
    _ path: String, _ endpoint: FaultEndpoint? = nil,
    _ act: @escaping @Sendable (Request) async throws -> Void
  ) {
    on(.post, path, endpoint) { request, _ in
      try await act(request)
      return IterableStatus.success.response()
    }
  }
}

/// A query as the vendor reads it.
extension Request {
  /// Missing also where it is empty or the word None, which is the default of some in the public text, and which the
  /// vendor's Python library sends for whatever it was not given.
  func iterableQuery(_ name: String) -> String? {
    query(name).flatMap { $0.isEmpty || $0 == "None" ? nil : $0 }
  }

  func iterableNumber(_ name: String, in bounds: ClosedRange<Int>) throws(IterableStatus) -> Int? {
    guard let text = iterableQuery(name) else { return nil }
    guard let number = Int(text), bounds.contains(number) else {
      throw .badParams("\(name) is no whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return number
  }
}
