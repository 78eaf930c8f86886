import struct Foundation.Data
import HTTPTypes
import Hummingbird
import InboxCore
import NIOCore

/// The pages of a space: each finding has an address that can go into a ticket (TS-5).
struct PageRoutes: Sendable {
  let account: Account

  /// What the first parts of their paths are; the first page has none.
  static let places: Set<Substring> = ["receipts", "messages", "reports", "live", "page.css", "page.js"]

  /// So many receipts are on a page.
  private static let limit = 200

  func add(to router: Router<SandboxContext>) {
    router.get("/") { _, context in try await first(context) }
    router.get("receipts/:id") { _, context in try await receipt(try context.parameter("id"), context) }
    router.get("messages/:id") { _, context in try await message(try context.parameter("id"), context) }
    router.get("reports/:id") { _, context in try await report(try context.parameter("id"), context) }
    router.get("live") { _, context in live(context) }
    router.get("page.css") { _, _ in Response.asset(PageAssets.css, type: "text/css; charset=utf-8") }
    router.get("page.js") { _, _ in Response.asset(PageAssets.script, type: "text/javascript; charset=utf-8")
    }
  }

  private func page(_ title: String, _ context: SandboxContext) -> HTMLPage {
    HTMLPage(title: title, root: context.basePath + "/")
  }

  private func first(_ context: SandboxContext) async throws -> Response {
    var page = page("What comes in", context)
    let generation = try await account.generation()
    page.facts([
      ("Space", .init(account.space.rawValue)),
      ("Generation", .init("\(generation)", path: ["reports", "\(generation)"])),
      ("Kept", .init(try await account.retentionWords())),
    ])
    page.heading("Receipts, newest first")
    page.table(
      id: "rows", Self.columns, try await account.newest(Self.limit, generation: generation).map(Self.row))
    return .page(page.document(script: true))
  }

  private func receipt(_ id: String, _ context: SandboxContext) async throws -> Response {
    guard let receipt = try await account.receipt(id) else { throw Self.missing("receipt", id) }
    var page = page("\(receipt.type) of \(receipt.message ?? "no message")", context)
    page.facts([
      ("What", .init(receipt.type)), ("Vendor", .init(receipt.vendor)),
      ("Message", receipt.message.map { .init($0, path: ["messages", $0]) }),
      ("Who", .init(receipt.identity)),
      ("Session", receipt.session.map { .init($0) }), ("Happened", receipt.time.map { .init($0) }),
      ("First received", .init(receipt.received)), ("Received", .init("\(receipt.count) ×")),
      ("Generation", .init("\(receipt.generation)", path: ["reports", "\(receipt.generation)"])),
      ("Id", .init(receipt.id)),
    ])
    if let detail = receipt.detail, detail != "{}" {
      page.heading("What the wire says besides")
      page.source(detail)
    }
    if let request = receipt.request {
      page.heading("The request, without headers")
      page.source("\(request.method) \(request.path)\n\n\(request.body)")
    }
    return .page(page.document())
  }

  private func message(_ id: String, _ context: SandboxContext) async throws -> Response {
    let launches = try await account.launched(id)
    let receipts = try await account.newest(Self.limit, message: id)
    guard !launches.isEmpty || !receipts.isEmpty else { throw Self.missing("message", id) }
    var page = page(launches.first?.subject ?? id, context)
    page.facts([("Id", .init(id))])
    for launch in launches {
      page.facts([
        ("Center", .init(launch.center)), ("Sent", .init(launch.sent)), ("Audience", .init(launch.audience)),
      ])
    }
    if launches.isEmpty { page.paragraph("It was taken back, or was never launched here.") }
    page.heading("Its receipts, newest first")
    page.table(Self.columns, receipts.map(Self.row))
    if receipts.isEmpty { page.paragraph("Nothing was received about it.") }
    return .page(page.document())
  }

  private func report(_ text: String, _ context: SandboxContext) async throws -> Response {
    guard let number = Int(text), number > 0, number <= (try await account.generation()) else {
      throw Self.missing("generation", text)
    }
    var page = page("Generation \(number)", context)
    let counts = try await account.counts(of: number)
    page.table(
      ["What", "Vendor", "Events", "Repeats"],
      counts.map { [.init($0.type), .init($0.vendor), .init("\($0.events)"), .init("\($0.repeats)")] })
    page.heading("The newest \(Self.limit) at most")
    page.table(Self.columns, try await account.newest(Self.limit, generation: number).map(Self.row))
    return .page(page.document())
  }

  /// The receipts that come in from now on, as server-sent events.
  private func live(_ context: SandboxContext) -> Response {
    let root = context.basePath + "/"
    let body = ResponseBody { writer in
      var last = try await account.newest(1, generation: try await account.generation()).first
      for await _ in await account.changes() {
        let newest = try await account.newest(Self.limit, generation: try await account.generation())
        let fresh = newest.prefix { receipt in
          last.map { (receipt.received, receipt.number, receipt.id) != ($0.received, $0.number, $0.id) }
            ?? true
        }
        for receipt in fresh.reversed() {
          try await writer.write(ByteBuffer(string: "data: \(Self.json(Self.row(receipt), root))\n\n"))
        }
        last = fresh.first ?? last
        if fresh.isEmpty { try await writer.write(ByteBuffer(string: ": still here\n\n")) }
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }

  private static let columns = ["Received", "What", "Message", "Who", "Vendor", "Times"]

  private static func row(_ receipt: ReceiptRecord) -> [HTMLPage.Cell] {
    [
      .init(receipt.received), .init(receipt.type, path: ["receipts", receipt.id]),
      receipt.message.map { .init($0, path: ["messages", $0]) } ?? "", .init(receipt.identity),
      .init(receipt.vendor), .init("\(receipt.count)"),
    ]
  }

  // MARK: - For the OpenAPI document

  static let operations: [APIOperation] = [
    ("/", "What comes in, newest first, followed live where a browser runs scripts", "text/html"),
    ("/receipts/{id}", "A receipt, as a page", "text/html"),
    ("/messages/{id}", "A message and what was received about it, as a page", "text/html"),
    ("/reports/{id}", "What a generation has, as a page", "text/html"),
    ("/live", "Receipts as they come in: server-sent events", "text/event-stream"),
    ("/page.css", "What the pages look like", "text/css"),
    ("/page.js", "How the first page follows what comes in", "text/javascript"),
  ].map { path, summary, type in
    var operation = APIOperation(.get, path, summary, returns: .text(type))
    operation.access = [[], [.control]]
    for status in [401, 403, 404] { operation.errors[status] = .json(.object(["error!": .text])) }
    return operation
  }

  private static func json(_ row: [HTMLPage.Cell], _ root: String) -> String {
    JSONValue.array(
      row.map { cell in
        let address = cell.path.map { root + $0.map(HTMLText.pathPart).joined(separator: "/") }
        return .object(["text": .string(cell.text), "href": address.map { .string($0) } ?? .null])
      }
    ).serialized
  }

  private static func missing(_ what: String, _ id: String) -> Refusal {
    Refusal(status: .notFound, error: "There is no \(what) “\(id)” here.")
  }
}

extension Response {
  /// A page that loads nothing but its own style and script, and stands in no other page.
  fileprivate static func page(_ html: String) -> Response {
    var response = Response.html(html)
    response.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    return response.guarded
  }

  fileprivate static func asset(_ text: String, type: String) -> Response {
    Response.text(text, type: type).guarded
  }

  private var guarded: Response {
    var response = self
    response.headers[.xContentTypeOptions] = "nosniff"
    if let name = HTTPField.Name("Referrer-Policy") { response.headers[name] = "no-referrer" }
    return response
  }
}
