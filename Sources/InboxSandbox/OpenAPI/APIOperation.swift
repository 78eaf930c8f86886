import HTTPTypes

/// Something that the sandbox serves, as its OpenAPI document says it.
struct APIOperation: Sendable {
  /// What a request or a response holds.
  struct Content: Sendable {
    var type: String
    var schema: APISchema

    static func json(_ schema: APISchema) -> Content { Content(type: "application/json", schema: schema) }
    static func text(_ type: String) -> Content { Content(type: type, schema: .text) }

    /// What the sandbox itself says where something is wrong.
    static let error: Content = .json(.object(["error!": .text]))
  }

  /// A parameter of the query.
  struct Parameter: Sendable {
    var name: String
    var isRequired = false
    var schema = APISchema.text
  }

  var method: HTTPRequest.Method
  /// As the document writes it: `/mc/v1/rich/{id}`; it begins with a slash, and every `{…}` is a text.
  var path: String
  var summary: String
  /// The credentials that are accepted, of which one is enough; each is a set of security schemes.
  var access: [[APIAccess]]
  var query: [Parameter]
  var body: Content?
  /// Whether a request must have it, where there is one.
  var needsBody = true
  var response: Content
  /// What else it responds with.
  var errors: [Int: Content]
  /// Whether it is on the hosts of brands, over HTTPS alone.
  var isOnBrands = false

  init(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, access: [[APIAccess]] = [],
    query: [Parameter] = [], body: Content? = nil, returns response: Content, errors: [Int: Content] = [:]
  ) {
    self.method = method
    self.path = path
    self.summary = summary
    self.access = access
    self.query = query
    self.body = body
    self.response = response
    self.errors = errors
  }

  /// One of the sandbox's own, for whoever is near it or has the control token.
  ///
  /// - Parameter errors: With what it responds, other than 401 and 403: who asks, and from where.
  static func own(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String, query: [Parameter] = [],
    body: Content? = nil, needsBody: Bool = true, returns response: Content, errors: Int...
  ) -> APIOperation {
    var operation = APIOperation(
      method, path, summary, access: [[], [.control]], query: query, body: body, returns: response,
      errors: Dictionary((errors + [401, 403]).map { ($0, Content.error) }, uniquingKeysWith: { $1 }))
    operation.needsBody = needsBody
    return operation
  }

  /// The same with who may ask, and with what it responds to others and to what else is wrong.
  ///
  /// - Parameter bodies: What it responds where something is wrong with the body, which can be too large as well.
  func refusing(
    _ statuses: [Int], with content: Content, bodies: [Int: Content] = [:], access: [[APIAccess]]
  ) -> APIOperation {
    var operation = self
    operation.access = access
    for status in statuses { operation.errors[status] = content }
    guard body != nil else { return operation }
    operation.errors[413] = .error
    operation.errors.merge(bodies) { $1 }
    return operation
  }
}
