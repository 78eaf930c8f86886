package import InboxCore
import InboxEvidence
package import InboxModel
package import InboxVendors

extension ReadExchange {
  /// What became of an action, as its vendor's client judges the vendor's response.
  package func outcome(of action: AppAction) -> AppOutcome {
    let error = exchange.error ?? "no response"
    guard exchange.tap?.reachedVendor != false else { return AppOutcome(.withheld, error) }
    // What a fault kept from the app had come from the vendor whole.
    let isWhole = [nil, TapIntervention.closed, TapIntervention.stalled].contains(exchange.error)
    guard let status = exchange.status, isWhole else { return AppOutcome(.unknown, error) }
    guard reader != nil || (101..<400).contains(status) else {
      return AppOutcome(.unknown, "status \(status)")
    }
    guard let failure = action.failure else { return AppOutcome(.taken) }
    // Whose client reads the body would know by it.
    guard !lacksBody else { return AppOutcome(.unknown, "status \(status), but its body is not all here") }
    // A vendor that says no means it, with a status of success too; what is wrong with a key or a token says nothing of
    // the event, which waits until that is mended (EN-8).
    let isFinal = RetryPolicy().disposition(of: failure) == .drop
    let why = (200..<300).contains(status) ? ", but \(failure.clause)" : ""
    return AppOutcome(isFinal ? .refused : .postponed, "status \(status)\(why)")
  }

  /// What the tap did, as the end of a line.
  var interventionWords: String? { exchange.tap.map { $0.remarks.joined(separator: ", ") } }

  /// The message of an action: the one that it names, or the one that its vendor finds among those of the list.
  package func message(of action: AppAction, among messages: [MessageKey: Message]) -> MessageKey? {
    VendorReader.message(of: action, by: reader, among: messages)
  }

  /// The same with what the app has of messages that a page only names.
  func completed(by known: [MessageKey: Message]) -> ReadExchange {
    var whole = self
    for (place, action) in actions.enumerated() where !action.onlyNamed.isEmpty {
      for (row, message) in (action.page?.messages ?? []).enumerated() {
        guard action.onlyNamed.contains(message.id), let former = known[message.key] else { continue }
        whole.actions[place].page?.messages[row] = former
      }
    }
    return whole
  }

  /// The why line of an action (EN-9): what the app did, and what became of it.
  package func line(of action: AppAction) -> (kind: JournalEntry.Kind, why: String) {
    var parts = ["the app: \(action.name)"]
    if let identity = action.identity { parts.append("by \(identity.label)") }
    if let page = action.page { parts.append(page.countWords) }
    if let badge = action.badge { parts.append("\(badge)") }
    if let detail = action.detail { parts.append(detail) }
    if let problem = action.problem { parts.append(problem) }
    parts.append(outcome(of: action).words)
    let why = parts.joined(separator: ", ")
    return (kind(of: action), interventionWords.map { "\(why) (\($0))" } ?? why)
  }

  private func kind(of action: AppAction) -> JournalEntry.Kind {
    let isTaken = outcome(of: action).kind == .taken
    let verdict: JournalEntry.Verdict = isTaken ? .sent : .refused
    let failed = !isTaken || action.problem != nil
    switch action.kind {
    case .display: return .display(verdict)
    case .open: return .open(verdict)
    case .click, .close, .delivery:
      return action.engagement.map { .engagement($0, verdict) } ?? .note(failed: failed)
    case .read, .delete: return .change(verdict)
    case .session: return .session
    case .badge:
      guard let badge = action.badge else { return .note(failed: failed) }
      return .badge(BadgeState(local: badge, server: isTaken ? badge : nil), failed: failed)
    case .fetch:
      return .fetch(
        action.list ?? .primary, url: exchange.url, bytes: exchange.responseSize ?? 0, failed: failed)
    case .rich: return .rich(failed: failed)
    case .pushes: return .push
    case .tracking: return .tracking(verdict)
    case .other: return .note(failed: failed)
    }
  }
}

extension FetchedPage {
  /// How many messages it holds, in words.
  var countWords: String { messages.count.counted("message") }
}
