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

  func add(to router: Router<SandboxContext>) {
    router.read("sandbox/receipts") { request, context in
      // A test that waits for receipts, or checks them, gets them as they are, whatever fault it has set.
      guard request.header(SandboxRequests.readBackHeader) != nil else {
        return try await receipts(request, context)
      }
      return try await faults.respond(.recorded, context: context) { try await receipts(request, context) }
    }
    router.read("sandbox/mail") { request, _ in
      try Response.json(encoding: try await account.mail(of: request.query("message")))
    }
    router.read("sandbox/requests") { _, _ in try Response.json(encoding: try await account.journal()) }
    router.read("sandbox/badge") { request, _ in
      guard let name = request.query("identity"), let identity = Identity(storageKey: name) else {
        throw Self.bad("Say whose: ?identity=user:NAME or device:ID.")
      }
      let badge = try await account.heldBadge(of: identity)
      return Response.json(.members(["identity": name, "count": badge.count]))
    }
    router.read("sandbox/lines") { _, _ in
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
    router.post("sandbox/reset") { request, _ in
      if let with = request.query("with"), with != "receipts" {
        throw Self.bad("with=\(with) is unknown. There is: receipts.")
      }
      let reset: (generation: Int, ended: Receipts?)
      do {
        reset = try await account.resetReceipts(reading: request.query("with") != nil)
      } catch is Account.TooManyReceipts {
        throw Self.tooMany("Leave out with=receipts; nothing was reset.")
      }
      let ended = try reset.ended.map { try JSONValue.parse(JSONEncoder().encode($0.masked(by: mask))) }
      return Response.json(.members(["generation": reset.generation, "ended": ended]))
    }
  }

  private func receipts(_ request: Request, _ context: SandboxContext) async throws -> Response {
    if request.query("of") != nil, request.query("wait") == nil {
      throw Self.bad("of says what wait counts. Give both, or type to filter.")
    }
    if let identity = request.query("identity"), Identity(storageKey: identity) == nil {
      throw Self.bad("“\(identity)” is not an identity. Write user:NAME or device:ID.")
    }
    let filter = ReceiptFilter(
      type: try Self.choice("type", VendorReceipt.Kind.self, request)?.rawValue,
      message: request.query("message"), identity: request.query("identity"),
      vendor: try Self.choice("vendor", VendorName.self, request), limit: try number("limit", request))
    let what = try Self.choice("of", called: "list", ReceiptKind.self, request) ?? .engagements
    let (wait, timeout) = (try number("wait", request), try number("timeout", request))
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
    guard try await !account.isTooLong(filter) else {
      throw Self.tooMany("Give a limit for the newest of each list, or a message or an identity.")
    }
    if let count = wait {
      try await context.channel.whileClientWaits {
        try await waitFor(count, what, filter, seconds: timeout ?? 10)
      }
    }
    if let milliseconds = try number("quiet_ms", request) {
      try await context.channel.whileClientWaits {
        try await waitUntilIdle(milliseconds, seconds: timeout)
      }
    }
    return try await response(filter)
  }

  /// The refusal of more receipts than one response has.
  ///
  /// - Parameter remedy: What to do instead, as a sentence.
  private static func tooMany(_ remedy: String) -> Refusal {
    bad(
      "More than \(Account.mostListed.grouped) receipts of one kind match, which is more than one response has. \(remedy)"
    )
  }

  private func response(_ filter: ReceiptFilter) async throws -> Response {
    @Sendable func read() async throws -> Response {
      try Response.json(encoding: await flawed(try await account.receipts(filter)).masked(by: mask))
    }
    let isShort =
      filter.message != nil || filter.identity != nil || (filter.limit ?? .max) <= Account.longList
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

  private func number(_ name: String, _ request: Request) throws -> Int? {
    guard let text = request.query(name) else { return nil }
    guard let number = Int(text), (0...3_600_000).contains(number) else {
      throw Self.bad("\(name)=\(text) is not a whole number from 0 to 3600000.")
    }
    return number
  }

  /// One of the values that a parameter can have; nil where it is not given.
  private static func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, called noun: String? = nil, _: Value.Type, _ request: Request
  ) throws -> Value? where Value.RawValue == String {
    guard let text = request.query(name) else { return nil }
    if let value = Value(rawValue: text) { return value }
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw bad("There is no \(noun ?? name) “\(text)”. There are: \(known).")
  }

  private static func bad(_ sentence: String) -> Refusal { Refusal(status: .badRequest, error: sentence) }

  private func waitFor(
    _ count: Int, _ what: ReceiptKind, _ filter: ReceiptFilter, seconds: Int
  ) async throws {
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
