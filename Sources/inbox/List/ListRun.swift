import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTUI

nonisolated struct ListRun {
  let composition: Composition
  let command: ListCommand

  func run() async throws {
    let core = composition.center
    try await core.start()
    let centers =
      try composition.list(command.center).map { [$0] } ?? Array(composition.profile.settings.centers)
    let filter = try filter()
    if let problem = composition.problem { Output.complain(problem) }
    // Messages that are gone can be listed even while message centers are disabled.
    if command.gone { return try await printGone(centers) }
    try await core.requireEnabled()
    if command.raw, let readOnly = composition.readOnly {
      throw Exit.notReady(
        "\(composition.profile.folder) \(readOnly), so nothing can be fetched, as --raw must."
      )
    }
    if command.raw { return try await printRaw(centers) }
    var failures: [CenterName: InboxError] = [:]
    if let readOnly = composition.readOnly {
      Output.complain(
        "\(composition.profile.folder) \(readOnly): this is what it holds; nothing is fetched.")
    } else if !command.offline {
      failures = await fetch(centers)
    }
    try await core.retireDue()
    var lists: [ListWindow] = []
    for center in centers { lists.append(try await core.window(center, matching: filter, limit: .max)) }
    var unreadable: [CenterName: [MalformedMessage]] = [:]
    for center in centers { unreadable[center] = await core.malformed(in: center) }
    if command.json { try await printJSON(lists, unreadable, failures) } else { printText(lists) }
    for center in centers {
      // Records of its last response that could not be read (MC-9).
      for bad in unreadable[center] ?? [] { Output.complain("\(name(of: center)): \(bad).") }
    }
    if !command.json { for rows in try await core.held() { Output.complain(rows.description) } }
    let withheld = await core.withheldDeliveries
    if withheld > 0, let why = composition.withholding {
      let what = withheld.counted("delivery", "deliveries")
      Output.complain("\(what) \(withheld == 1 ? "was" : "were") not sent: \(why).")
    }
    let waiting = await core.waitingEvents
    // What a demonstration has and does not keep is never opened again.
    if waiting > 0, composition.profile.demonstration?.isKept != false {
      let what = waiting.counted("delivery", "deliveries")
      Output.complain(
        "\(what) \(waiting == 1 ? "waits" : "wait") to be sent: opening the inbox sends \(waiting == 1 ? "it" : "them")."
      )
    }
    if lists.allSatisfy(\.rows.isEmpty), let text = command.filter,
      let hint = MessageFilter.hint(text, centers: composition.filterCenters)
    {
      Output.complain("--filter: \(hint)")
    }
    try end(with: centers.compactMap { failures[$0] })
    // The list lacks some of the server's messages.
    if unreadable.values.contains(where: { !$0.isEmpty }) { throw ExitCode(Exit.failed) }
  }

  /// The name of a list for people.
  private func name(of list: CenterName) -> String { composition.backEnd.capabilities.name(of: list) }

  /// Fetches the lists that are due, or the requested ones; returns the errors.
  private func fetch(_ centers: [CenterName]) async -> [CenterName: InboxError] {
    let core = composition.center
    guard command.refresh else { return await core.refreshDue().compactMapValues(\.failure) }
    var failures: [CenterName: InboxError] = [:]
    for center in centers {
      do throws(InboxError) { try await core.refresh(center) } catch { failures[center] = error }
    }
    return failures
  }

  /// - Throws: ``Exit`` with what is wrong, before anything is requested.
  private func filter() throws -> MessageFilter {
    guard let text = command.filter else { return .everything }
    do throws(FilterProblem) {
      return try MessageFilter(text, centers: composition.filterCenters, named: name(of:))
    } catch {
      throw Exit.usage("--filter: \(error.description)")
    }
  }

  private func printText(_ lists: [ListWindow]) {
    let now = composition.services.time.now()
    for list in lists {
      let unread = list.rows.count { $0.isUnread(at: now) }
      var lines = [
        "\(name(of: list.center))  \(unread) unread of \(list.total)\(command.filter == nil ? "" : " that match")"
      ]
      for row in list.rows {
        let mark = row.isUnread(at: now) ? "*" : " "
        lines.append(
          "\(mark) \(row.message.id)  \(WireDate.format(row.message.sent))  \(row.message.subject.shownSubject)"
        )
      }
      Output.lines(lines)
    }
  }

  private func printJSON(
    _ lists: [ListWindow], _ unreadable: [CenterName: [MalformedMessage]],
    _ failures: [CenterName: InboxError]
  ) async throws {
    let now = composition.services.time.now()
    var (cursors, setAside): ([CenterName: FetchCursor], [CenterName: [SetAsideMessage]]) = ([:], [:])
    for list in lists {
      cursors[list.center] = await composition.center.cursor(of: list.center)
      setAside[list.center] = await composition.center.setAside(in: list.center)
    }
    let centers = lists.map { list -> JSONValue in
      let unread = list.rows.count { $0.isUnread(at: now) }
      let messages = list.rows.map { JSONValue.object(MessageJSON.value($0, at: now)) }
      let bad = (unreadable[list.center] ?? []).map { Output.masked(MessageJSON.unreadable($0)) }
      let others = (setAside[list.center] ?? []).map { JSONValue.members(["id": $0.id, "kind": $0.kind]) }
      let error = failures[list.center].map { Output.masked($0.json) }
      return .members([
        "center": list.center.rawValue, "total": list.total, "unread": unread, "messages": messages,
        "unreadable": bad, "setAside": others, "cursor": cursors[list.center]?.text, "error": error,
      ])
    }
    let hasBadge = composition.backEnd.capabilities.badge == .server
    let badge = hasBadge ? JSONValue.object(MessageJSON.badge(await composition.center.badgeState)) : .null
    let held = try await composition.center.held().map { Output.masked(MessageJSON.held($0)) }
    Output.json(
      .members([
        "identity": await composition.center.identity.storageKey, "centers": centers, "badge": badge,
        "filter": command.filter, "held": held.isEmpty ? nil : held,
      ]))
  }

  /// Prints why each message that has left is gone (MC-11).
  private func printGone(_ centers: [CenterName]) async throws {
    let now = composition.services.time.now()
    var values: [JSONValue] = []
    for center in centers {
      for gone in try await composition.center.gone(center, limit: .max) {
        var fields = MessageJSON.value(gone.row, at: now)
        fields["gone"] = .string(gone.removal.reason.rawValue)
        fields["goneSince"] = .string(WireDate.format(gone.removal.time))
        fields["inList"] = .bool(gone.removal.staysInList)
        values.append(.object(fields))
        guard !command.json else { continue }
        let place = gone.removal.staysInList ? "kept in the list" : "not in the list"
        Output.line(
          "\(WireDate.format(gone.removal.time))  \(name(of: center))  \(gone.row.key.id.rawValue)  "
            + "\(gone.removal.reason.words); \(place)")
      }
    }
    if command.json { Output.json(.members(["gone": values])) }
  }

  /// MC-14: prints what the SDK's raw response notification carries, value and request URL.
  private func printRaw(_ centers: [CenterName]) async throws {
    let (identity, backEnd) = (await composition.center.identity, composition.backEnd)
    // All at once, as the core fetches them: each may be tried several times.
    let responses = await withTaskGroup(of: (CenterName, Result<FetchResponse, InboxError>).self) { group in
      for center in centers {
        group.addTask {
          do throws(InboxError) {
            return (center, .success(try await backEnd.fetch(FetchRequest(center, identity))))
          } catch { return (center, .failure(error)) }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for center in centers {
      if case .success(let response)? = responses[center] {
        Output.json(CapturedRecords.rawLine(response.raw))
      }
    }
    try end(with: centers.compactMap { responses[$0]?.failure })
  }

  /// Ends with the first failure, after the sentences of those that say something else (MC-15).
  private func end(with failures: [InboxError]) throws {
    guard let first = failures.first else { return }
    for (index, other) in failures.enumerated() where failures.firstIndex(of: other) == index && index > 0 {
      Output.complain(other.description)
    }
    throw Exit(first)
  }
}
