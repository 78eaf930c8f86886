import HTTPTypes

/// What the HTTPS listener serves on the hosts of brands, for the OpenAPI document.
enum WebOperations {
  static let all: [APIOperation] = [
    page(
      "/pub/acc", "A tracked link of Responsys: links for an app that accepts JSON, else a redirect",
      returns: .json(["webLinkUrl!": .text, "mobileDeepLinkUrl!": .text.orNull]), query: ["_ri_", "_ei_"]),
    page(
      "/pub/cc", "A tracked link that never leads into the app", returns: .text("text/html"),
      query: ["_ri_", "_ei_"]),
    page("/ls/click", "A tracked link of an email service", returns: .text("text/html"), query: ["upn"]),
    page(
      "/{template}/{id}", "A short OneLink; any other path is a page that names itself",
      returns: .text("text/html")),
    page(
      "/.well-known/apple-app-site-association", "Which links lead into the app", returns: .json(.map(.any))),
    page("/apple-app-site-association", "The same", returns: .json(.map(.any))),
  ]

  private static func page(
    _ path: String, _ summary: String, returns content: APIOperation.Content, query: [String] = []
  ) -> APIOperation {
    var operation = APIOperation(
      .get, path, summary, query: query.map { .init($0) }, returns: content,
      errors: [302: .text("text/html"), 404: .error])
    operation.isOnBrands = true
    return operation
  }
}
