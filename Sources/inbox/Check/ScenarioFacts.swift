import InboxCore
import InboxSandbox
import InboxTUI

extension AppState {
  /// Whether the sandbox has reported that its push line is faulty.
  nonisolated var isLineFaulty: Bool { faults.contains { $0.hasPrefix("pushes") } }
}

/// Everything that can be seen at a moment of a scenario, and what of it is not as expected.
nonisolated struct ScenarioFacts {
  var receipts: Receipts
  var state: AppState
  var screen: [String]
  var journal: [JournalEntry]
  var trail: LinkTrail?
  /// The badge that the sandbox holds, where no client runs that would know it.
  var held: Int?

  /// What is wrong, with the nearest misses, in one line unless it is the screen; nil when it is as expected.
  func mismatch(_ wanted: Expectation) -> String? {
    if case .screen(let shows, let hides) = wanted { return words(shows, hides) }
    return line(wanted).map(Output.oneLine)
  }

  private func line(_ wanted: Expectation) -> String? {
    switch wanted {
    case .receipts(let kind, let message, let identity, let rule):
      return count(of: kind, message, identity, rule)
    case .events(let wanted, let rule): return events(wanted, rule)
    case .order(let order, let identity):
      let arrived = receipts.engagements.filter { identity == nil || $0.identity == identity }
        .map { "\($0.type) \($0.messageID)" }
      return arrived == order ? nil : "wanted \(Self.list(order)), came \(Self.list(arrived))"
    case .duplicates(let count):
      return receipts.duplicates == count ? nil : "wanted \(count), came \(receipts.duplicates)"
    case .badge(let local, let server):
      var badge = state.snapshot?.badge
      // When no client runs, what it knew last is not what is so.
      if let held { badge?.server = held }
      if let local, badge?.local != local { return "local is \(Self.text(badge?.local)), wanted \(local)" }
      if let server, badge?.server != server {
        return "server is \(Self.text(badge?.server)), wanted \(server)"
      }
      return nil
    case .list(let rule): return list(rule)
    case .screen: return nil
    case .why(let text, let label, let message, let rule): return why(text, label, message, rule)
    case .link(let wanted): return link(wanted)
    case .outbox(let count):
      let waiting = state.snapshot?.outbox.waiting ?? 0
      return waiting == count ? nil : "\(waiting) wait, wanted \(count)"
    }
  }

  private func count(
    of kind: Expectation.Kind, _ message: String?, _ identity: String?, _ rule: Expectation.CountRule
  ) -> String? {
    let about = [message.map { "of \($0)" }, identity.map { "by \($0)" }].compactMap { $0 }
    return count(all(kind), rule, about) {
      (message == nil || $0.message == message) && (identity == nil || $0.identity == identity)
    }
  }

  private func count(
    _ all: [Found], _ rule: Expectation.CountRule, _ about: [String], matching: (Found) -> Bool
  ) -> String? {
    let found = all.filter(matching)
    guard !rule.allows(found.count) else { return nil }
    let what = ([rule.words] + about).joined(separator: " ")
    let nearest = (found.isEmpty ? all : found).map(\.text)
    return "wanted \(what), came \(found.count). Nearest: \(Self.list(nearest))"
  }

  /// One that came twice counts twice.
  private func events(_ wanted: Expectation.EventRule, _ rule: Expectation.CountRule) -> String? {
    let all = receipts.events.flatMap { event in
      let words = [event.vendor.rawValue, event.type.rawValue, event.messageID, "by \(event.identity)"]
      let found = Found(
        message: event.messageID, identity: event.identity,
        text: words.compactMap { $0 }.joined(separator: " "), event: event)
      return Array(repeating: found, count: event.count)
    }
    let about = [
      wanted.vendor.map { "for \($0.rawValue)" }, wanted.kind.map(\.rawValue),
      wanted.message.map { "of \($0)" }, wanted.identity.map { "by \($0)" },
    ].compactMap { $0 }
    return count(all, rule, about) { found in
      (wanted.vendor == nil || found.event?.vendor.rawValue == wanted.vendor?.rawValue)
        && (wanted.kind == nil || found.event?.type == wanted.kind)
        && (wanted.message == nil || found.message == wanted.message)
        && (wanted.identity == nil || found.identity == wanted.identity)
    }
  }

  private struct Found {
    var message: String?
    var identity: String?
    var text: String
    /// The receipt, where it is one of ``Receipts/events``.
    var event: VendorReceipt?
  }

  private func all(_ kind: Expectation.Kind) -> [Found] {
    switch kind {
    case .displays, .opens:
      return receipts.engagements.filter { $0.type == (kind == .opens ? "open" : "display") }.map {
        let session = $0.session.map { " in session \($0.number)" } ?? ""
        return Found(
          message: $0.messageID, identity: $0.identity,
          text: "\($0.type) \($0.messageID) by \($0.identity)\(session)")
      }
    case .clicks:
      return receipts.clicks.map {
        Found(
          message: $0.campaign, identity: nil, text: "\($0.kind.rawValue) click on \($0.campaign)/\($0.link)")
      }
    case .campaignClicks, .sessionStarts, .sessionEnds:
      let type =
        kind == .campaignClicks ? "campaign_click" : kind == .sessionStarts ? "session_start" : "session_end"
      return receipts.tracking.filter { $0.type == type }.map {
        Found(message: nil, identity: nil, text: "\(type) \($0.url ?? "")")
      }
    case .badges:
      return receipts.badge.map { Found(message: nil, identity: $0.identity, text: "badge \($0.asked)") }
    case .rich:
      return receipts.rich.filter { $0.served > 0 }.map {
        Found(message: $0.messageID, identity: $0.identity, text: "rich content of \($0.messageID)")
      }
    case .pictures:
      return receipts.pictures.flatMap { picture in
        (0..<picture.count).map { _ in
          Found(message: nil, identity: nil, text: "picture \(picture.host)\(picture.path)")
        }
      }
    case .fetches:
      return receipts.fetches.flatMap { fetch in
        (0..<fetch.count).map { _ in
          Found(message: nil, identity: fetch.identity, text: "fetch of \(fetch.center)")
        }
      }
    }
  }

  private func list(_ rule: Expectation.ListRule) -> String? {
    let name = rule.center.map { CenterName($0) } ?? state.center
    guard let tab = state.snapshot?.centers.first(where: { $0.name == name }) else {
      return "there is no center \(name)"
    }
    let subjects = state.lists[name]?.window?.rows.map(\.message.subject) ?? []
    if let subject = rule.shows.first(where: { !subjects.contains($0) }) {
      return "“\(subject)” is not in \(name): \(Self.list(subjects))"
    }
    if let subject = rule.hides.first(where: subjects.contains) { return "“\(subject)” is in \(name)" }
    if let unread = rule.unread, tab.counts.unread != unread {
      return "\(name) has \(tab.counts.unread) unread, wanted \(unread)"
    }
    if let total = rule.total, tab.counts.total != total {
      return "\(name) has \(tab.counts.total), wanted \(total): \(Self.list(subjects))"
    }
    let selected = state.list.selectedRow?.message.subject
    if let wanted = rule.selected, wanted != selected {
      return "selected is \(selected.map { "“\($0)”" } ?? "nothing"), wanted “\(wanted)”"
    }
    return nil
  }

  private func words(_ shows: [String], _ hides: [String]) -> String? {
    let text = screen.joined(separator: "\n")
    if let word = shows.first(where: { !text.contains($0) }) {
      return "“\(word)” is not on the screen:\n" + shown
    }
    if let word = hides.first(where: text.contains) { return "“\(word)” is on the screen:\n" + shown }
    return nil
  }

  private var shown: String { screen.map { "      │\($0)" }.joined(separator: "\n") }

  private func why(
    _ text: String, _ label: String?, _ message: String?, _ rule: Expectation.CountRule
  ) -> String? {
    let candidates = journal.filter {
      (label == nil || $0.label == label) && (message == nil || $0.message?.id.rawValue == message)
    }
    let count = candidates.count { $0.why.contains(text) }
    guard !rule.allows(count) else { return nil }
    let near = candidates.suffix(5).map { "\($0.label) \($0.message?.id.rawValue ?? "") \($0.why)" }
    return "wanted \(rule.words), came \(count). Nearest: \(Self.list(near))"
  }

  private func link(_ wanted: [String: String]) -> String? {
    guard let trail else { return "no link was followed" }
    var facts = [
      "class": trail.linkClass.name, "branch": trail.branch, "outcome": trail.outcome.kind,
      "click": trail.click.rawValue, "url": trail.outcome.url ?? "",
    ]
    if case .screen(let screen) = trail.outcome { facts["screen"] = screen.title }
    for (name, value) in wanted.sorted(by: { $0.key < $1.key }) where facts[name] != value {
      return "\(name) is “\(facts[name] ?? "")”, wanted “\(value)”: \(trail.reason)"
    }
    return nil
  }

  private static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "nothing" : texts.prefix(12).joined(separator: "; ") + (texts.count > 12 ? "; …" : "")
  }

  private static func text(_ number: Int?) -> String { number.map(String.init) ?? "not known" }
}
