import HTTPTypes
import InboxModel

/// Errors in Bloomreach's forms (Tracking API, “Error messages” and “Authorization errors”): `errors` for a body, `error`
/// for who asks.
extension Refusal {
  static func body(_ errors: String..., status: HTTPResponse.Status = .badRequest) -> Refusal {
    Refusal(status: status, body: .members(["success": false, "errors": errors]))
  }

  static var longName: Refusal { .body("A name is longer than 2,000 bytes") }
  static var invalidJSON: Refusal { .body("Invalid JSON") }

  static var badToken: Refusal { .access(.unauthorized, "Could not authenticate") }
  static var unknownKey: Refusal { .access(.unauthorized, "Access key not found") }
  static var wrongSecret: Refusal { .access(.forbidden, "invalid secret") }
  static var unknownProject: Refusal { .access(.notFound, "Invalid project id") }

  static func access(_ status: HTTPResponse.Status, _ error: String) -> Refusal {
    Refusal(status: status, body: .members(["success": false, "error": error]))
  }

  /// What Bloomreach says with a status that a fault sends without a body (SB-3); nil for one that is not an error.
  static func bloomreachFault(_ status: HTTPResponse.Status) -> Refusal? {
    switch status.code {
    case ..<400: nil
    case 401: .badToken
    case 403: .wrongSecret
    case 404: .unknownProject
    case 410: .body("The sync_token is not valid any more.", status: status)
    case 429: .body("Too many requests", status: status)
    case ..<500: .body("Invalid JSON", status: status)
    default: .body("Internal server error", status: status)
    }
  }
}

extension APISchema {
  /// - Throws: A ``Refusal`` in the vendor's form for a body of another form.
  func check(_ body: JSONValue) throws {
    if let flaw = flaw(of: body, named: "the body") { throw Refusal.body(flaw) }
  }
}
