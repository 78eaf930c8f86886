import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

/// Random interleavings with every vendor's own back end; the seed is printed with every failure.
///
/// Whatever gets lost, is refused or held on the way, and no matter who reads meanwhile, the stand-in's receipts are what the
/// person did.
@Suite("Random interleavings of every vendor", .queued)
struct VendorInterleavingTests {
  /// What the person did, known without asking the core.
  private struct Model {
    /// Opens, clicks and closes, each in a second of its own: “open annegret-1 user:annegret 1795262401”.
    var gestures: [String] = []
    /// Rows seen in a session, as “message session”.
    var displays: Set<String> = []
    var sessions: Set<String> = []
    /// The last mark of each message, and every message that was ever marked.
    var read: [MessageID: Bool] = [:]
    var deleted: [MessageID: Bool] = [:]
    var refreshes: [Task<Void, Never>] = []
  }

  @Test(
    "VE-4 VE-5 VE-6 VE-7 EN-2 EN-5 EN-7 EN-8 MC-12 nothing is sent twice, lost, or sent of one person as another",
    arguments: VendorName.allCases, 0..<4)
  func interleavings(vendor: VendorName, round: Int) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let place = "\(vendor), round \(round), seed \(seed)"
    let bench = try await VendorBench(vendor, signed: round % 2 == 1, withholding: nil, seed: seed)
    let model = try await play(bench, seed)
    do { try await bench.finish() } catch { Issue.record("\(error), \(place)") }
    for refresh in model.refreshes { await refresh.value }
    let receipts = try await bench.sandbox.receipts()
    checkGestures(receipts, model, bench.center.capabilities, place)
    checkMarks(receipts, model, bench.center.capabilities, place)
    checkRequests(bench.network.exchanges, receipts, place)
    checkPersons(bench.network.exchanges, receipts, vendor, place)
    let report = try await bench.report()
    #expect(report.isProven && report.hasReceipts && report.earlier == 0, "\(report.summary), \(place)")
    let events = report.rows.filter { $0.events > 0 }
    #expect(events.allSatisfy { $0.received == $0.events }, "\(place)")
    // What was received again is named as that.
    #expect(events.reduce(0) { $0 + ($1.duplicates ?? 0) } == repeats(of: receipts), "\(place)")
    #expect(events.allSatisfy { ($0.verdict == .duplicated) == (($0.duplicates ?? 0) > 0) }, "\(place)")
    await bench.stop()
  }

  @Test("VE-8 nothing is written where writes are never, whatever is done", arguments: VendorName.allCases)
  func readOnly(vendor: VendorName) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let bench = try await VendorBench(
      vendor, signed: seed % 2 == 0, withholding: "writes = \"never\"", seed: seed)
    let model = try await play(bench, seed)
    try await bench.finish()
    for refresh in model.refreshes { await refresh.value }
    let written = bench.network.exchanges.filter(\.request.changes)
    #expect(written.isEmpty, "\(written.map(\.text)), \(vendor), seed \(seed)")
    let receipts = try await bench.sandbox.receipts()
    #expect(
      receipts.events.isEmpty && receipts.engagements.isEmpty && receipts.badge.isEmpty,
      "\(vendor), seed \(seed)"
    )
    #expect(try await bench.archive.deliveries().isEmpty, "\(vendor), seed \(seed)")
    await bench.stop()
  }

  @Test("EN-8 VE-10 an event that is sent again at once, as the vendor's SDK does, was sent in as many tries")
  func immediateTries() async throws {
    let bench = try await VendorBench(.iterable, signed: false, withholding: nil, seed: 1)
    try await bench.begin()
    _ = try await bench.center.refresh(.primary)
    await bench.center.waitUntilIdle()
    await bench.sandbox.setFault(Fault(.engagements, status: 503, times: 2, after: true))
    _ = try await bench.center.open(
      MessageKey(center: .primary, id: VendorBench.id(0, of: VendorBench.people[0])))
    await bench.center.waitUntilIdle()
    let row = try await bench.report().rows.first { $0.place.kind == .open }
    #expect(row?.sent == 1 && row?.tries == 3 && row?.received == 1 && row?.duplicates == 2)
    await bench.stop()
  }

  // MARK: What happens

  private func play(_ bench: VendorBench, _ seed: UInt64) async throws -> Model {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    try await bench.begin()
    for step in 0...80 {
      if step > 0 { try await act(bench, &random, &model) }
      if let session = await bench.center.session { model.sessions.insert(session.id.uuidString) }
    }
    return model
  }

  private func act(_ bench: VendorBench, _ random: inout SeededGenerator, _ model: inout Model) async throws {
    let center = bench.center
    // No two gestures in one second, which is all that the vendors' wires say of the time.
    bench.clock.advance(by: .seconds(1))
    let identity = await center.identity
    let keys = try await center.window(limit: 50).rows.map(\.key)
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: model.refreshes.append(Task { _ = try? await center.refresh(.primary) })
    case 2: await look(bench, keys.shuffled(using: &random).prefix(4), &model)
    case 3...8:
      guard let key = keys.randomElement(using: &random) else { return }
      try await touch(key, bench, identity, &random, &model)
    case 9, 10:
      try await center.switchIdentity(to: VendorBench.people.randomElement(using: &random) ?? identity)
    case 11: bench.clock.advance(by: .seconds(Int.random(in: 1...200, using: &random)))
    case 12, 13: bench.network.setTrouble([0, 30, 60].randomElement(using: &random) ?? 0)
    case 14: bench.network.hold(true)
    case 15: bench.network.hold(false)
    default: if Bool.random(using: &random) { await center.disappear() } else { await center.appear() }
    }
    // Sometimes everything comes to its end in between, which it cannot while it is held.
    guard Int.random(in: 0..<4, using: &random) == 0 else { return }
    bench.network.hold(false)
    await center.waitUntilIdle()
  }

  private func look(_ bench: VendorBench, _ keys: ArraySlice<MessageKey>, _ model: inout Model) async {
    await bench.center.setVisibleRows(keys.map { VisibleRow($0) })
    guard let session = await bench.center.session else { return }
    for key in keys { model.displays.insert("\(key.id) \(session.id.uuidString)") }
  }

  /// Opens, follows a link of, closes or marks a message.
  private func touch(
    _ key: MessageKey, _ bench: VendorBench, _ identity: Identity, _ random: inout SeededGenerator,
    _ model: inout Model
  ) async throws {
    let center = bench.center
    let second = Int(bench.clock.date.timeIntervalSince1970)
    let mark = "\(key.id) \(identity.storageKey) \(second)"
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      if try await center.opening(key, of: identity).withheld == nil { model.gestures.append("open " + mark) }
      model.read[key.id] = true
    case 2:
      let link = EngagementGesture.Link("https://www.tarnvelo.example/\(second)")
      if try await center.clicked(link, in: key, of: identity) == nil {
        model.gestures.append("click " + mark)
      }
    case 3:
      if try await center.closed(key, .back, of: identity) == nil { model.gestures.append("close " + mark) }
    case 4:
      let isRead = Int.random(in: 0..<4, using: &random) > 0
      try await center.mark([key], read: isRead, of: identity)
      model.read[key.id] = isRead
    default:
      let isDeleted = Int.random(in: 0..<4, using: &random) > 0
      try await center.setDeleted(key, isDeleted)
      model.deleted[key.id] = isDeleted
    }
  }

  // MARK: What the stand-in has

  /// Every gesture once, every first sight once, every session once, and nothing else.
  private func checkGestures(
    _ receipts: Receipts, _ model: Model, _ vendor: Capabilities, _ place: String
  ) {
    let kinds: [VendorReceipt.Kind] = [.open, .click, .close]
    let received =
      receipts.events.filter { kinds.contains($0.type) }
      .map { line($0.type.rawValue, $0.messageID, $0.identity, $0.time) }
      + receipts.engagements.filter { $0.type == "open" }
      .map { line($0.type, $0.messageID, $0.identity, $0.time) }
    #expect(received.sorted() == model.gestures.sorted(), "\(place)")
    let sights = receipts.events.filter { $0.type == .delivery }.compactMap(\.messageID)
    let all = VendorBench.people.flatMap { person in
      (0..<VendorBench.messages).map { VendorBench.id($0, of: person).rawValue }
    }
    #expect(sights.sorted() == (vendor.deliveries ? all.sorted() : []), "\(place)")
    let displays = receipts.engagements.filter { $0.type == "display" }
      .map { "\($0.messageID) \($0.session?.id ?? "none")" }
    #expect(displays.sorted() == (vendor.displays ? model.displays.sorted() : []), "\(place)")
    let sessions = receipts.events.filter { $0.type == .session }
      .compactMap { $0.detail["inboxSessionId"]?.text }
    #expect(sessions.sorted() == (vendor.impressions ? model.sessions.sorted() : []), "\(place)")
  }

  private func line(_ type: String, _ message: String?, _ identity: String, _ time: String?) -> String {
    let second = time.flatMap(WireDate.parse).map { Int($0.timeIntervalSince1970.rounded(.down)) }
    return "\(type) \(message ?? "none") \(identity) \(second ?? 0)"
  }

  /// The last mark of each message is the server's, as far as the vendor takes it; what was never marked is not.
  private func checkMarks(_ receipts: Receipts, _ model: Model, _ vendor: Capabilities, _ place: String) {
    let takes = vendor.changes
    for (kind, type, marks) in [
      (MessageChange.Kind.read, VendorReceipt.Kind.read, model.read), (.delete, .delete, model.deleted),
    ] {
      let received = Set(receipts.events.filter { $0.type == type }.compactMap(\.messageID))
      guard takes.contains(kind) else {
        #expect(received.isEmpty, "\(place)")
        continue
      }
      let last = Set(marks.filter(\.value).map(\.key.rawValue))
      #expect(last.isSubset(of: received), "\(kind), \(place)")
      #expect(received.isSubset(of: Set(marks.keys.map(\.rawValue))), "\(kind), \(place)")
    }
  }

  /// A vendor's wire has no ids of events: what says the same is the same, and is sent until it was answered once.
  private func checkRequests(_ all: [UnsteadyWire.Exchange], _ receipts: Receipts, _ place: String) {
    let events = all.filter { $0.request.changes && !$0.request.url.hasSuffix("/markasread") }
    guard receipts.engagements.isEmpty, receipts.badge.isEmpty else { return }
    for (body, tries) in Dictionary(grouping: events, by: { $0.request.url + " " + text(of: $0.request) }) {
      // A deletion may be taken back before the server has answered.
      let most = body.contains("/inAppConsume ") ? 0...1 : 1...1
      #expect(most.contains(tries.count { $0.isAnswered }), "\(body), \(place)")
      // Answered, it is not sent again.
      #expect(tries.dropLast().allSatisfy { !$0.isAnswered }, "\(body), \(place)")
    }
  }

  private func text(of request: WireRequest) -> String {
    String(decoding: request.body ?? Data(), as: UTF8.self)
  }

  /// How often events came again.
  private func repeats(of receipts: Receipts) -> Int {
    let kinds: [VendorReceipt.Kind] = [.open, .click, .close, .delivery]
    let events = receipts.events.filter { kinds.contains($0.type) }
    return events.reduce(0) { $0 + $1.count - 1 } + receipts.engagements.reduce(0) { $0 + $1.count - 1 }
  }

  /// Ids say whose a message is: no request and no receipt is about one person and in the name of another.
  private func checkPersons(
    _ all: [UnsteadyWire.Exchange], _ receipts: Receipts, _ vendor: VendorName, _ place: String
  ) {
    let owners =
      receipts.events.map { ($0.messageID, $0.identity) }
      + receipts.engagements.map { ($0.messageID, $0.identity) }
    for case (let message?, let identity) in owners {
      #expect("user:" + message.prefix { $0 != "-" } == identity, "\(place)")
    }
    // Responsys' events name each its own person, and one upload may have those of both.
    guard vendor != .responsys else { return }
    for exchange in all {
      let names = VendorBench.people.filter { person in
        exchange.text.contains(person.storageKey.dropFirst("user:".count))
          || exchange.carriesToken(of: person)
      }
      #expect(names.count == 1 && exchange.request.about == names, "\(exchange.text), \(place)")
    }
  }
}

extension UnsteadyWire.Exchange {
  /// Whether it carries the token of a person.
  fileprivate func carriesToken(of person: Identity) -> Bool {
    let bearer = request.headers.first { $0.name == "Authorization" }?.value.split(separator: " ")
    guard bearer?.first == "Bearer", let token = bearer?.last, let read = JSONWebToken(String(token)) else {
      return false
    }
    return read.claims["userId"]?.text.map { Identity.user($0) } == person
  }
}
