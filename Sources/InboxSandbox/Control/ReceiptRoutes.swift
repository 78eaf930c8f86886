import class Foundation.JSONEncoder
import HTTPTypes
import Hummingbird
import InboxCore
import InboxModel
import InboxVendors

/// `/sandbox/receipts`, `/sandbox/mail`, `/sandbox/requests` and `/sandbox/reset`: what came in, and the links of mails,
/// for tests of any program (SB-5).
struct ReceiptRoutes: Sendable {
  let account: Account
  let realTime: any Clock<Duration>
  let faults: FaultBoard
  let mask: TokenMask

  private static let number = APISchema.whole(0, 3_600_000)
  private static let message = APIOperation.Parameter("message", .text, "one message, by its id")
  private static let kinds = ReceiptKind.allCases.map(\.rawValue).joined(separator: ", ")
  private static let filters: [APIOperation.Parameter] = [
    .init("type", .choice(of: VendorReceipt.Kind.self), "one type, such as display"),
    message, .init("identity", .text, "one person: user:NAME or device:ID"),
    .init("vendor", .choice(of: VendorName.self), "one vendor's fetches and events, such as bloomreach"),
    .init("limit", number, "the newest of each list, such as 100"),
    .init("after", .text, "page by page, the oldest first: 0, then what each page names as next"),
    .init("wait", number, "until so many match"),
    .init("of", .choice(of: ReceiptKind.self), "wait for \(kinds)"),
    .init("timeout", number, "the most seconds to wait, 10 unless given"),
    .init("quiet_ms", number, "until nothing has arrived for so many milliseconds, such as 300"),
  ]
  private static let receipts: APISchema = [
    "generation!": .whole(1), "began": .text, "since": .text, "reached": .text, "now": .text, "reset": .text,
    "duplicates!": .whole(0), "late!": .whole(0), "badge!": .list(.any), "clicks!": .list(.any),
    "engagements!": .list(.any), "events!": .list(.any), "fetches!": .list(.any), "pictures!": .list(.any),
    "rich!": .list(.any), "tracking!": .list(.any), "expired": .map(.whole(0)), "kept": .map(.any),
    "next": .text,
  ]

  var all: [APIRoute] {
    [
      .own(
        .get, "/sandbox/receipts", "Everything received since the last reset", query: Self.filters,
        returns: .json(Self.receipts), errors: 408, 410
      ) { request, context in
        // A test that waits for receipts, or checks them, gets them as they are, whatever fault it has set.
        guard request.header(SandboxRequests.readBackHeader) != nil else {
          return try await receipts(request, context)
        }
        return try await faults.respond(.recorded, context: context) { try await receipts(request, context) }
      },
      .own(
        .post, "/sandbox/reset", "Forgets receipts and requests, and begins a generation",
        query: [
          .init("with", .choice(["receipts"]), "receipts: returns those of the one that ended as well")
        ], returns: .json(["generation!": .whole(1), "ended": Self.receipts])
      ) { request, _ in try await reset(with: request.query("with")) },
      .own(
        .get, "/sandbox/mail", "The links of the mails, in each way they are tracked", query: [Self.message],
        returns: .json(.list(["name!": .text, "kind!": .text, "url!": .text]))
      ) { request, _ in try Response.json(encoding: try await account.mail(of: request.query("message"))) },
      .own(
        .get, "/sandbox/requests", "The last 1000 requests, and 500 that were refused",
        returns: .json(.list(.map(.any)))
      ) { _, _ in try Response.json(encoding: try await account.journal()) },
      .own(
        .get, "/sandbox/lines", "Open push lines, and how much was sent on each",
        returns: .json([
          "open!": .whole(0), "opened!": .whole(0), "said!": .whole(0).orNull,
          "lines!": .list(["number!": .whole(1), "identity!": .text, "said!": .whole(0)]),
        ])
      ) { _, _ in await lines() },
      .own(
        .get, "/sandbox/badge", "The badge",
        query: [.init("identity", .text, "whose: user:NAME or device:ID", isRequired: true)],
        returns: .json(["identity!": .text, "count!": .whole(0)])
      ) { request, _ in
        guard let name = request.query("identity"), let identity = Identity(storageKey: name) else {
          throw Self.bad("Say whose: ?identity=user:NAME or device:ID.")
        }
        let badge = try await account.heldBadge(of: identity)
        return Response.json(.members(["identity": name, "count": badge.count]))
      },
    ]
  }

  private func lines() async -> Response {
    let sentCount = await account.sentCount
    let lines = await account.lines.map { line -> JSONValue in
      .members(["number": line.number, "identity": line.identity.storageKey, "said": line.said])
    }
    return await Response.json(
      .members([
        "open": account.openLines, "opened": account.subscriptions,
        "said": JSONValue.orNull(sentCount), "lines": lines,
      ]))
  }

  private func reset(with ended: String?) async throws -> Response {
    let reset: (generation: Int, ended: Receipts?)
    do {
      reset = try await account.resetReceipts(reading: ended != nil)
    } catch is Account.TooManyReceipts {
      throw Self.tooMany("Leave out with=receipts; nothing was reset.")
    }
    let receipts = try reset.ended.map { try JSONValue.parse(JSONEncoder().encode($0.masked(by: mask))) }
    return Response.json(.members(["generation": reset.generation, "ended": receipts]))
  }

  private func receipts(_ request: Request, _ context: SandboxContext) async throws -> Response {
    func number(_ name: String) -> Int? { request.query(name).flatMap { Int($0) } }
    if request.query("of") != nil, request.query("wait") == nil {
      throw Self.bad("of says what wait counts. Give both, or type to filter.")
    }
    if let identity = request.query("identity"), Identity(storageKey: identity) == nil {
      throw Self.bad("“\(identity)” is not an identity. Write user:NAME or device:ID.")
    }
    let filter = ReceiptFilter(
      type: request.query("type"), message: request.query("message"), identity: request.query("identity"),
      vendor: request.query("vendor").flatMap(VendorName.init(rawValue:)), limit: number("limit"))
    let what = request.query("of").flatMap(ReceiptKind.init(rawValue:)) ?? .engagements
    let (wait, timeout) = (number("wait"), number("timeout"))
    // A wait for 0 receipts ends at once, so it needs no check.
    if let wait, wait > 0, let name = what.lacks(filter) {
      throw Self.bad(
        "receipts of \(what.rawValue) name no \(name), so they cannot be waited for by it; leave \(name) out."
      )
    }
    if let wait, wait > 0, what == .engagements, let type = filter.type, !["display", "open"].contains(type) {
      throw Self.bad(
        "engagements are displays and opens, never a \(type); the vendors' other events are counted as events."
      )
    }
    let place = try request.query("after").map { text in
      guard let place = ReceiptPlace(text) else {
        throw Self.bad(
          "after=\(text) is not a place in the receipts. Write after=0 for the first page, then what each names as next."
        )
      }
      return place
    }
    if try await account.isTooLong(filter, after: place) {
      throw Self.tooMany(
        "Give \(place == nil ? "after=0 for the first page, a limit" : "a limit without after") for the newest of each list, or a message or an identity."
      )
    }
    if let count = wait {
      try await context.channel.whileClientWaits {
        try await waitFor(count, what, filter, seconds: timeout ?? 10)
      }
    }
    if let milliseconds = number("quiet_ms") {
      try await context.channel.whileClientWaits {
        try await waitUntilIdle(milliseconds, seconds: timeout)
      }
    }
    return try await response(filter, after: place)
  }

  /// The refusal of more receipts than one response has.
  ///
  /// - Parameter remedy: What to do instead, as a sentence.
  private static func tooMany(_ remedy: String) -> Refusal {
    bad(
      "More than \(Account.mostListed.grouped) receipts of one kind match, which is more than one response has. \(remedy)"
    )
  }

  private func response(_ filter: ReceiptFilter, after place: ReceiptPlace?) async throws -> Response {
    @Sendable func read() async throws -> Response {
      let receipts =
        if let place { try await account.page(filter, after: place) } else {
          try await account.receipts(filter)
        }
      return try Response.json(encoding: await flawed(receipts).masked(by: mask))
    }
    let isShort =
      place != nil || filter.message != nil || filter.identity != nil
      || (filter.limit ?? .max) <= Account.longList
    return try await isShort ? read() : account.readLong(read)
  }

  /// The receipts as a fault of what is read back presents them.
  private func flawed(_ receipts: Receipts) async -> Receipts {
    let now = account.clock.date
    var receipts = receipts
    let engagements = receipts.engagements.map {
      RecordedFlaw.Entry(value: $0, key: $0.id, received: WireDate.parse($0.received) ?? now)
    }
    receipts.engagements = await faults.flawed(engagements, now: now, counting: \.count)
    let events = receipts.events.map {
      RecordedFlaw.Entry(
        value: $0, key: "\($0.type) \($0.messageID ?? "") \($0.identity) \($0.time ?? "")",
        received: WireDate.parse($0.received) ?? now)
    }
    receipts.events = await faults.flawed(events, now: now, counting: \.count)
    return receipts
  }

  private static func bad(_ sentence: String) -> Refusal { Refusal(status: .badRequest, error: sentence) }

  private func waitFor(_ count: Int, _ what: ReceiptKind, _ filter: ReceiptFilter, seconds: Int) async throws
  {
    let enough = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await account.wait { try await account.count(what, filter) >= count ? true : nil }
      }
      group.addTask {
        // The deadline of a wait that the caller asked for.
        try await realTime.sleep(for: .seconds(seconds))
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    guard enough else {
      // Another process may have died before it could announce them: they are there all the same.
      let arrived = try await account.count(what, filter)
      if arrived >= count { return }
      let expired = filter == ReceiptFilter() ? try await account.expired()[what.rawValue] ?? 0 : 0
      let rest = expired == 0 ? "" : " \(expired.grouped) more came before and are no longer kept."
      throw Refusal(
        status: .requestTimeout,
        error: "\(arrived) of \(count) \(what.rawValue) came within \(seconds) s.\(rest)")
    }
  }

  /// - Parameter seconds: For how long something may keep arriving; nil is for as long as it does.
  private func waitUntilIdle(_ milliseconds: Int, seconds: Int?) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Ends with the space alone.
      group.addTask { try await account.wait { Void?.none } }
      group.addTask {
        var (seen, waited) = (-1, 0)
        while await account.revision != seen {
          if let seconds, seen >= 0, waited >= seconds * 1_000 {
            let error =
              "Something kept arriving: after \(waited) ms there were no \(milliseconds) ms without it."
            throw Refusal(status: .requestTimeout, error: error)
          }
          seen = await account.revision
          // Quiet means that nothing has come for this long.
          try await realTime.sleep(for: .milliseconds(milliseconds))
          waited += milliseconds
        }
      }
      defer { group.cancelAll() }
      _ = try await group.next()
    }
  }
}
