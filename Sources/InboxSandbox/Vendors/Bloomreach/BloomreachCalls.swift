import Hummingbird
import InboxCore

/// Makes the routes of the project and of its stream, with the vendor's errors.
struct BloomreachCalls: Sendable {
  let account: Account
  let access: BloomreachAccess
  let faults: FaultBoard

  static let ids = APISchema.map(.text, atLeast: 1)
  static let success = APIOperation.Content.json(.object(["success!": .flag]))
  static let wrongBody = APIOperation.Content.json(
    .object(["success!": .flag, "errors!": .list(.text, atLeast: 1)]))
  private static let noAccess = APIOperation.Content.json(.object(["success!": .flag, "error!": .text]))

  /// - Parameter ways: How somebody says who asks; nil for nobody in particular.
  func route(
    _ operation: APIOperation, _ ways: [[APIAccess]], _ handler: @escaping APIRoute.Handler
  ) -> APIRoute {
    var operation = operation
    operation.access = ways
    for status in [401, 403, 404] { operation.errors[status] = Self.noAccess }
    if operation.body != nil {
      operation.errors[400] = Self.wrongBody
      operation.errors[413] = .json(.object(["error!": .text]))
    }
    return APIRoute(operation, respond: handler)
  }
}
