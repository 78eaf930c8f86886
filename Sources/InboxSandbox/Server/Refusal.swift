import HTTPTypes
import Hummingbird
import InboxCore

/// An answer that is an error: a status and `{"error": …}`.
struct Refusal: HTTPResponseError {
  var status: HTTPResponse.Status
  /// What goes into `error`: a sentence, or a word that clients know.
  var error: String
  var more: [String: JSONValue] = [:]
  var headers = HTTPFields()

  func response(from request: Request, context: some RequestContext) -> Response { response }

  var response: Response {
    var response = Response.json(.object(more.merging(["error": .string(error)]) { $1 }), status: status)
    for field in headers { response.headers[field.name] = field.value }
    return response
  }
}
