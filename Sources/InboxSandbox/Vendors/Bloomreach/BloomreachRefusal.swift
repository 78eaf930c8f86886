import HTTPTypes
import InboxModel

/// Errors in Bloomreach's forms (Tracking API, “Error messages” and “Authorization errors”): `errors` for a body, `error`
/// for who asks.
extension Refusal {
  static func body(_ errors: String..., status: HTTPResponse.Status = .badRequest) -> Refusal {
    Refusal(
      status: status,
      body: .object(["success": .bool(false), "errors": .array(errors.map { .string($0) })]))
  }

  static func access(_ status: HTTPResponse.Status, _ error: String) -> Refusal {
    Refusal(status: status, body: .object(["success": .bool(false), "error": .string(error)]))
  }
}

extension APISchema {
  /// - Throws: A ``Refusal`` in the vendor's form for a body of another form.
  func check(_ body: JSONValue) throws {
    if let flaw = flaw(of: body, named: "the body") { throw Refusal.body(flaw) }
  }
}
