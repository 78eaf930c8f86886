import struct Foundation.Data
import HTTPTypes
import Hummingbird
import InboxModel
import NIOCore

/// The pages of a space: each finding has an address that can go into a ticket (TS-5).
struct PageRoutes: Sendable {
  let account: Account
  let mask: TokenMask

  /// This many receipts of each kind are on a page.
  private static let limit = 200

  var all: [APIRoute] {
    [
      Self.page("/", "What arrives, newest first, live where scripts run") { request, context in
        try await respond(request, context, live: true) { _, root in try await first(root) }
      },
      Self.page("/receipts/{id}", "A receipt, as a page") { try await respond($0, $1, receipt) },
      Self.page("/messages/{id}", "A message and what was received about it, as a page") {
        try await respond($0, $1, message)
      },
      Self.page("/reports/{id}", "What a generation has, as a page") { try await respond($0, $1, report) },
      .own(
        .get, "/live", "Receipts as they arrive: server-sent events", returns: .text("text/event-stream"),
        errors: 404, 410
      ) { request, context in await live(request, context) },
    ]
  }

  private static func page(_ path: String, _ summary: String, respond: @escaping APIRoute.Handler) -> APIRoute
  {
    .own(
      .get, path, summary, query: [.init("file", .choice(["1"]))], returns: .text("text/html"),
      errors: 404, 410, respond: respond)
  }

  /// The page, or with `?file=1` the page for a file, whose links lead back to the sandbox that it names.
  ///
  /// - Parameter page: Makes the page from the end of its address and the root of its links.
  private func respond(
    _ request: Request, _ context: SandboxContext, live: Bool = false,
    _ page: (_ id: String, _ root: String) async throws -> HTMLPage
  ) async throws -> Response {
    let id = live ? "" : try context.parameter("id")
    guard request.query("file") != nil else {
      let file = context.basePath + request.uri.path + "?file=1"
      let footer = HTMLPage.Cell("Save this page as a file", address: file)
      let page = try await page(id, context.basePath + "/")
      return .page(page.document(live: live, footer: footer), live: live)
    }
    let base = context.baseURL(of: request)
    let address = base + request.uri.path
    let saved = HTMLPage.people(WireDate.format(account.clock.date))
    let document = try await page(id, base + "/").document(
      footer: .init("\(address), saved \(saved)", address: address))
    var response = Response.page(document, live: false)
    response.headers[.contentDisposition] = "attachment; filename=\"\(Self.fileName(request.uri.path))\""
    return response
  }

  /// `receipts-4711.html` of `/receipts/4711`.
  private static func fileName(_ path: String) -> String {
    let words = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    return "\(words.isEmpty ? "receipts" : String(words.prefix(80))).html"
  }

  private func first(_ root: String) async throws -> HTMLPage {
    var page = HTMLPage(title: "What comes in", root: root)
    let generation = try await account.generation()
    page.facts([
      ("Space", .init(account.space.rawValue)),
      ("Generation", .init("\(generation)", path: ["reports", "\(generation)"])),
      ("Kept", .init(try await account.retentionWords())),
    ])
    page.heading("Receipts, newest first")
    let newest = try await account.newest(Self.limit, generation: generation)
    page.table(Self.columns, newest.map(row), live: "\(root)live?newest=1")
    return page
  }

  private func receipt(_ id: String, _ root: String) async throws -> HTMLPage {
    guard let receipt = try await account.receipt(id)?.masked(by: mask) else {
      guard try await account.hadReceipt(id) else { throw Self.missing("receipt", id) }
      let words = await account.retention.words
      throw Refusal(status: .gone, error: "The receipt “\(id)” is no longer kept. \(words)")
    }
    var page = HTMLPage(title: "\(receipt.type) of \(receipt.message ?? "no message")", root: root)
    page.facts([
      ("What", .init(receipt.type)), ("Vendor", .init(receipt.vendor)),
      ("Message", receipt.message.map { .init($0, path: ["messages", $0]) }),
      ("Who", .init(receipt.identity)),
      ("Session", receipt.session.map { .init($0) }), ("Happened", receipt.time.map { .init(time: $0) }),
      ("First received", .init(time: receipt.received)), ("Received", .init("\(receipt.count) ×")),
      ("Generation", .init("\(receipt.generation)", path: ["reports", "\(receipt.generation)"])),
      ("Id", .init(receipt.id)),
    ])
    if let detail = receipt.detail, detail != "{}" {
      page.heading("Other fields of the request")
      page.source(detail)
    }
    if let request = receipt.request {
      page.heading("The request, without headers")
      page.source("\(request.method) \(request.path)\n\n\(request.body)")
    }
    return page
  }

  private func message(_ id: String, _ root: String) async throws -> HTMLPage {
    let launches = try await account.launched(id)
    let receipts = try await account.newest(Self.limit, message: id)
    guard !launches.isEmpty || !receipts.isEmpty else { throw Self.missing("message", id) }
    var page = HTMLPage(title: launches.first?.subject ?? id, root: root)
    page.facts([("Id", .init(id))])
    for launch in launches {
      page.facts([
        ("Center", .init(launch.center)), ("Text", .init(launch.text)), ("Sent", .init(time: launch.sent)),
        ("Expires", launch.expiry.map { .init(time: $0) }),
        ("Withdrawn", launch.withdrawn.map { .init(time: $0) }), ("Audience", .init(launch.audience)),
      ])
    }
    if launches.isEmpty { page.paragraph("It was withdrawn, or was never launched here.") }
    page.heading("Its receipts, newest first")
    let others = try await others(ReceiptFilter(message: id))
    if receipts.isEmpty {
      page.paragraph(
        others.isEmpty
          ? "There are no receipts about it." : "There are no displays, opens or vendor events about it.")
    } else {
      page.table(Self.columns, receipts.map(row))
    }
    Self.add(others, to: &page)
    return page
  }

  private func report(_ text: String, _ root: String) async throws -> HTMLPage {
    guard let number = Int(text), number > 0, number <= (try await account.generation()) else {
      throw Self.missing("generation", text)
    }
    var page = HTMLPage(title: "Generation \(number)", root: root)
    let counts = try await account.counts(of: number)
    page.facts([("Kept", .init(try await account.retentionWords()))])
    let isCurrent = try await number == account.generation()
    let expired = try await isCurrent ? account.expired() : [:]
    for (kind, count) in expired.sorted(by: { $0.key < $1.key }) {
      page.paragraph("No longer kept: \(count.grouped) (\(ReceiptKind(rawValue: kind)?.words ?? kind)).")
    }
    if !isCurrent, try await account.hasForgotten() {
      page.paragraph("Not every receipt of ended generations is kept.")
    }
    let others = isCurrent ? try await others(ReceiptFilter()) : []
    guard !counts.isEmpty else {
      page.paragraph(
        !isCurrent
          ? "There are no receipts of it: nothing was received in it, or it is no longer kept."
          : !others.isEmpty
            ? "No displays, opens or vendor events are kept of it."
            : expired.isEmpty ? "Nothing has been received in it yet." : "There are no receipts of it.")
      Self.add(others, to: &page)
      return page
    }
    page.table(
      ["What", "Vendor", "Events", "Repeats"],
      counts.map { [.init($0.type), .init($0.vendor), .init("\($0.events)"), .init("\($0.repeats)")] },
      flows: false)
    page.heading("Its receipts, newest first, at most \(Self.limit) of each kind")
    page.table(Self.columns, try await account.newest(Self.limit, generation: number).map(row))
    Self.add(others, to: &page)
    return page
  }

  /// What else this generation received: it is counted, and has no pages of its own.
  private func others(_ filter: ReceiptFilter) async throws -> [(name: String, value: HTMLPage.Cell?)] {
    var counts: [(name: String, value: HTMLPage.Cell?)] = []
    for kind in [ReceiptKind.clicks, .badge, .tracking, .rich, .fetches, .pictures] {
      let count = try await account.count(kind, filter)
      if count > 0 { counts.append((kind.words.capitalizedFirst, .init(count.grouped))) }
    }
    return counts
  }

  private static func add(_ others: [(name: String, value: HTMLPage.Cell?)], to page: inout HTMLPage) {
    guard !others.isEmpty else { return }
    page.heading("What else was received in this generation")
    page.facts(others)
  }

  /// The receipts that come in from now on, as server-sent events.
  ///
  /// With `newest=1`, and after a lost connection, the newest receipts come first, as it is not known which of them the
  /// browser has. What is received again is sent again, with its count.
  private func live(_ request: Request, _ context: SandboxContext) async -> Response {
    let root = context.basePath + "/"
    let beginsWithNewest = request.query("newest") != nil || request.header("Last-Event-ID") != nil
    let (changes, number) = await account.watch()
    return .open("text/event-stream", of: request) {
      await account.stopWatching(number)
    } write: { writer in
      var shown: [String: Int]? = beginsWithNewest ? [:] : nil
      for await _ in changes {
        let newest = try await account.newest(Self.limit, generation: try await account.generation())
        let fresh = newest.filter { receipt in shown.map { $0[receipt.id] != receipt.count } ?? false }
        shown = Dictionary(newest.map { ($0.id, $0.count) }) { first, _ in first }
        for receipt in fresh.reversed() {
          let event = "id: \(receipt.number)\ndata: \(Self.json(row(receipt), root))\n\n"
          try await writer.write(ByteBuffer(string: event))
        }
        if fresh.isEmpty { try await writer.write(ByteBuffer(string: ": still here\n\n")) }
      }
    }
  }

  private static let columns = ["Received (UTC)", "What", "Message", "Who", "Vendor", "Times"]

  private func row(_ receipt: ReceiptRecord) -> [HTMLPage.Cell] {
    let receipt = receipt.masked(by: mask)
    return [
      .init(time: receipt.received, zone: ""), .init(receipt.type, path: ["receipts", receipt.id]),
      receipt.message.map { .init($0, path: ["messages", $0]) } ?? "", .init(receipt.identity),
      .init(receipt.vendor), .init("\(receipt.count) ×"),
    ]
  }

  private static func json(_ row: [HTMLPage.Cell], _ root: String) -> String {
    JSONValue.array(
      row.map { cell in
        let address = cell.address(from: root)
        let text = VisibleText.of(cell.text, preservingLines: true)
        return .members(["text": text, "href": JSONValue.orNull(address)])
      }
    ).serialized
  }

  private static func missing(_ what: String, _ id: String) -> Refusal {
    Refusal(status: .notFound, error: "There is no \(what) “\(id)” here.")
  }
}

extension Response {
  /// A page that loads nothing and cannot be framed by another page.
  fileprivate static func page(_ html: String, live: Bool) -> Response {
    var response = Response.html(html)
    response.headers[.contentSecurityPolicy] = HTMLPage.policy(live: live) + "; frame-ancestors 'none'"
    response.headers[.xContentTypeOptions] = "nosniff"
    if let name = HTTPField.Name("Referrer-Policy") { response.headers[name] = "no-referrer" }
    return response
  }
}
