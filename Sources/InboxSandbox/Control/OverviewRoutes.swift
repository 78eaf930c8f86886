import Hummingbird
import InboxModel

/// `GET /sandbox`: what there is, for a person with curl; and the OpenAPI document of it.
struct OverviewRoutes: Sendable {
  let account: Account
  let vendors: [ServedPaths]
  /// The sandbox's other paths.
  let others: [APIRoute]

  /// Everything that is served over HTTP: these two paths, and all that they list.
  var everything: [ServedPaths] {
    let own = ServedPaths(
      note: """
        The sandbox itself, without tokens
        (with --listen beyond this machine: Authorization: Bearer CONTROL-TOKEN):
        """,
      routes: (others + all).flatMap(\.withHead))
    return vendors + [own]
  }

  /// The document of it, and of the pages of brands.
  var document: OpenAPIDocument {
    OpenAPIDocument(
      operations: everything.flatMap(\.operations) + WebOperations.all.map { (base: "", operation: $0) })
  }

  private var all: [APIRoute] {
    [
      .own(
        .get, "/sandbox", "What there is, for a person", returns: .text("text/plain")
      ) { request, context in Response.text(try await text(context.baseURL(of: request))) },
      .own(
        .get, "/sandbox/openapi.json", "All of this and the vendors' paths as OpenAPI 3",
        returns: .json(.map(.any))
      ) { request, context in Response.json(document.value(server: context.baseURL(of: request))) },
    ]
  }

  private func text(_ base: String) async throws -> String {
    """
    inbox sandbox on \(base); centers: \(try await account.centers().map(\.rawValue).joined(separator: ", "))
    \(try await account.retentionWords())

    \(everything.compactMap(\.overview).joined(separator: "\n"))

    Over HTTPS on the other port, by host: /pub/acc and /pub/cc of the branded domains, /ls/click of the
    email services, OneLinks, /.well-known/apple-app-site-association, the pages that messages lead to,
    and the vendors with a path of their own: under that path, and at the root of VENDOR.sandbox.test.

    """
  }
}
