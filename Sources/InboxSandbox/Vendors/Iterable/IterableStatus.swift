import HTTPTypes
import Hummingbird
import InboxModel

/// Iterable's response without data: `{"msg":…,"code":…,"params":…}` (wires.md §2.5; the codes are those of the public
/// `IterableApiResponse`).
struct IterableStatus: Error, Hashable {
  var status = HTTPResponse.Status.badRequest
  var code: String
  var msg: String

  static let success = JSONValue.members(["msg": "", "code": "Success", "params": JSONValue.null])

  static func badParams(_ msg: String) -> IterableStatus { IterableStatus(code: "BadParams", msg: msg) }

  static func unauthorized(_ code: String, _ msg: String) -> IterableStatus {
    IterableStatus(status: .unauthorized, code: code, msg: msg)
  }

  /// What the vendor says with a status that a fault sends without a body (SB-3); nil for one that is not an error.
  static func fault(_ status: HTTPResponse.Status) -> IterableStatus? {
    let (code, msg) =
      switch status.code {
      case 401: ("InvalidJwtPayload", "JWT token is expired")
      case 403: ("Forbidden", "Forbidden")
      case 429: ("RateLimitExceeded", "Rate limit exceeded")
      case 400..<500: ("BadParams", "Invalid parameters")
      default: ("GenericError", "Internal error")
      }
    return status.code < 400 ? nil : IterableStatus(status: status, code: code, msg: msg)
  }

  /// - Parameter path: The vendor's path, such as `/api/events/track`: a response to a client without access names it.
  func response(path: String? = nil) -> Response {
    let params = status == .unauthorized ? JSONValue.members(["endpoint": path ?? ""]) : .null
    return .json(.members(["msg": msg, "code": code, "params": params]), status: status)
  }
}
