import HTTPTypes

/// Something that the sandbox serves, as its OpenAPI document says it.
struct APIOperation: Sendable {
  /// What a request or a response holds.
  struct Content: Sendable {
    let type: String
    /// Made for the document alone, so that the start of a sandbox does not wait for it.
    let schema: @Sendable () -> APISchema

    static func json(_ schema: @autoclosure @escaping @Sendable () -> APISchema) -> Content {
      Content(type: "application/json", schema: schema)
    }

    static func text(_ type: String) -> Content { Content(type: type) { .text } }

    /// The body that the sandbox itself sends with an error.
    static let error: Content = .json(["error!": .text])
  }

  /// A parameter of the query.
  struct Parameter: Sendable {
    let name: String
    let schema: APISchema
    /// What it is for, as words that follow its name in a list.
    let meaning: String?
    let isRequired: Bool

    init(_ name: String, _ schema: APISchema = .text, _ meaning: String? = nil, isRequired: Bool = false) {
      self.name = name
      self.schema = schema
      self.meaning = meaning
      self.isRequired = isRequired
    }
  }

  var method: HTTPRequest.Method
  /// As the document writes it: `/mc/v1/rich/{id}`; it begins with a slash, and every `{…}` is a text.
  var path: String
  var summary: String
  /// What else a person must know, in lines of at most 90 characters.
  var details: String?
  /// The accepted credentials, of which one entry is enough; each entry is a set of security schemes that go together.
  var access: [[APIAccess]]
  var query: [Parameter]
  var body: Content?
  /// Another form of the body.
  var otherBody: Content?
  /// Whether the body is required, where there is one.
  var needsBody = true
  var response: Content
  /// Its other responses, by status.
  var errors: [Int: Content]
  /// Whether it is served on the hosts of brands, over HTTPS alone.
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

  /// The operation with the credentials that it accepts and its further error responses.
  ///
  /// - Parameter bodies: Its responses to a faulty body, which can also be too large.
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
