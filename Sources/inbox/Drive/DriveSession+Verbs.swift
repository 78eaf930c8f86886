import Foundation
import InboxCore
import InboxHTML
import InboxModel
import InboxVendors

extension DriveSession {
  /// Does what a line asks for.
  ///
  /// - Returns: its result; an empty object where there is nothing to say.
  func perform(_ request: DriveRequest) async throws -> JSONValue {
    switch request {
    case .refresh(let list): return try await refresh(list)
    case .state:
      await core.adoptEndedRuns()
      await core.waitUntilIdle()
      return try await state()
    case .look(let list, let ids): try await look(ids, in: list)
    case .open(let target): return try await open(target)
    case .close(let target, let closing, let link): try await close(target, closing, link)
    case .click(let target, var link):
      let key = try await key(target)
      if let flaw = await ClickedLink.flaw(of: link.url, in: key, core) { throw DriveProblem.usage(flaw) }
      // An app knows what it shows; a caller that names the words knows better.
      if link.label == nil, core.capabilities.clicks {
        link.label = try await core.words(of: link.url, in: key)
      }
      if let why = try await core.clicked(link, in: key) { unreported(.click, key, why) }
    case .mark(let targets, let isRead): try await mark(targets, isRead)
    case .setDeleted(let targets, let isDeleted): try await delete(targets, isDeleted)
    case .rich(let target): return try await rich(target)
    case .badge(let count): return try await badge(count)
    case .link(let url, let isDryRun): return try await link(url, isDryRun)
    case .identity(let person):
      try await core.switchIdentity(to: composition.identity(person))
      return .object(["identity": await identity()])
    case .appear:
      // The app is in front, as with the screen (UL-12).
      await core.enterForeground()
      await core.appear()
      if let disabled = await disabled { lack("session", nil, disabled) }
    case .disappear: await core.disappear()
    case .flush(let seconds): return try await flush(seconds)
    case .clock(let change): return try await clock(change)
    case .quit: await end()
    }
    return .object([:])
  }

  private func refresh(_ list: String?) async throws -> JSONValue {
    // Nothing watches the archive here for what other programs on the profile do.
    await core.othersWrote()
    try await core.requireEnabled()
    var outcomes: [CenterName: Result<MessageMerge.Plan, InboxError>] = [:]
    if let list {
      let name = try known(list)
      outcomes[name] = .success(try await core.refresh(name))
    } else {
      outcomes = await core.refreshAll()
    }
    let lists = Array(composition.profile.settings.centers)
    if let failure = lists.compactMap({ outcomes[$0]?.failure }).first { throw failure }
    let changes = lists.compactMap { name -> JSONValue? in
      guard case .success(let plan)? = outcomes[name] else { return nil }
      return .members([
        "name": name.rawValue, "new": plan.new, "changed": plan.changed,
        "returned": plan.relisted, "gone": plan.missed.count,
      ])
    }
    return .members(["lists": changes])
  }

  /// The list that a line names, which there must be.
  ///
  /// - Throws: ``InboxError/unknownCenter(_:known:)``.
  func known(_ name: String) throws -> CenterName {
    try composition.profile.settings.centers.require(list(name))
  }

  private func look(_ ids: [String], in name: String?) async throws {
    if let name { _ = try known(name) }
    let named = try await self.keys(ids.map { .init(id: $0, list: name) })
    if let disabled = await disabled {
      for key in named { lack("display", key, disabled) }
      return
    }
    var keys: [MessageKey] = []
    for key in named {
      // What is in no list has no row.
      if let removal = try await removal(of: key) {
        lack("display", key, "it \(removal.words)")
      } else {
        keys.append(key)
      }
    }
    await core.setVisibleRows(keys.map { VisibleRow($0) })
    let vendor = core.capabilities
    if await core.session != nil {
      let person = await core.identity
      seen.formUnion(keys.map { SeenMessage(person: person, message: $0) })
    } else if vendor.impressions {
      for key in keys { lack("display", key, "no session is open: ‘appear’ begins one") }
    }
    guard !vendor.displays, !vendor.impressions, let why = vendor.lack(of: .displays) else { return }
    for key in keys { lack("display", key, why) }
  }

  /// Why there is neither a session nor a display; nil while the feature is on.
  var disabled: String? {
    get async {
      do throws(InboxError) {
        try await core.requireEnabled()
        return nil
      } catch {
        return error.description
      }
    }
  }

  /// Why a message is in no list any more; nil while it is in one.
  private func removal(of key: MessageKey) async throws -> Removal? {
    let removal = try await core.message(key)?.removal(at: clock?.date ?? Date())
    return removal.flatMap { $0.staysInList ? nil : $0 }
  }

  private func open(_ target: DriveRequest.Target) async throws -> JSONValue {
    let key = try await key(target)
    try await core.requireEnabled()
    if let removal = try await removal(of: key) { throw DriveProblem.gone(target.id, removal) }
    guard let row = try await core.open(key) else { throw InboxError.cancelled }
    opened.insert(SeenMessage(person: await core.identity, message: key))
    return .object(["message": try await message(row)])
  }

  private func close(
    _ target: DriveRequest.Target, _ closing: EngagementGesture.Closing, _ link: String?
  ) async throws {
    let key = try await key(target)
    if let why = try await core.closed(key, closing, by: link.map { .init($0) }) {
      unreported(.close, key, why)
    }
  }

  /// A vendor that lacks an event says so itself; why one is withheld is in the journal already.
  private func unreported(_ kind: EngagementEvent.Kind, _ key: MessageKey, _ why: String) {
    if core.capabilities.lack(of: kind) != nil { lack(kind.rawValue, key, why) }
  }

  private func mark(_ targets: [DriveRequest.Target], _ isRead: Bool) async throws {
    let keys = try await keys(targets)
    try await core.mark(keys, read: isRead)
    let marks = isRead ? core.capabilities.read : core.capabilities.unread
    for key in keys where marks == .here { stays(isRead ? "read" : "unread", key) }
  }

  private func delete(_ targets: [DriveRequest.Target], _ isDeleted: Bool) async throws {
    let keys = try await keys(targets)
    try await core.setDeleted(keys, isDeleted)
    for key in keys where core.capabilities.deletion(in: key.center) == .here {
      stays(isDeleted ? "delete" : "restore", key)
    }
    guard !isDeleted else { return }
    for key in keys {
      if let removal = try await removal(of: key) { lack("restore", key, "it \(removal.words)") }
    }
  }

  private func rich(_ target: DriveRequest.Target) async throws -> JSONValue {
    let key = try await key(target)
    guard let row = try await core.message(key) else { throw InboxError.unknownMessage(target.id) }
    let content = try await core.richContent(key)
    var members: [String: JSONValue] = [:]
    var text = RichText.plain(content)
    // What a message without rich content has is its text, as it is.
    if row.message.kind == .openRichMessage || row.hasRichContent {
      members["html"] = .string(content)
      guard HTMLReader.isReady else { return .object(members) }
      text = HTMLReader.read(content)
    }
    members["text"] = .string(text.text)
    let links = text.links(of: row.message)
    // A link that is there twice is one action to a vendor's app; it has the number of the first.
    var known: Set<String> = []
    members["links"] = .array(
      links.filter { known.insert($0.url).inserted }.map { link in
        .members(["number": link.number, "url": link.url, "text": link.text])
      })
    return .object(members)
  }

  private func badge(_ count: Int) async throws -> JSONValue {
    try core.capabilities.require(.badge)
    // Another program may have set it: what it did then is none of what crosses this set.
    await core.rereadBadge()
    let held = try await core.setBadge(count)
    if let trouble = await core.badgeTrouble { throw DriveProblem.unstored(badge: held, trouble) }
    return .members(["held": held, "badge": try await badge()])
  }

  private func link(_ url: String, _ isDryRun: Bool) async throws -> JSONValue {
    let request = LinkRequest(url, from: .commandLine, gesture: isDryRun ? .dryRun : .follow)
    guard let trail = await core.follow(request) else { throw InboxError.cancelled }
    if isDryRun { return trail.json }
    if let withholding = composition.withholding { lack("link", nil, withholding) }
    let refusals = [LinkBranch.addressRefused, .redirectRefused].map(\.rawValue)
    if refusals.contains(trail.branch) { lack("link", nil, trail.reason) }
    // The click that was queued may be on its way, and that decides what is known of it.
    await core.waitUntilIdle()
    return await core.settled(trail).json
  }

  /// Waits until nothing waits, or cannot be sent for now, or the time is over.
  private func flush(_ seconds: Double) async throws -> JSONValue {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    await core.adoptEndedRuns()
    await core.flushed(within: .seconds(seconds))
    await core.waitUntilIdle(atMost: clock.now.duration(to: end))
    await feed.caughtUp(with: core)
    let rest = clock.now.duration(to: end)
    if rest > .zero { await feed.wait(atMost: rest) { $0.outbox.waiting == 0 || $0.outbox.paused != nil } }
    await core.waitUntilIdle(atMost: clock.now.duration(to: end))
    return .object(["waiting": try await waiting()])
  }

  private func clock(_ change: ClockChange?) async throws -> JSONValue {
    guard let sandbox = composition.sandbox else {
      throw DriveProblem.unsupported("Only a sandbox has a clock to change.")
    }
    if change != nil, let withholding = composition.withholding { lack("clock", nil, withholding) }
    let body = composition.withholding == nil ? change.map { Data($0.text.utf8) } : nil
    let response = try await sandbox.body(body == nil ? "GET" : "POST", "/sandbox/clock", body: body)
    let reading = try ClockWire.reading(JSONValue.parse(response))
    clock?.follow(reading)
    await core.catchUp()
    return .object(ClockWire.fields(reading))
  }
}
